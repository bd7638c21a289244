import PathValidation
import Testing

/// The rules of IDNA2008 on labels, one broken and its nearest kept.
@Suite struct InternationalLabelTests {
    @Test(arguments: [
        // A character of no letters or digits (RFC 5892 §2).
        ("☃", "xn--n3h", false), ("faß", "xn--fa-hia", true),
        // Not composed (RFC 5891 §4.2.1).
        ("e\u{301}x", "xn--ex-8tb", false), ("\u{e9}x", "xn--x-9fa", true),
        // Joiners and others out of their context (RFC 5892 Appendix A).
        ("\u{200d}", "xn--1ug", false), ("क्\u{200d}ष", "xn--11b2ezcw70k", true),
        ("a·b", "xn--ab-0ea", false), ("l·l", "xn--ll-0ea", true),
        // Two directions (RFC 5893 §2).
        ("aא", "xn--a-0hc", false), ("אב", "xn--4dbc", true),
        // Another label than the encoded one.
        ("bücher", "xn--fa-hia", false), ("bücher", "xn--bcher-kva", true),
        // Hyphens in the third and fourth place (RFC 5891 §4.2.3.1).
        ("ab--é", "xn--ab---epa", false), ("a--é", "xn--a---dma", true),
    ])
    func label(_ label: String, _ encoded: String, isRegistrable: Bool) {
        #expect(InternationalLabel.isRegistrable(label, as: encoded) == isRegistrable)
    }

    @Test func `a character without a meaning yet is allowed`() {
        #expect(InternationalLabel.isRegistrable("\u{378}x", as: "xn--x-pib"))
    }
}
