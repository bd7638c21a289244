import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `TSKPublicKeyAlgorithmTests.m` of TrustKit, and cases that its suites do not cover.
///
/// Omitted: the two tests that the cache of hashes is safe between threads; there is no cache
/// here.
struct TSKPublicKeyAlgorithmTests {
    static let fixture = Fixture(
        Dictionary(
            uniqueKeysWithValues: (supported + unsupported).map { algorithm in
                (algorithm.rawValue, .selfSigned("www.good.com") { $0.key = algorithm })
            }
        )
    )

    static let supported: [KeyAlgorithm] = [.rsa2048, .rsa3072, .rsa4096, .p256, .p384]
    static let unsupported: [KeyAlgorithm] = [.rsa1024, .rsa8192, .p521, .ed25519, .ed448]

    /// testVerifyRsa2048, -3072, -4096, testVerifyEcDsaSecp256r1 and -384r1.
    @Test(arguments: supported)
    func `the SPKI hash equals the hash of the certificate's encoded SubjectPublicKeyInfo`(
        _ algorithm: KeyAlgorithm
    ) throws {
        let certificate = try Self.fixture.certificate(algorithm.rawValue)
        let hash = try #require(Pin.key(of: certificate).spkiHash())
        #expect(TSKSPKIHash(of: certificate)?.bytes == hash)
    }

    @Test(arguments: supported)
    func `hashes RSA keys of 3072 bits from 3.0.5 on`(_ algorithm: KeyAlgorithm) throws {
        let certificate = try Self.fixture.certificate(algorithm.rawValue)
        let hash = TSKSPKIHash(of: certificate, by: .v3_0_4)
        #expect((hash == nil) == (algorithm == .rsa3072))
    }

    @Test(arguments: unsupported)
    func `has no hash for an unsupported type of key`(_ algorithm: KeyAlgorithm) throws {
        #expect(TSKSPKIHash(of: try Self.fixture.certificate(algorithm.rawValue)) == nil)
    }
}

