import CommandWorkshop
import TestSupport
import Testing

@Suite("Shards of an audit", .blocking)
struct AuditShardTests {
    private static let now = "--now 2026-11-21T09:30:00Z"
    private static let party = "alamofire:policy=disable-evaluation"

    /// The folder that the shards name, with the workshop's hatpin.yaml.
    private static let named = "--path Scenarios"

    private static func shards(_ count: Int, _ arguments: String, _ command: String = "") -> String
    {
        """
        for i in $(seq \(count)); do
          hatpin audit \(arguments) --shard $i/\(count) --report json=s$i.json \(command) >/dev/null
        done

        """
    }

    @Test(arguments: [
        party, "\(party) --chain-only --seed 7", "\(party) urlsession --allow medium -v",
        "curl:insecure=true reference --count-system", "nsc.xml --host www.example.com",
        "\(party) --filter 'not tag:none'",
    ])
    func `merged shards equal the single audit, byte for byte`(arguments: String) throws {
        let workshop = try Workshop(
            Workshop.good.merging(
                ["nsc.xml": "<network-security-config><base-config/></network-security-config>"]
            ) { $1 }
        )
        let reports = ["json", "html", "sarif", "gitlab", "markdown", "junit"]
        func options(_ name: String) -> String {
            reports.map { "--report \($0)=\(name).\($0)" }.joined(separator: " ")
        }
        let whole = workshop.hatpin("audit \(Self.now) \(arguments) \(options("whole"))")
        let verbosity = arguments.contains("-v") ? "-v" : ""
        let named = Self.named + (arguments.contains("nsc.xml") ? " --path nsc.xml" : "")
        let merged = workshop.shell(
            Self.shards(3, "\(Self.now) \(arguments)")
                + "hatpin merge s*.json \(named) \(verbosity) \(options("merged"))"
        )
        #expect(merged.exit == whole.exit, "\(merged.error)")
        #expect(merged.output == whole.output)
        for format in reports {
            let text = workshop.read("whole.\(format)")
            #expect(!text.isEmpty)
            #expect(workshop.read("merged.\(format)") == text)
        }
    }

    @Test func `merge runs no program; only the shards run programs`() throws {
        let workshop = try Workshop(Workshop.good)
        let client = "-- sh -c 'echo >>asked; curl -sS --cacert \"$1\" \"$2\"' sh {ca} {url}"
        let whole = workshop.hatpin("audit --report json=whole.json \(client)")
        let shards = workshop.shell(Self.shards(2, "", client))
        #expect(shards.error.contains("hatpin: shard 1/2: "), "\(shards.error)")
        let before = workshop.read("asked")
        let merged = workshop.hatpin(
            "merge s1.json s2.json \(Self.named) --report json=merged.json"
        )
        #expect(merged.exit == whole.exit, "\(merged.error)")
        #expect(merged.output == whole.output)
        #expect(workshop.read("merged.json") == workshop.read("whole.json"))
        #expect(workshop.read("asked") == before)
    }

    @Test func `a shard's report conforms to the schema`() throws {
        let workshop = try Workshop(Workshop.good)
        let schema = workshop.hatpin("schema audit").output
        _ = workshop.shell(Self.shards(1, Self.party))
        #expect(try schemaFaults(of: workshop.read("s1.json"), by: schema) == [])
    }

