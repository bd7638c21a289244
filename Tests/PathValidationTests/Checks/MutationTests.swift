import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The verdict on each mutation of the catalogue, applied to one certificate of the baseline setup.
///
/// An intermediate that does not decode is ignored, so its end entity has no issuer.
@Suite struct MutationTests {
    enum Fate: Hashable, Sendable {
        case accept
        case reject(Rejection.Code)
        /// The mutation does not apply.
        case inapplicable
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let mutation: String
        let leaf, intermediate: Fate

        init(_ mutation: String, leaf: Fate, intermediate: Fate) {
            (self.mutation, self.leaf, self.intermediate) = (mutation, leaf, intermediate)
        }

        var testDescription: String { mutation }
    }

    private static let cases: [Case] = fields + signatures

    private static let signatures: [Case] =
        [
            "zero-signature-numbers", "order-as-signature-numbers", "negative-signature-number",
            "padded-signature-numbers", "unpadded-signature-number", "long-signature-lengths",
            "byte-in-signature", "order-added-to-signature", "byte-after-signature",
        ].map { Case($0, leaf: .reject(.badSignature), intermediate: .reject(.badSignature)) }
        + [Case("other-signature-number", leaf: .accept, intermediate: .accept)]
        + [
            "garbage-after-digest", "digest-without-null", "garbage-in-digest-parameters",
            "wrong-block-type", "wrong-padding-byte",
        ].map { Case($0, leaf: .inapplicable, intermediate: .inapplicable) }