/// Decisions with a whole configuration.
struct TrustKitTests {
    static let fixture = Fixture([
        "root": .root(),
        "large-root": .root { $0.key = .rsa8192 },
        "user-root": .root(),
        "intermediate": .intermediate("root"),
        "odd": .intermediate("root") { $0.key = .p521 },
        "leaf": .leaf("intermediate", "www.good.com"),
        "leaf-below-odd": .leaf("odd", "www.good.com"),
        "leaf-below-large": .leaf("large-root", "www.good.com"),
        "minted": .leaf("user-root", "www.good.com"),
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var settings: [String: String] = [:]
        var served = ["leaf", "intermediate"]
        let pins: [String]?
        let expected: Outline
    }

    static let allowed = TSKPinningValidatorTests.allowed
    static let unsupported = TSKPinningValidatorTests.blocked(
        .unsupportedAlgorithm,
        .unspecified,
        .errorCouldNotGenerateSpkiHash
    )

    static let cases = [
        Case(testDescription: "one pin has a backup", pins: ["leaf"], expected: allowed),
        Case(
            testDescription: "an empty set is an invalid configuration",
            pins: [],
            expected: Outline(
                verdict: .reject(.policyGuard),
                configurationError: "TrustKit configuration invalid: TrustKit was initialized "
                    + "with less than 2 pins (ie. no backup pins) for domain www.good.com."
            )
        ),
        Case(
            testDescription: "without pins TrustKit is not initialized",
            pins: nil,
            expected: TSKPinningValidatorTests.notPinned
        ),
        Case(
            testDescription: "a key without a header above the pin",
            served: ["leaf-below-large"],
            pins: ["leaf-below-large"],
            expected: unsupported
        ),
        Case(
            testDescription: "a key without a header below the pin",
            served: ["leaf-below-odd", "odd"],
            pins: ["root"],
            expected: Outline(
                verdict: .path(["leaf-below-odd", "odd", "root"]),
                disposition: .useCredential,
                trustResult: .unspecified
            )
        ),
        Case(
            testDescription: "a key without a header blocks an entry that is not enforced",
            settings: ["enforce-pinning": "false"],
            served: ["leaf-below-odd", "odd"],
            pins: ["leaf-below-odd"],
            expected: unsupported
        ),
        Case(
            testDescription: "a key without a header ends the process, up to 1.6.5",
            settings: ["version": "1.6.5"],
            served: ["leaf-below-large"],
            pins: ["leaf-below-large"],
            expected: Outline(
                verdict: .reject(.unsupportedAlgorithm),
                trustResult: .unspecified,
                error: "Unsupported public key algorithm"
            )
        ),
        Case(
            testDescription: "a key without a header below the pin, up to 1.6.5",
            settings: ["version": "1.6.5"],
            served: ["leaf-below-odd", "odd"],
            pins: ["root"],
            expected: Outline(
                verdict: .path(["leaf-below-odd", "odd", "root"]),
                disposition: .useCredential,
                trustResult: .unspecified
            )
        ),
        Case(
            testDescription: "a user's root on iOS",
            served: ["minted"],
            pins: ["leaf"],
            expected: TSKPinningValidatorTests.blocked(
                .pinMismatch,
                .proceed,
                .failedNoMatchingPin
            )
        ),
        Case(
            testDescription: "a user's root on macOS",
            settings: ["platform": "macos"],
            served: ["minted"],
            pins: ["leaf"],
            expected: Outline(
                verdict: .path(["minted", "user-root"]),
                disposition: .useCredential,
                trustResult: .proceed,
                error: "TSKTrustEvaluationFailedUserDefinedTrustAnchor"
            )
        ),
        Case(
            testDescription: "a user's root on macOS, with pins that apply to it",
            settings: [
                "platform": "macos", "ignore-pinning-for-user-defined-trust-anchors": "false",
            ],
            served: ["minted"],
            pins: ["leaf"],
            expected: TSKPinningValidatorTests.blocked(
                .pinMismatch,
                .proceed,
                .failedUserDefinedTrustAnchor
            )
        ),
        Case(
            testDescription: "a user's root on macOS that is pinned",
            settings: ["platform": "macos"],
            served: ["minted"],
            pins: ["user-root"],
            expected: Outline(
                verdict: .path(["minted", "user-root"]),
                disposition: .useCredential,
                trustResult: .proceed
            )
        ),
    ]

    @Test(arguments: cases)
    func `without a configuration, makes an entry from the pins of the setup`(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root", "large-root"],
            user: ["user-root"],
            pins: test.pins
        )
        let policy = try PolicyModel.trustkit.configured(test.settings).policy
        let decision = policy.evaluate(presented, for: .dns("www.good.com"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: PropertyListValue
        var pins: [String]?
        var standsIn = false
        var domain = ""
        var now = Fixture.now
        let expected: Outline
    }

    static let good = TSKPinConfigurationTests.pinned()
    static func domains(_ entries: [String: [String: PropertyListValue]]) -> PropertyListValue {
        .dictionary(entries.mapValues(PropertyListValue.dictionary))
    }
    static let mismatch = TSKPinningValidatorTests.mismatch
    static let notPinned = TSKPinningValidatorTests.notPinned

    static let files = [
        File(
            testDescription: "only the dictionary",
            file: .dictionary(["TSKPinnedDomains": domains(["www.good.com": good])]),
            expected: mismatch
        ),
        File(
            testDescription: "an Info.plist",
            file: .dictionary([
                "CFBundleIdentifier": .string("com.good"),
                "TSKConfiguration": .dictionary([
                    "TSKPinnedDomains": domains(["www.good.com": good])
                ]),
            ]),
            expected: mismatch
        ),
        File(
            testDescription: "an Info.plist without TrustKit",
            file: .dictionary(["CFBundleIdentifier": .string("com.good")]),
            expected: notPinned
        ),
        File(
            testDescription: "an empty property list, which makes no validator",
            file: .dictionary(["TSKConfiguration": .dictionary([:])]),
            expected: notPinned
        ),
        File(
            testDescription: "the client's pins replace the entry's",
            file: .dictionary(["TSKPinnedDomains": domains(["www.good.com": good])]),
            pins: ["intermediate"],
            expected: allowed
        ),
        File(
            testDescription: "the client's pins do not replace those of another host's entry",
            file: .dictionary(["TSKPinnedDomains": domains(["www.bad.com": good])]),
            pins: [],
            expected: notPinned
        ),
        File(
            testDescription: "another host's entry applies to the host",
            file: .dictionary([
                "TSKPinnedDomains": domains(["www.bad.com": good, "www.worse.com": good])
            ]),
            standsIn: true,
            expected: mismatch
        ),
        File(
            testDescription: "the selected entry applies to the host",
            file: .dictionary([
                "TSKPinnedDomains": domains([
                    "www.bad.com": good,
                    "www.worse.com": good.merging(["TSKEnforcePinning": .boolean(false)]) { $1 },
                ])
            ]),
            standsIn: true,
            domain: "www.worse.com",
            expected: Outline(
                verdict: TSKPinningValidatorTests.path,
                disposition: .useCredential,
                trustResult: .unspecified,
                error: "TSKTrustEvaluationFailedNoMatchingPin"
            )
        ),
        File(
            testDescription: "an entry on its last day",
            file: expiring("2026-11-21"),
            expected: mismatch
        ),
        File(
            testDescription: "an entry a second after its date",
            file: expiring("2026-11-21"),
            now: Fixture.now + 1,
            expected: notPinned
        ),
        File(
            testDescription: "an entry with an invalid date",
            file: expiring("21.11.2015"),
            expected: mismatch
        ),
    ]

    static func expiring(_ day: String) -> PropertyListValue {
        .dictionary([
            "TSKPinnedDomains": domains([
                "www.good.com": good.merging(["TSKExpirationDate": .string(day)]) { $1 }
            ])
        ])
    }

    @Test func `hosts whose entries differ only in their pins have equal decision keys`() throws {
        let other = Self.good.merging(["TSKEnforcePinning": .boolean(false)]) { $1 }
        let file = PropertyListValue.dictionary([
            "TSKPinnedDomains": Self.domains([
                "a.good.com": Self.good, "b.good.com": Self.good, "c.good.com": other,
            ])
        ])
        func keys(standsIn: Bool) throws -> [AnyHashable] {
            try ["a.good.com", "b.good.com", "c.good.com", "d.good.com"].map { domain in
                try PolicyModel.trustkit.configured(
                    ["domain": domain],
                    documents: ["config": .propertyList(file)],
                    standsIn: standsIn
                ).decisionKey
            }
        }
        let alike = try keys(standsIn: true)
        #expect(alike[0] == alike[1])
        #expect(Set(alike).count == 3)
        // Setups with another host use its entry.
        #expect(try Set(keys(standsIn: false)).count == 4)
    }

    @Test(arguments: files)
    func `reads a configuration from a file`(_ test: File) throws {
        var presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: test.pins
        )
        presented.verifyDate = test.now
        let policy = try PolicyModel.trustkit.configured(
            ["domain": test.domain],
            documents: ["config": .propertyList(test.file)],
            standsIn: test.standsIn
        ).policy
        let decision = policy.evaluate(presented, for: .dns("www.good.com"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test(
        arguments: [
            (.boolean(true), true), (.boolean(false), false), (.integer(1), true),
            (.integer(-1), true), (.integer(0), false), (.real(0.5), true), (.real(0), false),
            (.string("YES"), true), (.string("no"), false), (.array([]), nil),
        ] as [(PropertyListValue, Bool?)]
    )
    func `reads numbers and strings as truth values`(value: PropertyListValue, expected: Bool?) {
        #expect((try? value.boolValue()) == expected)
    }

    @Test(
        arguments: [
            ("2026-11-21", "2026-11-21"), ("9999-12-31", "9999-12-31"), ("10000-01-01", nil),
            ("2026-11", nil), ("2026-11-21-1", nil), ("2026-11-2x", nil), ("2026--21", nil),
            ("2026-02-29", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `reads a day as yyyy-MM-dd`(_ text: String, _ day: String?) throws {
        let expected = day.flatMap { Instant(rfc3339: $0) }
        #expect((expected == nil) == (day == nil))
        #expect(try PropertyListValue.string(text).day() == expected)
    }
}
