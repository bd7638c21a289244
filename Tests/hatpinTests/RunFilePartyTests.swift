import CommandWorkshop
import Foundation
import Testing

/// Run files that others may have written: they name cases and built-in parties, and no files.
@Suite(.blocking)
struct RunFilePartyTests {
    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    private static let files = [
        "ours.yaml":
            "client: ours\nabout: A client.\ncommand: curl -sS --cacert {ca} {url}\n",
        "nsc.xml": """
        <network-security-config>
          <base-config><trust-anchors><certificates src="user"/></trust-anchors></base-config>
        </network-security-config>
        """,
    ]

    /// A run before a party, without its last verdicts and its summary.
    private static func cutOff(_ party: String) -> String {
        """
        hatpin run --keep never -q --party \(party) >out
        head -2 .hatpin/last.ndjson >cut.ndjson; cp cut.ndjson .hatpin/last.ndjson

        """
    }

    private func workshop() throws -> Workshop {
        let workshop = try Workshop.small()
        for (path, text) in Self.files { try workshop.write(text, to: path) }
        try workshop.write(
            """
            client: evil
            about: A program that must not be started.
            command: [sh, -c, "touch \(workshop.folder)/started", "{url}", "{ca}"]
            version: { command: "touch \(workshop.folder)/started", pattern: x }
            """,
            to: "evil.yaml"
        )
        return workshop
    }

    @Test(
        "a party that is a file is neither started nor read until it is named again",
        arguments: ["--failed", "--resume"],
        [
            "./evil.yaml", "evil.yaml", "client/../evil.yaml", "client/./evil.yaml",
            "android:config=nsc.xml", "okhttp,./evil.yaml",
        ]
    )
    func refused(option: String, party: String) throws {
        let workshop = try workshop()
        let names = party.split(separator: ",").map(String.init)
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        _ = workshop.shell(Self.cutOff("okhttp"))
        let text = workshop.read("cut.ndjson")
            .replacing("@okhttp\"", with: "@\(names.last ?? "")\"")
            .replacing("\"parties\":[\"okhttp\"]", with: "\"parties\":[\(list)]")
        try workshop.write(text, to: "others.ndjson")
        let result = workshop.hatpin("run \(option) --from others.ndjson --keep never")
        #expect(result.exit == 64, "\(result)")
        let problem = "hatpin: \(option): the party \(names.last ?? "") is a file"
        #expect(result.error.hasPrefix(problem), "\(result.error)")
        let again = (option == "--failed" ? names : names.suffix(1))
            .map { "--party " + $0 }.joined(separator: " ")
        #expect(result.error.hasSuffix(" again: \(again)\n"), "\(result.error)")
        #expect(result.output == "")
        #expect(workshop.shell("test -e started").exit == 1)
    }

    @Test("a party that is a file goes on once it is named again", .enabled(if: hasCurl))
    func namedAgain() throws {
        for party in ["./ours.yaml", "android:config=nsc.xml"] {
            let workshop = try workshop()
            for option in ["--failed", "--resume"] {
                _ = workshop.shell(Self.cutOff(party))
                let result = workshop.hatpin("run \(option) --keep never --party \(party)")
                #expect(result.exit == 1, "\(result)")
                #expect(result.output.contains("time/wrong @ \(party)"), "\(result)")
            }
        }
    }

    @Test(
        "a built-in party needs no word on the command line",
        arguments: ["--failed", "--resume"]
    )
    func builtin(option: String) throws {
        let workshop = try workshop()
        _ = workshop.shell(Self.cutOff("okhttp"))
        let result = workshop.hatpin("run \(option) --keep never")
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains("time/wrong @ okhttp"), "\(result)")
    }

    @Test("a configuration that a case fixes is no file of the run file's")
    func fixed() throws {
        let workshop = try workshop()
        try workshop.write(
            """
            scenario: fixed
            about: A configuration that trusts nothing.
            party: { android: { config: nsc.xml } }
            expect: accept
            """,
            to: "Scenarios/fixed.yaml"
        )
        _ = workshop.shell("cp nsc.xml Scenarios/")
        #expect(workshop.hatpin("run fixed --keep never").exit == 1)
        let result = workshop.hatpin("run --failed --keep never")
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains("fixed @ android:config=nsc.xml"), "\(result)")
    }

    @Test("no folder of scenarios is taken from a run file")
    func root() throws {
        let workshop = try workshop()
        _ = workshop.shell("mv Scenarios other")
        _ = workshop.shell(Self.cutOff("okhttp --scenarios other"))
        let result = workshop.hatpin("run --resume --keep never")
        #expect(result.exit == 64, "\(result)")
        #expect(result.error.hasSuffix("  help: name it again: --scenarios other\n"), "\(result)")
        #expect(workshop.hatpin("run --resume --keep never --scenarios other").exit == 1)
    }
}
