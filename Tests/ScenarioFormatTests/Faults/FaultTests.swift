import ScenarioFormat
import Testing

/// Codes and messages of faults in scenario files.
struct FaultTests {
    @Test func `every diagnostic code has a description`() {
        let codes = DiagnosticCode.catalogue
        #expect(Set(codes.map(\.rawValue)).count == codes.count)
        for code in codes {
            #expect(code.rawValue.wholeMatch(of: /[A-Z][0-9]{3}/) != nil, "\(code.rawValue)")
            #expect(code.about.last == ".", "\(code.rawValue)")
        }
    }

    @Test(arguments: [
        (Fault.otherEnding, "E001", "a scenario file's name ends in .yaml"),
        (
            .duplicateID("a/b", other: "b.yaml", line: 3), "E002",
            "the id 'a/b' is taken by b.yaml:3"
        ),
        (.unusedEntity("spare"), "E024", "nothing uses the entity 'spare'"),
    ])
    func `a fault's message is a fragment without a full stop`(
        fault: Fault,
        code: String,
        problem: String
    ) {
        #expect(fault.code.rawValue == code)
        #expect(fault.problem == problem)
        #expect(fault.problem.last != "." && fault.help?.last != ".")
    }

    @Test(arguments: [
        ("38", "the newest is 37"), ("20", "the oldest is 21"), ("3x", "did you mean '30'?"),
    ])
    func `proposes the nearest bound for a number out of range`(value: String, help: String) {
        let levels = (21...37).map { "\($0)" }
        let fault = Fault.unknownSettingValue(value, of: "level", known: levels, alike: nil)
        #expect(fault.help == help)
    }

    @Test func `proposes no bound if the known values are words`() {
        let known = ["any", "0", "1"]
        let fault = Fault.unknownSettingValue("2", of: "some", known: known, alike: nil)
        #expect(fault.help == "did you mean '0'?")
    }
}
