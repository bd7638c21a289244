import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The profile `conscrypt` where it differs from RFC 5280: each rejection next to an accepted case.
@Suite struct ProfileConscryptTests {
    private static let cases: [SetupCase] = [
        .accept("P-224") { $0.leaf.key = .p224 },
        .accept("P-521") { $0.intermediate.key = .p521 },
        .reject("P-192", .badKey(depth: 0)) { $0.leaf.key = .p192 },
        .reject("secp256k1", .badKey(depth: 0)) { $0.leaf.key = .secp256k1 },
        .reject("a curve of Brainpool", .badKey(depth: 1)) {
            $0.intermediate.key = .brainpool256
        },
        .reject("a root on a curve of Brainpool", .badKey(depth: 2)) {
            $0.root.key = .brainpool256
        },
        .accept("a root with Ed25519") { $0.root.key = .ed25519 },
        .reject("a root with Ed448", .unsupportedAlgorithm(.ed448, depth: 1)) {
            $0.root.key = .ed448
        },
        .reject("an intermediate with Ed25519", .unsupportedAlgorithm(.ed25519, depth: 1)) {
            $0.intermediate.key = .ed25519
        },
        .accept("ECDSA with SHA-224") { $0.leaf.digest = .sha224 },
        .reject("ECDSA with SHA3-256", .unsupportedAlgorithm(.ecdsaWithSHA3_256, depth: 0)) {
            $0.leaf.digest = .sha3_256
        },
        .reject("RSA with SHA-512/256", .unsupportedAlgorithm(.sha512_256WithRSA, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha512_256
        },
        .accept("RSASSA-PSS with SHA-256") {
            $0.intermediate.key = .rsa2048
            $0.leaf.padding = .pss
        },
        .reject("RSASSA-PSS with SHA-224", .unsupportedAlgorithm(.rsassaPSS, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.padding = .pss
            $0.leaf.digest = .sha224
        },
        .accept("an expired root") { $0.root.notAfter = .relative(-Setup.day) },
        .reject(
            "an expired intermediate",
            .expired(
                notAfter: Instant(seconds: Setup.now.seconds - Setup.day),
                verifyDate: Setup.now,
                depth: 1
            )
        ) { $0.intermediate.notAfter = .relative(-Setup.day) },
    ]

    @Test(arguments: cases)
    func `the profile conscrypt gives the expected verdict`(_ testcase: SetupCase) throws {
        var setup = testcase.setup
        let profile = PathProfile.conscrypt
        setup.checks = profile.checks()
        setup.decoding = profile.decoding
        setup.building = profile.building
        #expect(try setup.outcome() == testcase.expected)
    }
}
