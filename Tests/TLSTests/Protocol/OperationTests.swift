import Crypto
import Testing

@testable import TLS

/// Operations on scripts that scenario files name by their messages.
struct OperationTests {
    /// An operation on the full handshake of a version.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let version: TLSVersion

        var testDescription: String { "\(name) \(version)" }
    }

    private static let newest: [HandshakeType] = [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished,
    ]
    private static let older: [HandshakeType] = [
        .serverHello, .certificate, .serverKeyExchange, .serverHelloDone, .finished,
    ]

    private static func said(in version: TLSVersion) -> [String] {
        (version == .v1_3 ? newest : older).compactMap(\.word)
    }

    /// The insertions that the standards allow.
    private static let legal: Set<String> = [
        "insert certificate-request before certificate v1_3",
        "insert certificate-request before server-hello-done v1_2",
        // RFC 5246 §7.4.1.1: a HelloRequest is allowed at any time.
        "insert hello-request before server-hello v1_2",
        "insert hello-request before certificate v1_2",
        "insert hello-request before server-key-exchange v1_2",
        "insert hello-request before server-hello-done v1_2",
        "insert hello-request before finished v1_2",
    ]

    static let cases = [TLSVersion.v1_2, .v1_3].flatMap { version in
        let said = said(in: version)
        let single = said.flatMap { ["drop \($0)", "repeat \($0)"] }
        let swaps = said.indices.flatMap { first in
            said[(first + 1)...].map { "swap \(said[first]) with \($0)" }
        }
        let insertions = HandshakeType.words.keys.sorted().flatMap { word in
            said.map { "insert \(word) before \($0)" }
        }
        return (single + swaps + insertions).map { Case(name: $0, version: version) }
            .filter { !legal.contains($0.testDescription) }
    }

    private static func connect(
        _ example: Case,
        without omitted: Set<ClientCheck> = []
    ) throws -> StrictConnection {
        let violation = try #require(Violation.named(example.name))
        return try StrictCase(violation: violation, version: example.version)
            .connect([violation], without: omitted)
    }

    @Test(arguments: cases)
    func `the strict client rejects the operation`(example: Case) throws {
        var connection = try Self.connect(example)
        let end = try connection.run()
        let missing = connection.server.notApplicable
        #expect(missing == [:])
        #expect(end.refusal != nil, "\(example.testDescription): \(end)")
    }

    /// The test shows that a client that accepts the stray message is detected.
    @Test(arguments: ["key-update", "new-session-ticket", "certificate-status", "message-hash"])
    func `a client accepts the inserted message only if one check is off`(word: String) throws {
        for version in [TLSVersion.v1_2, .v1_3] {
            let example = Case(name: "insert \(word) before certificate", version: version)
            var connection = try Self.connect(example)
            _ = try connection.run()
            let consulted = connection.client.consulted
            let decisive = try consulted.filter { check in
                var mutant = try Self.connect(example, without: [check])
                return try mutant.run().isAnswered
            }
            #expect(decisive.count == 1, "\(example.testDescription): \(decisive)")
        }
    }

    /// These words have exactly one defect and make the same scripts.
    @Test(arguments: [
        ("drop certificate", "no-certificate", [TLSVersion.v1_2, .v1_3]),
        ("drop finished", "no-finished", [.v1_2, .v1_3]),
        ("drop server-hello-done", "no-server-hello-done", [.v1_2]),
        ("repeat finished", "finished-twice", [.v1_2, .v1_3]),
        ("repeat certificate-verify", "certificate-verify-twice", [.v1_3]),
        ("swap certificate with certificate-verify", "verify-before-certificate", [.v1_3]),
        ("insert finished before certificate", "finished-before-certificate", [.v1_3]),
        ("insert client-hello before certificate", "client-hello-reflected", [.v1_2, .v1_3]),
        ("insert key-update before finished", "key-update-before-finished", [.v1_2, .v1_3]),
    ])
    func `an operation makes the same script as the equivalent named violation`(
        name: String,
        word: String,
        versions: [TLSVersion]
    ) throws {
        for version in versions {
            let operation = try #require(Violation.named(name))
            let example = StrictCase(violation: operation, version: version)
            var connection = try example.connect([])
            _ = try connection.run()
            let said = connection.server.hello
            let hello = try #require(said)
            var settings = try Served.settings()
            settings.versions = version...version
            let facts = Facts(hello: hello, settings: settings)
            var scripts: [[Step]] = []
            for name in [name, word] {
                var script = try Script.honest(facts)
                try #require(Violation.named(name)).apply(&script, facts)
                scripts.append(script.steps)
            }
            #expect(scripts[0] == scripts[1])
        }
    }

    @Test func `an operation on a message that the version lacks is not applicable`() throws {
        var connection = try Self.connect(
            Case(name: "drop server-key-exchange", version: .v1_3)
        )
        let end = try connection.run()
        #expect(end.isAnswered)
        let missing = connection.server.notApplicable
        #expect(missing == ["drop server-key-exchange": .noMessage(.serverKeyExchange)])
    }

    @Test func `parses the name of an operation to the same operation`() {
        for (word, type) in HandshakeType.words {
            let operations: [ScriptOperation] = [
                .drop(type), .repeat(type), .swap(type, with: .finished),
                .insert(.finished, before: type),
            ]
            for operation in operations {
                #expect(operation.name.flatMap(ScriptOperation.init(name:)) == operation, "\(word)")
            }
        }
        for name in ["drop", "drop it", "swap finished", "insert finished", "no-finished"] {
            #expect(ScriptOperation(name: name) == nil)
        }
    }
}
