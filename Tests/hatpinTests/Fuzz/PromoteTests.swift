import CommandWorkshop
import Testing

@Suite("hatpin promote", .blocking)
struct PromoteTests {
    private static let entryPoint = "Fuzz/Sources/DecodePEM/EntryPoint.swift"
    private static let report = """
        script/fuzz DecodePEM --replay findings/DecodePEM-leak-00c0ffee/input

        DecodePEM: leak
          in  Node.init()
        """

    private static func workshop() throws -> Workshop {
        try Workshop([
            entryPoint: "", "Fuzz/Regressions/README.md": "# Past findings\n\n",
            "findings/DecodePEM-leak-00c0ffee/report.txt": report,
            "findings/DecodePEM-leak-00c0ffee/input": "bytes",
        ])
    }

    @Test func `promote makes a regression test, and adds its line to the list only once`() throws {
        let workshop = try Self.workshop()
        let result = workshop.hatpin("promote findings/DecodePEM-leak-00c0ffee/")
        #expect(result.exit == 0 && result.error == "")
        #expect(result.output.contains("wrote Fuzz/Regressions/DecodePEM/leak-00c0ffee, "))
        #expect(workshop.read("Fuzz/Regressions/DecodePEM/leak-00c0ffee") == "bytes")
        let list = workshop.read("Fuzz/Regressions/README.md")
        #expect(
            list.hasSuffix(
                "- `DecodePEM/leak-00c0ffee`: DecodePEM: leak. COMPLETE: what was wrong.\n"
            )
        )
        let again = workshop.hatpin("promote findings/DecodePEM-leak-00c0ffee")
        #expect(again.exit == 64)
        #expect(again.error.contains("Fuzz/Regressions/DecodePEM/leak-00c0ffee exists already"))
        #expect(workshop.read("Fuzz/Regressions/README.md") == list)
        #expect(workshop.hatpin("promote findings/DecodePEM-leak-00c0ffee --as other").exit == 0)
    }

    @Test func `promote stores an input of a target that the tests do not replay`() throws {
        let finding = "findings/CompareDecoders-leak-00c0ffee"
        let workshop = try Workshop([
            "Fuzz/Regressions/README.md": "", "\(finding)/input": "bytes",
            "\(finding)/report.txt":
                "script/fuzz CompareDecoders --replay \(finding)/input\n\nCompareDecoders: leak\n",
        ])
        let result = workshop.hatpin("promote \(finding)")
        #expect(result.exit == 0 && result.error == "")
        #expect(workshop.read("Fuzz/Regressions/CompareDecoders/leak-00c0ffee") == "bytes")
        #expect(result.output.contains("which every run of the target replays first"))
        #expect(!result.output.contains("swift test"))
    }

    @Test func `promote makes a scenario named like its file from a campaign's setup`() throws {
        let workshop = try Workshop([
            "findings/case-7/report.txt": "hatpin fuzz --campaign 1 --range 7..7\n\naccepted\n",
            "findings/case-7/scenario.yaml": "scenario: case-7\nabout: A case.\nexpect: accept\n",
        ])
        let result = workshop.hatpin("promote findings/case-7 --as time/late")
        #expect(result.exit == 0 && result.error == "")
        #expect(
            workshop.read("Scenarios/time/late.yaml")
                == "scenario: late\nabout: A case.\nexpect: accept\n"
        )
        #expect(workshop.hatpin("lint").exit == 0)
        #expect(workshop.hatpin("promote findings/case-7 --as time/late").exit == 64)
        #expect(workshop.hatpin("promote findings/case-7").exit == 0)
        #expect(workshop.read("Scenarios/findings/case-7.yaml").hasPrefix("scenario: case-7\n"))
    }

    @Test func `promote makes a scenario from bytes that choose a setup`() throws {
        let workshop = try Workshop([
            "Fuzz/Sources/ValidatePath/EntryPoint.swift": "", "Fuzz/Regressions/README.md": "",
            "findings/ValidatePath-x-00c0ffee/report.txt":
                "script/fuzz ValidatePath --replay findings/x/input\n\nValidatePath: x\n",
            // The second profile, the baseline keys, and no defect.
            "findings/ValidatePath-x-00c0ffee/input": "\u{1}",
        ])
        let result = workshop.hatpin("promote findings/ValidatePath-x-00c0ffee --as path/other")
        #expect(result.exit == 0 && result.error == "")
        #expect(workshop.read("Fuzz/Regressions/ValidatePath/other") == "\u{1}")
        let text = workshop.read("Scenarios/path/other.yaml")
        #expect(text.hasPrefix("scenario: other\n"))
        #expect(text.contains("party: { reference: { profile: rfc5280 } }\n"))
        #expect(workshop.hatpin("lint").exit == 0)
    }

    @Test(
        arguments: [
            ("findings/none", "is not a finding"),
            ("findings/DecodePEM-leak-00c0ffee --as ../../x.y", "is not a valid name"),
            ("findings/other", "does not begin with the command"),
            ("findings/gone", "there is no fuzz target 'Gone' in this checkout"),
        ]
    )
    func `promote rejects a folder that is not a promotable finding`(
        arguments: String,
        text: String
    ) throws {
        let workshop = try Self.workshop()
        try workshop.write("something else\n", to: "findings/other/report.txt")
        try workshop.write(
            "script/fuzz Gone --replay findings/gone/input\n",
            to: "findings/gone/report.txt"
        )
        try workshop.write("", to: "findings/gone/input")
        let result = workshop.hatpin("promote \(arguments)")
        #expect(result.exit == 64)
        #expect(result.error.contains(text))
    }
}
