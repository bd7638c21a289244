import Testing
import X509

@testable import ClientModels
@testable import PathValidation
@testable import TestSupport

/// AOSP tests/NetworkSecurityConfigTest, NetworkSecurityConfigTests.java.
///
/// Configurations are built, not read. `testWithUrlConnection` is `testGoodPin` with another
/// client, and ends with a host that no entry names.
struct NetworkSecurityConfigTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let application: @Sendable () throws -> ApplicationConfig
        /// The expected rejection; nil for a connection that succeeds.
        let connections: [(host: String, reason: Rejection?)]
    }

    static let unknownIssuer = Rejection.unknownIssuer(depth: 1)

    static func built(
        pins entities: [String]? = nil,
        digests: [[UInt8]] = [],
        _ refs: CertificatesEntryRef...
    ) throws -> NetworkSecurityConfig {
        let builder = NetworkSecurityConfig.Builder()
        if !refs.isEmpty { builder.add(refs) }
        if let entities {
            let pins = try entities.map { Pin.key(of: try AndroidFixture.fixture.certificate($0)) }
            builder.pinSet = AndroidPinSet(pins: pins + digests.map(Pin.spkiSHA256))
        }
        return builder.build()
    }

    static func application(
        _ defaultConfig: NetworkSecurityConfig,
        _ configs: (String, Bool, NetworkSecurityConfig)...
    ) -> ApplicationConfig {
        ApplicationConfig(
            defaultConfig: defaultConfig,
            configs: configs.map { hostname, subdomainsIncluded, config in
                (AndroidDomain(hostname: hostname, subdomainsIncluded: subdomainsIncluded), config)
            }
        )
    }

    static let system = CertificatesEntryRef(source: .system, overridesPins: false)
    static let overriding = CertificatesEntryRef(source: .system, overridesPins: true)

    static let cases: [Case] = [
        Case(
            testDescription: "testEmptyConfig",
            application: { application(try built()) },
            connections: [("android.com", unknownIssuer)]
        ),
        Case(
            testDescription: "testEmptyPerNetworkSecurityConfig",
            application: { application(try built(system), ("android.com", true, try built())) },
            connections: [("android.com", unknownIssuer), ("google.com", nil)]
        ),
        Case(
            testDescription: "testBadPin",
            application: {
                application(
                    try built(system),
                    ("android.com", true, try built(pins: [], digests: [[]], system))
                )
            },
            connections: [("android.com", .pinMismatch), ("google.com", nil)]
        ),
        Case(
            testDescription: "testGoodPin",
            application: {
                application(
                    try built(),
                    ("android.com", true, try built(pins: ["intermediate"], system))
                )
            },
            connections: [("android.com", nil), ("developer.android.com", nil)]
        ),
        Case(
            testDescription: "testOverridePins",
            application: {
                application(
                    try built(),
                    ("android.com", true, try built(pins: [], digests: [[]], overriding))
                )
            },
            connections: [("android.com", nil)]
        ),
        Case(
            testDescription: "testMostSpecificNetworkSecurityConfig",
            application: {
                application(
                    try built(),
                    ("android.com", true, try built()),
                    ("developer.android.com", false, try built(system))
                )
            },
            connections: [("android.com", unknownIssuer), ("developer.android.com", nil)]
        ),
        Case(
            testDescription: "testSubdomainIncluded",
            application: { application(try built(), ("android.com", true, try built(system))) },
            connections: [("developer.android.com", nil)]
        ),
        Case(
            testDescription: "testSubdomainIncluded, and not included",
            application: { application(try built(), ("android.com", false, try built(system))) },
            connections: [("developer.android.com", unknownIssuer)]
        ),
        Case(
            testDescription: "testWithUrlConnection",
            application: {
                application(
                    try built(),
                    ("android.com", true, try built(pins: ["intermediate"], system))
                )
            },
            connections: [
                ("android.com", nil), ("developer.android.com", nil), ("google.com", unknownIssuer),
            ]
        ),
    ]

    @Test(arguments: cases)
    func `decides each connection as Android's tests expect`(_ example: Case) throws {
        let application = try example.application()
        for (host, reason) in example.connections {
            let decision = AndroidNetworkSecurity().evaluate(
                try AndroidFixture.presented(),
                for: .dns(host),
                under: application
            )
            if let reason {
                #expect(decision.verdict == .reject(reason), "\(host)")
            } else {
                guard case .accept(.path) = decision.verdict else {
                    Issue.record("\(host): \(decision.verdict)")
                    continue
                }
            }
        }
    }

    @Test func testConfigBuilderUsesParents() {
        let builder = NetworkSecurityConfig.Builder()
        let parent = NetworkSecurityConfig.defaultBuilder(targetSdkVersion: 24)
        #expect(builder.setParent(parent))
        #expect(builder.build().certificatesEntryRefs == [Self.system])
    }

    @Test func testConfigBuilderParentLoop() {
        let (first, second) = (NetworkSecurityConfig.Builder(), NetworkSecurityConfig.Builder())
        #expect(first.setParent(second))
        #expect(!second.setParent(first))
        #expect(!second.setParent(second))
    }

    @Test func testUserAddedCaOptIn() {
        func sources(_ targetSdkVersion: Int) -> [CertificatesEntryRef.Source] {
            NetworkSecurityConfig.defaultBuilder(targetSdkVersion: targetSdkVersion)
                .build()
                .certificatesEntryRefs.map(\.source)
        }
        #expect(sources(23) == [.system, .user])
        #expect(sources(24) == [.system])
    }

    @Test(arguments: [(27, true), (28, false)])
    func `permits cleartext below API level 28`(targetSdkVersion: Int, isPermitted: Bool) {
        let config = NetworkSecurityConfig.defaultBuilder(targetSdkVersion: targetSdkVersion)
            .build()
        #expect(config.cleartextTrafficPermitted == isPermitted)
    }

    @Test(
        arguments: [(36, false), (37, true)]
    )
    func `requires Certificate Transparency from API level 37 on`(
        targetSdkVersion: Int,
        expected: Bool
    ) {
        func isRequired(_ stated: Bool?, _ refs: [CertificatesEntryRef] = []) -> Bool {
            let builder = NetworkSecurityConfig.Builder()
            builder.setParent(
                NetworkSecurityConfig.defaultBuilder(targetSdkVersion: targetSdkVersion)
            )
            builder.certificateTransparencyRequired = stated
            if !refs.isEmpty { builder.add(refs) }
            return builder.build().certificateTransparencyRequired
        }
        let own = CertificatesEntryRef(source: .resource("@raw/own"), overridesPins: false)
        let user = CertificatesEntryRef(source: .user, overridesPins: false)
        #expect(isRequired(nil) == expected)
        #expect(isRequired(nil, [Self.system]) == expected)
        #expect(isRequired(true, [Self.system, user]))
        #expect(!isRequired(false))
        #expect(!isRequired(nil, [Self.system, user]))
        #expect(!isRequired(nil, [own]))
    }
}
