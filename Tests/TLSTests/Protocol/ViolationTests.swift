import Crypto
import Testing

@testable import TLS

/// libssl's client rejects violations and accepts the controls.
struct ViolationTests {
    typealias Case = StrictCase

    /// libssl offers one session at a time.
    static let cases = StrictCase.all.filter {
        $0.violation.name != "early-data-of-second-session"
    }

    /// Returns the suites to offer, without the ones that the server chooses unasked.
    private static func newestSuites(_ name: String) -> String {
        let suites = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384"
        // This suite has the same digest as the first suite.
        return name == "early-data-under-other-suite"
            ? suites + ":TLS_CHACHA20_POLY1305_SHA256" : suites
    }

    private static func groups(_ example: Case) -> String {
        let (name, needs) = (example.violation.name, example.violation.needs)
        if name == "finite-field-group" { return "X25519:P-256:ffdhe2048" }
        // In TLS 1.2, libssl names no finite fields.
        if needs.contains(.finiteField), example.version == .v1_3 { return "ffdhe2048" }
        return needs.contains(.group(.secp256r1)) ? "P-256" : "X25519:P-256"
    }

    private static func connect(
        _ example: Case,
        _ violations: [Violation]
    ) throws -> LibsslClient {
        let name = example.violation.name
        let lowest = example.version
        var session: LibsslClient.Session?
        if example.violation.needsSession {
            var first = try LibsslClient(example.firstSettings())
            _ = first.run()
            session = first.session
        }
        return try LibsslClient(
            example.settings(isHonest: violations.isEmpty),
            violations: violations,
            versions: example.violation.needs.contains(.bothVersions)
                ? min(lowest, .v1_2) ... .v1_3 : lowest...lowest,
            suites: lowest == .v1_3 ? newestSuites(name) : nil,
            groups: groups(example),
            schemes: "ecdsa_secp256r1_sha256:ecdsa_secp384r1_sha384:rsa_pss_rsae_sha256"
                + ":rsa_pss_pss_sha256:ed25519"
                + (name == "forged-padding" ? ":rsa_pkcs1_sha256" : ""),
            protocols: example.offer().protocols,
            serverName: example.offer().serverName,
            session: session,
            sendsEarlyData: example.violation.needsEarlyData
        )
    }

    @Test(arguments: cases)
    func `libssl rejects the violation with the rule's alert`(example: Case) throws {
        var connection = try Self.connect(example, [example.violation])
        let end = connection.run()
        let name = example.testDescription
        if let reason = LibsslLeniency.missing(example.violation) {
            let missed = connection.server.notApplicable
            #expect(missed == [example.violation.name: reason], "\(name)")
            #expect(end.isAnswered, "\(name)")
            return
        }
        #expect(connection.server.notApplicable == [:], "\(name)")
        guard !LibsslLeniency.accepted.contains(name) else {
            #expect(end.isAnswered, "\(name)")
            return
        }
        if let later = LibsslLeniency.later[name], end.alert == later,
            end.isAnswered == (later == nil)
        {
            return
        }
        #expect(!end.isAnswered, "\(name)")
        let (alert, others) = (example.violation.alert, example.violation.otherAlerts)
        let other = end.alert.flatMap { others.contains($0) ? $0 : nil }
        let expected = LibsslLeniency.alerts[name] ?? other ?? alert
        #expect(end.alert == expected, "\(name) \(String(describing: end.failure))")
    }

    @Test(arguments: StrictCase.allowed)
    func `libssl accepts violations that the rules allow`(example: Case) throws {
        var connection = try Self.connect(example, [example.violation])
        let end = connection.run()
        let missed = connection.server.notApplicable
        let reason = LibsslLeniency.missing(example.violation)
        #expect(missed == (reason.map { [example.violation.name: $0] } ?? [:]))
        let isRefused = LibsslLeniency.refused.contains(example.testDescription)
        #expect(end.isAnswered != isRefused, "\(example.testDescription): \(end)")
    }

    @Test(arguments: cases)
    func `libssl accepts a handshake without the violation`(example: Case) throws {
        var connection = try Self.connect(example, [])
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
    }

    /// Returns the settings of a server, and a client's hello for which the violation is possible.
    private static func facts(_ example: Case) throws -> Facts {
        guard LibsslLeniency.missing(example.violation) == nil else {
            var connection = try example.connect([])
            _ = try connection.run()
            let hello = connection.server.hello
            return Facts(hello: try #require(hello), settings: try example.settings())
        }
        var connection = try Self.connect(example, [])
        _ = connection.run()
        let hello = connection.server.hello
        return Facts(
            hello: try #require(hello),
            settings: try example.settings()
        )
    }

    /// The steps that only one of the two scripts has.
    @Test(arguments: cases + Case.allowed)
    func `the script with a violation differs from the honest script in one place`(
        example: Case
    ) throws {
        let facts = try Self.facts(example)
        let honest = try Script.honest(facts)
        var violating = honest
        try example.violation.apply(&violating, facts)
        let part = example.violation.part
        guard part != .script else {
            return #expect(violating.steps != honest.steps)
        }
        let difference = violating.steps.difference(from: honest.steps)
        let isOfSecret = violating.resumption != honest.resumption || part == .secret
        #expect(!difference.isEmpty || isOfSecret)
        for changes in [difference.insertions, difference.removals] {
            let places = changes.map(Self.offset)
            let span = (places.max() ?? 0) - (places.min() ?? 0)
            guard part != .places else { continue }
            #expect(span <= max(0, changes.count - 1), "\(example.testDescription) \(places)")
        }
    }

    private static func offset(_ change: CollectionDifference<Step>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    @Test func `each violation belongs to an attack, and there are at least 120`() {
        #expect(Violation.catalogue.count >= 120)
        #expect(Violation.catalogue.filter(\.attacks.isEmpty).map(\.name) == [])
    }

    @Test func `an impossible violation is not applicable`() throws {
        let violation = try #require(
            Violation.catalogue.first { $0.name == "swapped-randoms" }
        )
        var connection = try LibsslClient(Served.settings(), violations: [violation])
        let end = connection.run()
        #expect(end.isAnswered)
        let notApplicable = connection.server.notApplicable
        #expect(notApplicable == ["swapped-randoms": .otherVersion])
    }

    @Test
    func `a violation that omits a message is not applicable if the message would not be sent`()
        throws
    {
        let violation = try #require(Violation.named("finished-without-server-key-exchange"))
        var settings = try Served.settings(.rsa2048)
        settings.versions = .v1_2 ... .v1_2
        settings.suites.removeAll { $0.keyExchange != .rsa }
        var connection = try LibsslClient(settings, violations: [violation])
        let end = connection.run()
        let notApplicable = connection.server.notApplicable
        #expect(end.isAnswered)
        #expect(notApplicable == [violation.name: .noMessage(.serverKeyExchange)])
    }

    @Test func `violations have unique names`() {
        let names = Violation.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [[4] + [UInt8](repeating: 9, count: 64), [2, 7, 7], [3, 7, 7], []])
    func `a compressed point differs from the original key share`(share: [UInt8]) {
        #expect(Violation.compressed(share) != share)
    }
}
