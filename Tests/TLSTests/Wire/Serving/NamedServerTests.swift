import Crypto
import Testing

@testable import TLS

/// Servers that choose a certificate by the name that the client indicates.
struct NamedServerTests {
    struct Case: CustomTestStringConvertible {
        let indicated: String?
        let isNamed: Bool

        var testDescription: String { indicated ?? "no name" }
    }

    private static let cases = [
        Case(indicated: "other.example.test", isNamed: true),
        Case(indicated: "OTHER.example.test", isNamed: true),
        Case(indicated: "www.example.test", isNamed: false),
        Case(indicated: nil, isNamed: false),
    ]

    @Test(arguments: cases, TLSEngine.allCases)
    func `the server name indication selects the certificate`(
        example: Case,
        engine: TLSEngine
    ) throws {
        let (first, other) = (try TestServer().credential, try TestServer(.p384).credential)
        var presentation = Presentation(credential: first)
        presentation.engine = engine
        presentation.named = ["other.example.test": other]
        var shown: [[UInt8]] = []
        let client = Client(host: "www.example.test", serverName: example.indicated) {
            shown = $0.chain
            return .proceed
        }
        let exchanged = try Loopback().exchange(presentation, with: client, deadline: .seconds(20))
        #expect(exchanged.observation.requested)
        #expect(shown == (example.isNamed ? other : first).chain)
    }

    @Test func `a server waits for the server name indication only if certificates depend on it`()
        throws
    {
        let listener = try Socket.listening(on: .ipv4)
        let silent = Connection(try Socket.connecting(to: listener.local()))
        let served = ServedConnection(silent, secrets: Secrets())
        let credential = try TestServer().credential
        var presentation = Presentation(credential: credential)
        #expect(served.choice(of: presentation) != nil)
        presentation.named = ["other.example.test": credential]
        #expect(served.choice(of: presentation) == nil)
    }
}
