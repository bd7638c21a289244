import OpenSSL
import Testing

@testable import TLSProtocol

/// libssl's client refuses deviated scripts and accepts their twins.
struct DeviationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let deviation: Deviation
        let version: TLSVersion

        var testDescription: String { "\(deviation.name) \(version)" }
    }

    static let cases = Deviation.catalogue.flatMap { deviation in
        deviation.versions.sorted().map { Case(deviation: deviation, version: $0) }
    }

    /// Alerts of libssl 3.0 that are not the rule's, each seen.
    private static let others: [String: UInt8] = [
        "unoffered-scheme v1_2": 40, "change-cipher-spec-twice v1_2": 80,
        "unasked-extension v1_2": 47, "unasked-extension v1_3": 47,
        "unasked-protocol v1_2": 50, "unasked-protocol v1_3": 50,
        "renegotiated-first v1_2": 47,
    ]

    private static func key(_ example: Case) -> KeyAlgorithm {
        example.deviation.name == "pkcs1-signature" ? .rsa2048 : .p256
    }

    private static func settings(_ example: Case) throws -> ServerSettings {
        var settings = try Served.settings(key(example))
        settings.versions = example.version...example.version
        settings.chooseProtocol = { $0.first }
        return settings
    }

    private static func connect(
        _ example: Case,
        _ deviations: [Deviation]
    ) throws -> LibsslClient {
        try LibsslClient(
            settings(example),
            deviations: deviations,
            versions: example.version...example.version,
            suites: example.version == .v1_3 ? "TLS_AES_128_GCM_SHA256" : nil,
            schemes: "ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256"
        )
    }

    @Test(arguments: cases)
    func `libssl refuses it with the rule's alert`(example: Case) throws {
        var connection = try Self.connect(example, [example.deviation])
        let end = connection.run()
        #expect(connection.server.notApplicable == [:])
        #expect(!end.isAnswered)
        let name = example.testDescription
        #expect(end.alert == Self.others[name] ?? example.deviation.alert, "\(name)")
    }

    @Test(arguments: cases)
    func `libssl accepts its twin`(example: Case) throws {
        var connection = try Self.connect(example, [])
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
    }

    /// The steps of both scripts that the other has not.
    @Test(arguments: cases)
    func `it differs from its twin in one place`(example: Case) throws {
        var connection = try Self.connect(example, [])
        _ = connection.run()
        let first = connection.server.hello
        let hello = try #require(first)
        let facts = try Facts(hello: hello, settings: Self.settings(example))
        let honest = try Script.honest(facts)
        var deviated = honest
        try example.deviation.apply(&deviated, facts)
        let difference = deviated.steps.difference(from: honest.steps)
        #expect((1...2).contains(difference.count), "\(difference)")
        #expect(difference.insertions.count <= 1 && difference.removals.count <= 1)
    }

    @Test func `a client without occasion makes it not applicable`() throws {
        let deviation = try #require(
            Deviation.catalogue.first { $0.name == "swapped-randoms" }
        )
        var connection = try LibsslClient(Served.settings(), deviations: [deviation])
        let end = connection.run()
        #expect(end.isAnswered)
        let notApplicable = connection.server.notApplicable
        #expect(notApplicable == ["swapped-randoms": .otherVersion])
    }

    @Test func `names are unique`() {
        let names = Deviation.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
