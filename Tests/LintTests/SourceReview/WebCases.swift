import TestSupport
import Testing

/// Node.js, React Native, Python, Go, Dart, SwiftNIO, servers and YAML.
struct WebTests {
    static let cases = node + reactNative + python + go + dart + servers + yaml

    @Test(arguments: cases)
    func `a mistake is named, and fixed`(test: CodeCase) { check(test) }

    @Test func `its words`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "web.txt")
    }
}
