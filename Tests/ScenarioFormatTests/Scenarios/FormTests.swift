import Testing

@testable import ScenarioFormat

/// A form reads every key of the format, except the structural keys.
struct FormTests {
    /// Keys without a value of their own: they name or expand the document, or contain overlays and
    /// verdicts with forms of their own.
    private static let structural: Set<String> = [
        "version", "scenario", "base", "cases", "matrix", "party", "expect", "secure", "known",
        "control", "when", "steps",
    ]

    @Test func `a form reads every key of a scenario file except the structural keys`() {
        var unread: Set<String> = []
        func walk(_ shape: Shape) {
            switch shape {
            case .text, .word, .anything: break
            case .list(let element, _, _): walk(element)
            case .table(_, _, let value): walk(value)
            case .choice(let text, let list, let mapping):
                for shape in [text, list, mapping].compactMap(\.self) { walk(shape) }
            case .mapping(let mapping):
                for field in mapping.fields where field.isBuilt {
                    if !field.isRead { unread.insert(field.key) }
                    walk(field.shape)
                }
            }
        }
        walk(.scenario)
        #expect(unread == Self.structural)
    }
}
