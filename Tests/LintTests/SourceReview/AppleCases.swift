import TestSupport
import Testing

/// Alamofire, AFNetworking, URLSession.
struct AppleCodeTests {
    static let cases =
        alamofire + afNetworking + urlSession + connections
        + otherAnswers + handedOn + otherPaths + policies + forgotten

    @Test(arguments: cases)
    func `a mistake is named, and fixed`(test: CodeCase) { check(test) }

    @Test func `its words`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "apple.txt")
    }
}
