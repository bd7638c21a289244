import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules that a relying party adds to a profile for one path.
@Suite struct RequestedChecksTests {
    private static let usages: [SetupCase] = [
        accepting("a present key usage", .endEntityKeyUsage([.digitalSignature])),
        rejecting(
            "a missing key usage",
            .endEntityKeyUsage([.digitalSignature, .keyAgreement]),
            .keyUsage(missing: .keyAgreement, depth: 0)
        ),
        accepting("a certificate without key usage", .endEntityKeyUsage([.keyAgreement])) {
            $0.leaf.keyUsage = []
        },
        rejecting(
            "a missing purpose",
            .extendedKeyUsage(for: [.serverAuth, .clientAuth]),
            .extendedKeyUsage(missing: .clientAuth, depth: 0)
        ),
        accepting("two purposes", .extendedKeyUsage(for: [.serverAuth, .clientAuth])) {
            $0.leaf.extendedKeyUsage = [.clientAuth, .serverAuth]
        },
        accepting("any purpose", .extendedKeyUsage(for: [.clientAuth], acceptingAny: true)) {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        rejecting(
            "any purpose if it does not count",
            .extendedKeyUsage(for: [.clientAuth]),
            .extendedKeyUsage(missing: .clientAuth, depth: 0)
        ) { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
    ]

    private static let depths: [SetupCase] = [
        accepting("one intermediate, one allowed", .maximumIntermediates(1)),
        rejecting(
            "one intermediate, none allowed",
            .maximumIntermediates(0),
            .chainTooLong(limit: 0)
        ),
        accepting(
            "one intermediate, none allowed, as the anchor",
            .maximumIntermediates(0),
            path: ["leaf", "intermediate"]
        ) {
            $0.serve = ["leaf"]
            $0.trust = ["intermediate"]
        },
        accepting(
            "two intermediates, one allowed, one self-issued",
            .maximumIntermediates(1),
            path: ["leaf", "intermediate", "renewed", "root"],
            change: renew
        ),
        rejecting(
            "two intermediates, none allowed, one self-issued",
            .maximumIntermediates(0),
            .chainTooLong(limit: 0),
            change: renew
        ),
    ]

    /// Adds `renewed`, which has the intermediate's name and a new key; the new key signs the
    /// intermediate's certificate.
    @Sendable private static func renew(_ setup: inout Setup) {
        setup["renewed"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["renewed"].copy = "intermediate"
        setup.intermediate.issuer = .entity("renewed")
        setup.serve = ["leaf", "intermediate", "renewed"]
    }

    private static let ofSHA256 = PathCheck.acceptableSignatureAlgorithms([.ecdsaWithSHA256])

    private static let algorithms: [SetupCase] = [
        accepting("signatures with the allowed algorithm", ofSHA256),
        accepting("another algorithm on the anchor", ofSHA256) { $0.root.digest = .sha384 },
        rejecting(
            "another algorithm on the intermediate",
            ofSHA256,
            .unsupportedAlgorithm(.ecdsaWithSHA384, depth: 1)
        ) { $0.intermediate.digest = .sha384 },
        rejecting(
            "another algorithm on the end entity",
            ofSHA256,
            .unsupportedAlgorithm(.ecdsaWithSHA384, depth: 0)
        ) { $0.leaf.digest = .sha384 },
    ]

    private static let names: [SetupCase] = [
        accepting(
            "a name and an address",
            .identities([.dns("www.example.test"), .ip([192, 0, 2, 1])])
        ) { $0.leaf.subjectAlternativeNames = [.dns("*.example.test"), .ip([192, 0, 2, 1])] },
        rejecting(
            "a name and a missing address",
            .identities([.dns("www.example.test"), .ip([192, 0, 2, 1])]),
            .ipMismatch(reference: [192, 0, 2, 1], presented: [])
        ),
        accepting("a mailbox with its host in another case", .mailboxes(["a@EXAMPLE.test"])) {
            $0.leaf.subjectAlternativeNames = mailboxes + [.dns("www.example.test")]
        },
        rejecting(
            "a mailbox with its local part in another case",
            .mailboxes(["a@example.test", "B@example.test"]),
            .mailboxMismatch(
                reference: "B@example.test",
                presented: ["a@example.test", "b@example.test"]
            )
        ) { $0.leaf.subjectAlternativeNames = mailboxes + [.dns("www.example.test")] },
        rejecting(
            "a mailbox without alternative names",
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

    private static func accepting(
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

    private static func rejecting(
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

    /// Returns the catalogue with `check` in place of the rule with its name, or before all rules.
    private static func checks(with check: PathCheck) -> [PathCheck] {
        [check] + PathCheck.catalogue.leavingOut(check)
    }

    @Test(arguments: usages + depths + algorithms + names)
    func `applies each requested check to a path`(_ testcase: SetupCase) throws {
        try testcase.check()
    }
}
