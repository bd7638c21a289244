import TestSupport
import Testing

/// Alamofire, AFNetworking, URLSession.
struct AppleCodeTests {
    static let cases =
        alamofire + afNetworking + urlSession + connections
        + otherAnswers + handedOn + otherPaths + policies + forgotten

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "apple.txt")
    }
}
