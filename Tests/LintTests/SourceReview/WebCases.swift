import TestSupport
import Testing

/// Node.js, Go, servers and YAML.
struct WebTests {
    static let cases = node + go + servers + yaml

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "web.txt")
    }
}
