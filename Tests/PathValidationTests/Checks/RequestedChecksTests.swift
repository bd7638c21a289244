import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules that a relying party adds to a profile for one path.
@Suite struct RequestedChecksTests {
    private static let usages: [SetupCase] = [
        asking("a key usage that is there", .endEntityKeyUsage([.digitalSignature])),
        refusing(
            "a key usage that is not",
            .endEntityKeyUsage([.digitalSignature, .keyAgreement]),
            .keyUsage(missing: .keyAgreement, depth: 0)
        ),
        asking("a key usage of an unlimited key", .endEntityKeyUsage([.keyAgreement])) {
            $0.leaf.keyUsage = []
        },
        refusing(
            "a purpose that is not there",
            .extendedKeyUsage(for: [.serverAuth, .clientAuth]),
            .extendedKeyUsage(missing: .clientAuth, depth: 0)
        ),
        asking("two purposes", .extendedKeyUsage(for: [.serverAuth, .clientAuth])) {
            $0.leaf.extendedKeyUsage = [.clientAuth, .serverAuth]
        },
        asking("any purpose", .extendedKeyUsage(for: [.clientAuth], acceptingAny: true)) {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        refusing(
            "any purpose, which is none",
            .extendedKeyUsage(for: [.clientAuth]),
            .extendedKeyUsage(missing: .clientAuth, depth: 0)
        ) { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
    ]

    private static let depths: [SetupCase] = [
        asking("one intermediate of one", .maximumIntermediates(1)),
        refusing(
            "one intermediate of none",
            .maximumIntermediates(0),
            .chainTooLong(limit: 0)
        ),
        asking(
            "one intermediate of none, which is the anchor",
            .maximumIntermediates(0),
            path: ["leaf", "intermediate"]
        ) {
            $0.serve = ["leaf"]
            $0.trust = ["intermediate"]
        },
        asking(
            "two of one, one of them self-issued",
            .maximumIntermediates(1),
            path: ["leaf", "intermediate", "renewed", "root"],
            change: renew
        ),
        refusing(
            "two of none, one of them self-issued",
            .maximumIntermediates(0),
            .chainTooLong(limit: 0),
            change: renew
        ),
    ]

    /// `renewed` is the intermediate's name with a new key, which signs the old one's certificate.
    @Sendable private static func renew(_ setup: inout Setup) {
        setup["renewed"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["renewed"].copy = "intermediate"
        setup.intermediate.issuer = .entity("renewed")
        setup.serve = ["leaf", "intermediate", "renewed"]
    }

    private static let ofSHA256 = PathCheck.acceptableSignatureAlgorithms([.ecdsaWithSHA256])

    private static let algorithms: [SetupCase] = [
        asking("signatures by the algorithm that is taken", ofSHA256),
        asking("another algorithm of the anchor", ofSHA256) { $0.root.digest = .sha384 },
        refusing(
            "another algorithm of the intermediate",
            ofSHA256,
            .unsupportedAlgorithm(.ecdsaWithSHA384, depth: 1)
        ) { $0.intermediate.digest = .sha384 },
        refusing(
            "another algorithm of the end entity",
            ofSHA256,
            .unsupportedAlgorithm(.ecdsaWithSHA384, depth: 0)
        ) { $0.leaf.digest = .sha384 },
    ]

    private static let names: [SetupCase] = [
        asking(
            "a name and an address",
            .identities([.dns("www.example.test"), .ip([192, 0, 2, 1])])
        ) { $0.leaf.subjectAlternativeNames = [.dns("*.example.test"), .ip([192, 0, 2, 1])] },
        refusing(
            "a name and an address that is not there",
            .identities([.dns("www.example.test"), .ip([192, 0, 2, 1])]),
            .ipMismatch(reference: [192, 0, 2, 1], presented: [])
        ),
        asking("a mailbox, its host in any case", .mailboxes(["a@EXAMPLE.test"])) {
            $0.leaf.subjectAlternativeNames = mailboxes + [.dns("www.example.test")]
        },
        refusing(
            "a mailbox in another case",
            .mailboxes(["a@example.test", "B@example.test"]),
            .mailboxMismatch(
                reference: "B@example.test",
                presented: ["a@example.test", "b@example.test"]
            )
        ) { $0.leaf.subjectAlternativeNames = mailboxes + [.dns("www.example.test")] },
        refusing(
            "a mailbox where there are no names",
            .mailboxes(["a@example.test"]),
            .mailboxMismatch(reference: "a@example.test", presented: [])
        ) {
            $0.leaf.subjectAlternativeNames = []
            $0.identity = nil
        },
    ]

    private static let mailboxes: [DeclaredName] = [
        .email("a@example.test"), .email("b@example.test"),
    ]

    private static func asking(
        _ description: String,
        _ check: PathCheck,
        path: [String] = ["leaf", "intermediate", "root"],
        change: (inout Setup) -> Void = { _ in }
    ) -> SetupCase {
        .accept(description, path) { setup in
            change(&setup)
            setup.checks = Self.checks(with: check)
        }
    }

    private static func refusing(
        _ description: String,
        _ check: PathCheck,
        _ rejection: Rejection,
        change: (inout Setup) -> Void = { _ in }
    ) -> SetupCase {
        .reject(description, rejection) { setup in
            change(&setup)
            setup.checks = Self.checks(with: check)
        }
    }

    /// The catalogue with `check` in place of the one with its name, or before all others.
    private static func checks(with check: PathCheck) -> [PathCheck] {
        [check] + PathCheck.catalogue.leavingOut(check)
    }

    @Test(arguments: usages + depths + algorithms + names)
    func rule(_ testcase: SetupCase) throws { try testcase.check() }
}
