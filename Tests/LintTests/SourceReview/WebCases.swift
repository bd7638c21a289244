import TestSupport
import Testing

/// Node.js and servers.
struct WebTests {
    static let cases = node + servers

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "web.txt")
    }
}
