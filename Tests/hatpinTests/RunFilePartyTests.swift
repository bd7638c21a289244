import CommandWorkshop
import Foundation
import Testing

/// Run files of another party may select cases and built-in parties, but no files.
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

    /// Starts a run with a party, and removes its last verdicts and its summary.
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
        arguments: ["--failed", "--resume"],
        [
            "./evil.yaml", "evil.yaml", "client/../evil.yaml", "client/./evil.yaml",
            "android:config=nsc.xml", "okhttp,./evil.yaml",
        ]
    )
    func `does not read or start a file that only a run file names as party`(
        option: String,
        party: String
    ) throws {
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

    @Test(.enabled(if: hasCurl))
    func `a run with a file as party continues if the user names the file again`() throws {
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

    @Test(arguments: ["--failed", "--resume"])
    func `a run with a built-in party continues without --party`(option: String) throws {
        let workshop = try workshop()
        _ = workshop.shell(Self.cutOff("okhttp"))
        let result = workshop.hatpin("run \(option) --keep never")
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains("time/wrong @ okhttp"), "\(result)")
    }

    @Test func `repeats a case whose scenario names a configuration file`() throws {
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

    @Test func `never reads the scenarios' folder from a run file`() throws {
        let workshop = try workshop()
        _ = workshop.shell("mv Scenarios other")
        _ = workshop.shell(Self.cutOff("okhttp --scenarios other"))
        let result = workshop.hatpin("run --resume --keep never")
        #expect(result.exit == 64, "\(result)")
        #expect(result.error.hasSuffix("name the folder again: --scenarios other\n"), "\(result)")
        #expect(workshop.hatpin("run --resume --keep never --scenarios other").exit == 1)
    }
}
