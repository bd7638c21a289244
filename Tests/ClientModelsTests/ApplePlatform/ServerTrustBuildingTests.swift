import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Cases in which Apple builds another chain than OpenSSL 3.0.19.
///
/// The name of each case states OpenSSL's answer.
///
/// OpenSSL's results are measured; Apple's were read in Security-61901.0.87.0.1,
/// trust/trustd/SecTrustServer.c, and inferred for failures.
struct ServerTrustBuildingTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "look-alike": .intermediate("other-root") { $0.copy = "intermediate" },
        "other-root": .root(),
        "forged": .leaf("look-alike", "www.example.test") {
            $0.authorityKeyID = Entity.KeyID.none
        },
        "self": .selfSigned("www.example.test"),
        "rogue": .leaf("leaf", "www.example.test"),
        "expired-root": .root { $0.expire() },
        "below-expired-root": .leaf("expired-root", "www.example.test"),
        "expired-self": .selfSigned("www.example.test") { $0.expire() },
        "old": .intermediate("root") {
            ($0.copy, $0.keyOf) = ("intermediate", "intermediate")
            $0.expire()
        },
        "constrained-root": .root {
            $0.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.com")],
                excluded: []
            )
        },
        "below-constrained-root": .leaf("constrained-root", "www.example.test"),
        "short-root": .root { $0.pathLength = 0 },
        "one": .intermediate("other"),
        "other": .intermediate("one"),
        "leaf-of-circle": .leaf("one", "www.example.test"),
        "below-short-root": .intermediate("short-root"),
        "short-leaf": .leaf("below-short-root", "www.example.test"),
    ])

    private static let end = Fixture.now + -86_400

    @Test(
        arguments: [
            ServerTrustCase(
                test: "wrong signature: OpenSSL has [forged, intermediate, root]",
                served: ["forged", "intermediate"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .badSignature(depth: 0),
                chain: ["forged"]
            ),
            ServerTrustCase(
                test: "self-signed and an unrelated certificate: the same",
                served: ["self", "intermediate"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .selfSigned,
                chain: ["self"]
            ),
            ServerTrustCase(
                test: "self-signed leaf as anchor: the same",
                served: ["self"],
                anchors: ["self"],
                chain: ["self"]
            ),
            ServerTrustCase(
                test: "intermediate as anchor: OpenSSL needs PARTIAL_CHAIN",
                served: ["leaf", "intermediate"],
                anchors: ["intermediate"],
                chain: ["leaf", "intermediate"]
            ),
            ServerTrustCase(
                test: "issued leaf as anchor: OpenSSL has [leaf, intermediate]",
                served: ["leaf", "intermediate"],
                anchors: ["leaf"],
                chain: ["leaf"]
            ),
            ServerTrustCase(
                test: "leaf and root as anchors: OpenSSL has [leaf, intermediate, root]",
                served: ["leaf", "intermediate"],
                anchors: ["leaf", "root"],
                chain: ["leaf"]
            ),
            ServerTrustCase(
                test: "expired root: the same",
                served: ["below-expired-root"],
                anchors: ["expired-root"],
                result: .recoverableFailure,
                reason: .expired(notAfter: end, verifyDate: Fixture.now, depth: 1),
                chain: ["below-expired-root", "expired-root"]
            ),
            ServerTrustCase(
                test: "expired self-signed anchor: the same",
                served: ["expired-self"],
                anchors: ["expired-self"],
                result: .recoverableFailure,
                reason: .expired(notAfter: end, verifyDate: Fixture.now, depth: 0),
                chain: ["expired-self"]
            ),
            ServerTrustCase(
                test: "signed by an end entity: the same with its errors overridden",
                served: ["rogue", "leaf", "intermediate"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .issuerNotCA(depth: 1),
                chain: ["rogue", "leaf", "intermediate", "root"]
            ),
            ServerTrustCase(
                test: "below a pinned end entity: the same",
                served: ["rogue"],
                anchors: ["leaf"],
                result: .recoverableFailure,
                reason: .issuerNotCA(depth: 1),
                chain: ["rogue", "leaf"]
            ),
            ServerTrustCase(
                test: "no anchor: the same",
                served: ["leaf", "intermediate", "root"],
                result: .recoverableFailure,
                reason: .unknownIssuer(depth: 2),
                chain: ["leaf", "intermediate", "root"]
            ),
            ServerTrustCase(
                test: "no intermediate: the same",
                served: ["leaf", "root"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .unknownIssuer(depth: 0),
                chain: ["leaf"]
            ),
        ]
    )
    func `builds the chains of OpenSSL and Apple`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test(
        arguments: [
            ServerTrustCase(
                test: "a cycle of two issuers ends where it closes",
                served: ["leaf-of-circle", "one", "other"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .unknownIssuer(depth: 2),
                chain: ["leaf-of-circle", "one", "other"]
            ),
            ServerTrustCase(
                test: "an expired issuer loses to one that is valid",
                served: ["leaf", "intermediate", "old"],
                system: ["root"],
                chain: ["leaf", "intermediate", "root"]
            ),
            ServerTrustCase(
                test: "an expired issuer is in the chain if there is no other",
                served: ["leaf", "old"],
                system: ["root"],
                result: .recoverableFailure,
                reason: .expired(notAfter: end, verifyDate: Fixture.now, depth: 1),
                chain: ["leaf", "old", "root"]
            ),
            ServerTrustCase(
                test: "an anchor's name constraints apply",
                served: ["below-constrained-root"],
                anchors: ["constrained-root"],
                result: .recoverableFailure,
                reason: .nameNotPermitted("www.example.test", depth: 0)
            ),
            ServerTrustCase(
                test: "an anchor's path length applies",
                served: ["short-leaf", "below-short-root"],
                anchors: ["short-root"],
                result: .recoverableFailure,
                reason: .pathLength(limit: 0, depth: 2)
            ),
        ]
    )
    func `applies the path rules of trustd`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }

    @Test(arguments: [14, 15])
    func `builds paths of at most 15 certificates`(authorities: Int) throws {
        let names = (0..<authorities).map { "ca\($0)" }
        var entities = ["ca0": Entity.root()]
        for (issuer, name) in zip(names, names.dropFirst()) {
            entities[name] = .intermediate(issuer)
        }
        entities["leaf"] = .leaf("ca\(authorities - 1)", "www.example.test")
        let fixture = Fixture(entities)
        let chain = ["leaf"] + names.reversed()
        let isTooLong = authorities == 15
        let test = ServerTrustCase(
            test: "\(authorities + 1) certificates",
            served: chain.dropLast(),
            system: ["ca0"],
            result: isTooLong ? .recoverableFailure : .unspecified,
            reason: isTooLong ? .chainTooLong(limit: 15) : nil,
            chain: Array(chain.prefix(15))
        )
        try test.check(fixture)
    }

    /// The leaf alone is one path, and each issuer with the same name and key adds one path.
    @Test(arguments: [99, 100])
    func `stops the search for a path after a hundred paths`(issuers: Int) throws {
        var entities: [String: Entity] = [
            "root": .root(), "ca0": .intermediate("root"), "leaf": .leaf("ca0", "www.example.test"),
        ]
        let copies = (1..<issuers).map { "ca\($0)" }
        for name in copies {
            entities[name] = .intermediate("root") { ($0.copy, $0.keyOf) = ("ca0", "ca0") }
        }
        let isBeyond = issuers == 100
        let test = ServerTrustCase(
            test: "\(issuers) issuers with one name",
            served: ["leaf", "ca0"] + copies,
            system: ["root"],
            result: isBeyond ? .recoverableFailure : .unspecified,
            reason: isBeyond ? .unknownIssuer(depth: 1) : nil
        )
        try test.check(Fixture(entities))
    }
}
