import Crypto
import Testing

@testable import TLS

/// A server that is configured to choose badly chooses what the client offers, and completes the
/// handshake.
///
/// This finds clients that offer and accept what no client should.
struct OfferedChoiceTests {
    /// Suites in the syntax of `openssl s_client -cipher`, and the chosen kind.
    struct Weak: CustomTestStringConvertible, Sendable {
        let violation: String
        let suites: String
        let isOfKind: @Sendable (EngineSuite) -> Bool
        var testDescription: String { "\(violation) of \(suites)" }
    }

    private static let weak: [Weak] =
        [
            "ALL:COMPLEMENTOFALL:@SECLEVEL=0", "aNULL:@SECLEVEL=0", "ADH:@SECLEVEL=0",
            "AECDH:@SECLEVEL=0",
        ]
        .map { Weak(violation: "anonymous-suite", suites: $0) { $0.isAnonymous } }
        + ["ALL:COMPLEMENTOFALL:@SECLEVEL=0", "eNULL:-aNULL:@SECLEVEL=0"].map {
            Weak(violation: "null-rsa-suite", suites: $0) { $0.name.contains("NULL") }
        }

    @Test(arguments: weak, [KeyAlgorithm.p256, .rsa2048])
    func `libssl accepts a weak suite that libssl offered`(weak: Weak, key: KeyAlgorithm) throws {
        var connection = try LibsslClient(
            Served.settings(key),
            violations: [#require(Violation.named(weak.violation))],
            versions: .v1_2 ... .v1_2,
            suites: weak.suites
        )
        let end = connection.run()
        #expect(connection.server.notApplicable == [:])
        #expect(end.isAnswered, "\(end)")
        let suite = try #require(connection.server.script?.suite)
        #expect(weak.isOfKind(suite), "\(suite.name)")
        #expect(end.shown.isEmpty == suite.isAnonymous)
    }

    /// The control: the same client without the suites rejects it.
    @Test(arguments: ["anonymous-suite", "null-rsa-suite"], [KeyAlgorithm.p256, .rsa2048])
    func `libssl rejects a weak suite that libssl did not offer`(
        violation: String,
        key: KeyAlgorithm
    ) throws {
        var connection = try LibsslClient(
            Served.settings(key),
            violations: [#require(Violation.named(violation))],
            versions: .v1_2 ... .v1_2
        )
        let end = connection.run()
        #expect(connection.server.notApplicable == [:])
        #expect(!end.isAnswered && end.alert == 47, "\(end)")
    }

    /// libssl is built without some of the ciphers.
    @Test(
        arguments: EngineSuite.weak.filter {
            $0.isAnonymous || ["NULL", "RC4"].contains(where: $0.name.contains)
        }
    )
    func `the server chooses the offered weak suite`(suite: EngineSuite) throws {
        let violation =
            suite.isAnonymous
            ? "anonymous-suite"
            : suite.keyExchange == .rsaExport
                ? "export-suite" : suite.name.contains("NULL") ? "null-rsa-suite" : "rc4-suite"
        let settings = try Served.settings(suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048)
        // The server also prefers the weak suite to the honest suites.
        for others in [[], EngineSuite.all.map(\.code)] {
            var offer = ClientOffer(draws: Served.clientDraws)
            offer.versions = .v1_2 ... .v1_2
            offer.suites = others + [suite.code]
            var connection = try StrictConnection(
                settings,
                violations: [#require(Violation.named(violation))],
                offer
            )
            let end = try connection.run()
            // No honest server has an export suite in TLS 1.2.
            let isAlone = others.isEmpty && suite.keyExchange == .rsaExport
            #expect(end.isAnswered != isAlone, "\(suite.name): \(end)")
            guard !isAlone else { continue }
            #expect(connection.server.script?.suite == suite)
            #expect(connection.server.notApplicable == [:])
        }
    }

    /// Reserved values that a client lists are chosen in exactly that form.
    @Test func `the server chooses a reserved number that the client lists`() throws {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        offer.suites += [0x5a5a, 0x5600]
        // A server of TLS 1.3 itself rejects the fallback (RFC 7507 §3).
        var settings = try Served.settings()
        settings.versions = .v1_2 ... .v1_2
        for (violation, number) in [("grease-suite", UInt16(0x5a5a)), ("fallback-suite", 0x5600)] {
            var connection = try StrictConnection(
                settings,
                violations: [#require(Violation.named(violation))],
                offer
            )
            let end = try connection.run()
            #expect(!end.isAnswered, "\(end)")
            #expect(connection.server.notApplicable == [:])
            let hellos = connection.server.script?.steps.compactMap { step -> UInt16? in
                guard case .say(let message) = step, case .serverHello(let hello) = message.body
                else { return nil }
                return hello.suite
            }
            #expect(hellos == [number])
        }
    }
}