    @Test func `refuses missing, repeated, incomplete and unrelated shards`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.shell(
            Self.shards(3, "\(Self.now) \(Self.party)") + """
                hatpin audit \(Self.now) urlsession --shard 2/3 --report json=other.json >/dev/null
                hatpin audit \(Self.now) \(Self.party) --shard 2/3 --seed 5 --format json >seed.json
                hatpin audit \(Self.now) \(Self.party) --report json=all.json >/dev/null
                sed 's/"scenario":"time/"scenario":"tame/g' s1.json >changed1.json
                sed 's/"scenario":"time/"scenario":"tame/g' s2.json >changed2.json
                sed 's/"scenario":"time/"scenario":"tame/g' s3.json >changed3.json
                : >cut.json
                """
        )
        let cases = [
            ("s1.json s3.json", "shard 2 of 3 is missing; there are s1.json (1/3), s3.json (3/3)"),
            ("s1.json s2.json s3.json s2.json", "shard 2/3 is in s2.json and in s2.json"),
            (
                "s1.json other.json s3.json",
                "the command is '\(Self.party) --scenarios Scenarios \(Self.now)' in one"
            ),
            ("s1.json seed.json s3.json", "the seed is 1 in one, 5 in the other"),
            ("s1.json all.json s3.json", "all.json is not the report of a shard"),
            ("s1.json cut.json s3.json", "cut.json is not a report of an audit"),
            ("changed*.json", "no shard has a reply of \(Self.party) to time/"),
        ]
        for (files, words) in cases {
            let merged = workshop.hatpin("merge \(files) \(Self.named)")
            #expect(merged.exit == 3, "\(files)")
            #expect(
                merged.error.contains(words.replacing("'", with: "")),
                "\(files): \(merged.error)"
            )
        }
        _ = workshop.shell("sed -i 's/-90d/-80d/' Scenarios/time/expired-leaf.yaml")
        let changed = workshop.hatpin("merge s1.json s2.json s3.json \(Self.named)")
        #expect(changed.exit == 3)
        #expect(changed.error.contains("differ from those of the shards"), "\(changed.error)")
    }

    @Test(arguments: ["--write", "--fix", "--baseline=b.json", "--connect=localhost", "--nonsense"])
    func `merge rejects a shard with an added word of the command line`(word: String) throws {
        let workshop = try Workshop(Workshop.good)
        let merged = workshop.shell(
            Self.shards(1, Self.party) + """
                sed 's|"words":\\["|"words":["\(word)","|' s1.json >bad.json
                cmp -s bad.json s1.json && exit 9
                hatpin merge bad.json
                """
        )
        #expect(merged.exit == 3, "\(merged.error)")
        #expect(merged.error.contains("the shards belong to no audit"), "\(merged.error)")
    }

    @Test(arguments: [
        ("nsc.xml", "nsc.xml"), ("android:config=nsc.xml", "android:config=nsc.xml"),
        ("folder", "folder"), ("\(party) --chain chain.pem nsc.xml", "nsc.xml, chain.pem"),
        ("\(party) --clients folder", "folder"), ("client.yaml", "client.yaml"),
        ("client/../client.yaml", "client/../client.yaml"),
        ("client/curl --like ./client.yaml", "./client.yaml"),
    ])
    func `merge does not read files that only the shards name`(
        arguments: String,
        named: String
    ) throws {
        let workshop = try Workshop(
            Workshop.good.merging([
                "nsc.xml": "<network-security-config><base-config/></network-security-config>",
                "folder/a.py": "requests.get(url, verify=False)\n",
            ]) { $1 }
        )
        let words = arguments.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
        let merged = workshop.shell(
            Self.shards(1, Self.party) + """
                sed 's|"words":\\["\(Self.party)"|"words":[\(words)|' s1.json >bad.json
                cmp -s bad.json s1.json && exit 9
                hatpin merge bad.json \(Self.named)
                """
        )
        #expect(merged.exit == 64, "\(merged)")
        let problem = "\nhatpin: the shards name \(named); merge reads only files"
        #expect(merged.error.contains(problem), "\(merged.error)")
        let options = named.split(separator: ", ").map { "--path \($0)" }.joined(separator: " ")
        #expect(merged.error.hasSuffix("add \(options)\n"), "\(merged.error)")
        #expect(merged.output == "")
    }

    @Test(arguments: [
        "audit reference --shard 1/2", "audit reference --shard 3/2 --format json",
        "audit reference --shard 1/20000 --format json",
        "audit reference --shard 1/2 --format json --baseline b",
        "audit reference --shard 1/2 --format json --write-baseline b",
        "audit reference --shard 1/2 --format json --fix",
        "merge whole.json --format ndjson", "merge whole.json -q",
        "merge whole.json --report badge=x", "run --report json=x", "merge whole.json",
        "merge run.ndjson --path Scenarios",
    ])
    func `refuses an invalid part of an audit`(command: String) throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.hatpin("audit reference --shard 1/1 --report json=whole.json")
        _ = workshop.shell("hatpin run -q --shard 1/1; cp .hatpin/last.ndjson run.ndjson")
        #expect(workshop.hatpin(command).exit == 64)
    }
}
