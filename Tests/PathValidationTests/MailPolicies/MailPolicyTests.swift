import Testing

@testable import PathValidation

/// Texts of MTA-STS policies, and the mail hosts that a policy lists.
struct MailPolicyTests {
    private static let sound = MailPolicy(mode: .enforce, mx: ["mx.example.test"], maxAge: 86_400)

    @Test(arguments: [
        ("as written", sound.text, sound),
        (
            "with line feeds alone, blanks and an unknown key",
            "version:STSv1\nmode:\t enforce\nmx: mx.example.test\nx: y\nmax_age:86400", sound
        ),
        (
            "with repeated keys, of which the first counts",
            sound.text + "mode: none\r\nmax_age: 1\r\n", sound
        ),
        (
            "without mail hosts in the mode none",
            "version: STSv1\r\nmode: none\r\nmax_age: 0\r\n",
            MailPolicy(mode: .none, mx: [], maxAge: 0)
        ),
        ("empty", "", nil),
        ("without a version", "mode: enforce\r\nmx: a.test\r\nmax_age: 1\r\n", nil),
        ("of another version", "version: STSv2\r\nmode: enforce\r\nmx: a\r\nmax_age: 1\r\n", nil),
        ("without a mode", "version: STSv1\r\nmx: a.test\r\nmax_age: 1\r\n", nil),
        ("of another mode", "version: STSv1\r\nmode: strict\r\nmx: a\r\nmax_age: 1\r\n", nil),
        ("without mail hosts", "version: STSv1\r\nmode: enforce\r\nmax_age: 1\r\n", nil),
        ("without an age", "version: STSv1\r\nmode: enforce\r\nmx: a\r\n", nil),
        ("with a negative age", "version: STSv1\r\nmode: none\r\nmax_age: -1\r\n", nil),
        ("older than a year", "version: STSv1\r\nmode: none\r\nmax_age: 31557601\r\n", nil),
        (
            "with an age beyond a number",
            "version: STSv1\r\nmode: none\r\nmax_age: 99999999999999999999\r\n", nil
        ),
        ("with a line without a key", sound.text + "<html>\r\n", nil),
        ("too long", sound.text + String(repeating: "x: y\r\n", count: 11_000), nil),
    ])
    func `accepts only valid policies`(_: String, text: String, policy: MailPolicy?) {
        #expect(MailPolicy(text) == policy)
    }

    @Test(arguments: [
        ("mx.example.test", "mx.example.test", true), ("MX.Example.Test", "mx.example.TEST.", true),
        ("*.example.test", "mx.example.test", true), ("*.example.test.", "mx.example.test", true),
        ("mx.example.test", "x.example.test", false), ("*.example.test", "example.test", false),
        ("*.example.test", "a.mx.example.test", false), ("*.test", "mx.example.test", false),
        ("m*.example.test", "mx.example.test", false), ("*", "mx", false), ("*.", "mx", false),
        ("*.example.test", "mxexample.test", false), ("", "mx", false),
    ])
    func `lists only matching mail hosts`(pattern: String, host: String, isListed: Bool) {
        #expect(MailPolicy(mode: .enforce, mx: [pattern], maxAge: 1).lists(host) == isListed)
    }

    @Test(arguments: [
        ("v=STSv1; id=1;", true), ("v=STSv1;id=1", true), ("v=STSv1 ; id=1 ; x=y", true),
        ("v=STSv1;", false), ("v=STSv1; id=", false), ("id=1; v=STSv1", false),
        ("v=STSv11; id=1", false), ("", false), (";;;", false),
    ])
    func `needs a valid record and a trusted policy host`(record: String, announces: Bool) {
        let lookup = MailPolicyLookup(record: record, host: "a", chain: [], text: Self.sound.text)
        #expect((lookup.policy { _, _ in true } != nil) == announces)
        #expect(lookup.policy { _, _ in false } == nil)
    }
}
