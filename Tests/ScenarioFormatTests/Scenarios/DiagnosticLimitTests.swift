import Testing

@testable import ScenarioFormat

/// Each diagnostic quotes its line, so their number is limited.
struct DiagnosticLimitTests {
    private static let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    private static let faults = [
        "equal values of an axis": "expect: accept\nmatrix: { leaf.serial: ["
            + Array(repeating: "1", count: 300).joined(separator: ", ") + "] }",
        "values of an axis that are none": "expect: accept\nmatrix: { leaf.key: ["
            + (0..<300).map { "k\($0)" }.joined(separator: ", ") + "] }",
        "cases with a fault each": "expect: accept\ncases:\n"
            + (0..<300).map { "  c\($0): { leaf: { issuer: nowhere\($0) } }\n" }.joined(),
    ]

    @Test(arguments: faults.keys.sorted())
    func `limits a document to a hundred diagnostics`(fault: String) async throws {
        let fixture = try Fixture(["it.yaml": Self.head + (Self.faults[fault] ?? "")])
        let library = await fixture.load()
        #expect(library.diagnostics.count == Diagnostic.maximumPerDocument)
        #expect(library.scenarios.isEmpty)
    }
}
