import PathValidation
import Testing

/// The rules of IDNA2008 on labels: for each rule a label that breaks it, and the closest valid
/// label.
@Suite struct InternationalLabelTests {
    @Test(arguments: [
        // A character that is neither a letter nor a digit (RFC 5892 §2).
        ("☃", "xn--n3h", false), ("faß", "xn--fa-hia", true),
        // Not composed (RFC 5891 §4.2.1).
        ("e\u{301}x", "xn--ex-8tb", false), ("\u{e9}x", "xn--x-9fa", true),
        // Joiners and other characters outside their context (RFC 5892 Appendix A).
        ("\u{200d}", "xn--1ug", false), ("क्\u{200d}ष", "xn--11b2ezcw70k", true),
        ("a·b", "xn--ab-0ea", false), ("l·l", "xn--ll-0ea", true),
        // Two directions (RFC 5893 §2).
        ("aא", "xn--a-0hc", false), ("אב", "xn--4dbc", true),
        // Another label than the encoded label.
        ("bücher", "xn--fa-hia", false), ("bücher", "xn--bcher-kva", true),
        // Hyphens in the third and fourth place (RFC 5891 §4.2.3.1).
        ("ab--é", "xn--ab---epa", false), ("a--é", "xn--a---dma", true),
    ])
    func `applies the rules of IDNA2008`(_ label: String, _ encoded: String, isRegistrable: Bool) {
        #expect(InternationalLabel.isRegistrable(label, as: encoded) == isRegistrable)
    }

    @Test func `accepts a label with an unassigned character`() {
        #expect(InternationalLabel.isRegistrable("\u{378}x", as: "xn--x-pib"))
    }
}
