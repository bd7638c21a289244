import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Differences from RFC 5280 in the way in which Apple reads and compares names
/// (Security-61901.0.87.0.1, OSX/sec/Security/SecCertificate.c).
struct ServerTrustNamesTests {
    private static func constraint(_ value: String, critical: Bool = false) -> Entity.AddedExtension
    {
        Entity.AddedExtension(oid: .nameConstraints, critical: critical, value: hexBytes(value))
    }

    static let fixture = Fixture([
        "root": .root(),
        "in-capitals": .leaf("intermediate", "www.example.test") {
            $0.issuerName = Name((.commonName, "INTERMEDIATE"), (.organization, "Hatpin"))
        },
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        // otherName without a value, its type 1.2.3
        "opaque": .intermediate("root") {
            $0.extensions = [constraint("300a a008 3006 a004 0602 2a03")]
        },
        "below-opaque": .leaf("opaque", "www.example.test"),
        "opaque-critical": .intermediate("root") {
            $0.extensions = [constraint("300a a008 3006 a004 0602 2a03", critical: true)]
        },
        "below-opaque-critical": .leaf("opaque-critical", "www.example.test"),
    ])

    @Test(arguments: [
        ServerTrustCase(
            test: "an issuer's name equal to the issuer's subject",
            served: ["leaf", "intermediate"],
            system: ["root"],
            chain: ["leaf", "intermediate", "root"]
        ),
        ServerTrustCase(
            test: "an issuer's name in another case",
            served: ["in-capitals", "intermediate"],
            system: ["root"],
            result: .recoverableFailure,
            reason: .nameChaining(depth: 0),
            chain: ["in-capitals"]
        ),
        ServerTrustCase(
            test: "a constraint on an otherName without a value",
            served: ["below-opaque", "opaque"],
            system: ["root"]
        ),
        ServerTrustCase(
            test: "a critical constraint on an otherName without a value",
            served: ["below-opaque-critical", "opaque-critical"],
            system: ["root"],
            result: .recoverableFailure,
            reason: .badNameConstraint(depth: 1)
        ),
    ])
    func `compares issuer names as trustd does`(_ test: ServerTrustCase) throws {
        try test.check(Self.fixture)
    }
}