    private static let fields: [Case] = [
        Case("drop-basic-constraints", leaf: .accept, intermediate: .reject(.issuerNotCA)),
        Case("not-a-ca", leaf: .inapplicable, intermediate: .reject(.issuerNotCA)),
        Case(
            "negative-path-length",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case("huge-path-length", leaf: .accept, intermediate: .accept),
        Case("ber-boolean", leaf: .inapplicable, intermediate: .reject(.badExtension)),
        Case(
            "explicit-default-false",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case("no-key-cert-sign", leaf: .accept, intermediate: .reject(.keyUsage)),
        Case("empty-key-usage", leaf: .reject(.badExtension), intermediate: .reject(.badExtension)),
        Case(
            "invalid-key-usage",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case("empty-eku", leaf: .reject(.badExtension), intermediate: .reject(.badExtension)),
        Case("nul-in-san", leaf: .reject(.nameMismatch), intermediate: .inapplicable),
        Case("empty-san", leaf: .reject(.badExtension), intermediate: .reject(.badExtension)),
        Case("wrong-san-tag", leaf: .reject(.badExtension), intermediate: .inapplicable),
        Case(
            "empty-name-constraints",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case("empty-issuer", leaf: .reject(.malformed), intermediate: .reject(.malformed)),
        Case("empty-subject", leaf: .reject(.malformed), intermediate: .reject(.nameChaining)),
        Case(
            "duplicate-extension",
            leaf: .reject(.duplicateExtension),
            intermediate: .reject(.duplicateExtension)
        ),
        Case(
            "duplicate-basic-constraints",
            leaf: .reject(.duplicateExtension),
            intermediate: .reject(.duplicateExtension)
        ),
        Case(
            "duplicate-key-usage",
            leaf: .reject(.duplicateExtension),
            intermediate: .reject(.duplicateExtension)
        ),
        Case(
            "duplicate-extended-key-usage",
            leaf: .reject(.duplicateExtension),
            intermediate: .inapplicable
        ),
        Case(
            "duplicate-subject-alternative-name",
            leaf: .reject(.duplicateExtension),
            intermediate: .inapplicable
        ),
        Case("duplicate-name-constraints", leaf: .inapplicable, intermediate: .inapplicable),
        Case(
            "duplicate-subject-key-identifier",
            leaf: .reject(.duplicateExtension),
            intermediate: .reject(.duplicateExtension)
        ),
        Case(
            "duplicate-authority-key-identifier",
            leaf: .reject(.duplicateExtension),
            intermediate: .reject(.duplicateExtension)
        ),
        Case(
            "unknown-critical-extension",
            leaf: .reject(.unhandledCriticalExtension),
            intermediate: .reject(.unhandledCriticalExtension)
        ),
        Case("unknown-extension", leaf: .accept, intermediate: .accept),
        Case(
            "precertificate-poison",
            leaf: .reject(.unhandledCriticalExtension),
            intermediate: .reject(.unhandledCriticalExtension)
        ),
        Case("empty-extensions", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case(
            "empty-extension-value",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case(
            "bytes-after-extension-value",
            leaf: .reject(.badExtension),
            intermediate: .reject(.badExtension)
        ),
        Case(
            "explicit-non-critical",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("negative-serial", leaf: .reject(.malformed), intermediate: .reject(.malformed)),
        Case("zero-serial", leaf: .reject(.malformed), intermediate: .reject(.malformed)),
        Case("long-serial", leaf: .reject(.malformed), intermediate: .reject(.malformed)),
        Case(
            "non-minimal-serial",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("empty-serial", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("v1", leaf: .reject(.noIdentity), intermediate: .reject(.issuerNotCA)),
        Case(
            "v1-with-extensions",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case(
            "v2-with-extensions",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("v4", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case(
            "explicit-default-version",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("unique-ids-in-v3", leaf: .accept, intermediate: .accept),
        Case("swap-validity", leaf: .reject(.badValidity), intermediate: .reject(.badValidity)),
        Case("zero-length-validity", leaf: .reject(.expired), intermediate: .reject(.expired)),
        Case("utctime-2050", leaf: .reject(.badValidity), intermediate: .reject(.badValidity)),
        Case(
            "generalized-time-early",
            leaf: .reject(.malformed),
            intermediate: .reject(.malformed)
        ),
        Case("no-well-defined-end", leaf: .accept, intermediate: .accept),
        Case("bad-time", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("impossible-date", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case(
            "time-without-seconds",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("time-with-offset", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case(
            "time-with-fraction",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case(
            "unknown-key-algorithm",
            leaf: .reject(.unsupportedAlgorithm),
            intermediate: .reject(.unsupportedAlgorithm)
        ),
        Case("empty-public-key", leaf: .reject(.badKey), intermediate: .reject(.badKey)),
        Case("corrupt-public-key", leaf: .reject(.badKey), intermediate: .reject(.badKey)),
        Case("compressed-point", leaf: .accept, intermediate: .accept),
        Case("hybrid-point", leaf: .reject(.badKey), intermediate: .reject(.badKey)),
        Case("break-signature", leaf: .reject(.badSignature), intermediate: .reject(.badSignature)),
        Case("empty-signature", leaf: .reject(.badSignature), intermediate: .reject(.badSignature)),
        Case(
            "wrong-inner-algorithm",
            leaf: .reject(.signatureAlgorithmMismatch),
            intermediate: .reject(.signatureAlgorithmMismatch)
        ),
        Case(
            "wrong-inner-parameters",
            leaf: .reject(.signatureAlgorithmMismatch),
            intermediate: .reject(.signatureAlgorithmMismatch)
        ),
        Case(
            "unknown-signature-algorithm",
            leaf: .reject(.unsupportedAlgorithm),
            intermediate: .reject(.unsupportedAlgorithm)
        ),
        Case("forged-field", leaf: .reject(.badSignature), intermediate: .reject(.badSignature)),
        Case(
            "non-minimal-length",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("indefinite-length", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("extra-field", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("trailing-bytes", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("cut-short", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case(
            "unused-bits-in-signature",
            leaf: .reject(.malformed),
            intermediate: .reject(.unknownIssuer)
        ),
        Case("pem", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("drop-validity", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
        Case("drop-spki", leaf: .reject(.malformed), intermediate: .reject(.unknownIssuer)),
    ]

    @Test func `the test cases include every mutation`() {
        let missing = Set(Mutation.catalogue.map(\.name)).subtracting(Self.cases.map(\.mutation))
        #expect(missing.isEmpty, "add the verdicts on a leaf and an intermediate to this table")
    }

    @Test(arguments: cases)
    func `a path with a mutated certificate gets the expected verdict`(_ test: Case) throws {
        #expect(try verdict(of: test.mutation, in: \.leaf) == test.leaf)
        #expect(try verdict(of: test.mutation, in: \.intermediate) == test.intermediate)
    }

    private func verdict(
        of mutation: String,
        in entity: WritableKeyPath<Setup, Entity>
    ) throws -> Fate {
        var setup = Setup()
        setup[keyPath: entity].mutate = [mutation]
        do {
            switch try setup.outcome() {
            case .accept: return .accept
            case .reject(let rejection): return .reject(rejection.code)
            }
        } catch is ForgeError {
            return .inapplicable
        }
    }
}
