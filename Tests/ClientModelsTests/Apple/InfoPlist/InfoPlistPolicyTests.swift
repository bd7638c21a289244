import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Decisions of an application with an `Info.plist`: App Transport Security and `NSPinnedDomains`
/// together.
struct InfoPlistPolicyTests {
    private static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "other-host": .leaf("intermediate", "other.example.test"),
        "own": .selfSigned("www.example.test"),
        "own-sha1": .selfSigned("www.example.test") { $0.digest = .sha1 },
        "sha224": .leaf("intermediate", "www.example.test") { $0.digest = .sha224 },
        "short": .leaf("intermediate", "www.example.test") { $0.key = .rsa1024 },
        "proxy-root": .root(),
        "minted": .leaf("proxy-root", "www.example.test"),
    ])

    private static let host = ReferenceIdentity.dns("www.example.test")

    /// Returns the identities of entities in the form of an `Info.plist`.
    private static func identities(_ names: [String]) throws -> PropertyListValue {
        .array(
            try names.map { name in
                let der = try fixture.certificate(name)
                let certificate = try Certificate(der: der)
                let hash = try Digest.sha256.hash(der[certificate.spki])
                let text = String(decoding: Base64.encode(hash), as: UTF8.self)
                return ["SPKI-SHA256-BASE64": .string(text)]
            }
        )
    }

    private static func policy(
        _ security: PropertyListValue?,
        delegate: InfoPlistPolicy.Delegate = .defaultHandling
    ) throws -> any TrustPolicy {
        let root: PropertyListValue =
            security.map { ["NSAppTransportSecurity": $0] } ?? ["CFBundleName": "app"]
        return try PolicyModel.resolve(
            "info-plist",
            settings: ["config": "Info.plist", "delegate": delegate.rawValue],
            documents: ["config": .propertyList(root)]
        ).policy
    }

    @Test(arguments: [("NSPinnedLeafIdentities", "leaf"), ("NSPinnedCAIdentities", "ca")])
    func `the strongest setting for an audit pins the same part of the chain as the file`(
        key: String,
        identities: String
    ) throws {
        let domain = PropertyListValue.dictionary([key: try Self.identities(["leaf"])])
        let security: PropertyListValue = ["NSPinnedDomains": ["www.example.test": domain]]
        let configured = try PolicyModel.resolve(
            "info-plist",
            settings: ["config": "Info.plist"],
            documents: ["config": .propertyList(["NSAppTransportSecurity": security])],
            standsIn: true
        )
        #expect(configured.strongest?.words["identities"] == identities)
    }

    @Test(arguments: [("leaf", true), ("ca", false)])
    func `without a configuration, a setting determines which part of the chain is pinned`(
        identities: String,
        isEndEntity: Bool
    ) throws {
        let model = try PolicyModel.resolve("info-plist", settings: ["identities": identities])
        #expect(model.capabilities.contains(.endEntityPins) == isEndEntity)
    }

    // MARK: NSPinnedDomains

    /// Entries of the `NSPinnedDomains` part of PinningPolicyTrustTest.plist
    /// (Security-61901.0.87.0.1, tests/TrustTests), and further rules of SecPolicyServer.c.
    struct PinningCase: Sendable, CustomTestStringConvertible {
        let name: String
        /// Entities whose keys are pinned; nil omits the key.
        var leaf: [String]?
        var ca: [String]?
        var served = ["leaf", "intermediate"]
        var system = ["root"]
        var user: [String] = []
        let expected: Outline.Verdict
        var trustResult = TrustResult.unspecified

        var testDescription: String { name }
    }

    static let whole = Outline.Verdict.path(["leaf", "intermediate", "root"])

    static let pinningCases = [
        PinningCase(name: "valid leaf", leaf: ["leaf"], expected: whole),
        PinningCase(
            name: "no leaves",
            leaf: [],
            expected: .reject(.pinsMissing),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "wrong leaf",
            leaf: ["intermediate"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(name: "valid CA", ca: ["intermediate"], expected: whole),
        PinningCase(name: "valid CA, the root", ca: ["root"], expected: whole),
        PinningCase(
            name: "no CAs",
            ca: [],
            expected: .reject(.pinsMissing),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "wrong CA, the leaf's own key",
            ca: ["leaf"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "both valid",
            leaf: ["leaf"],
            ca: ["intermediate"],
            expected: whole
        ),
        PinningCase(
            name: "wrong leaf, valid CA",
            leaf: ["own"],
            ca: ["intermediate"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "valid leaf, wrong CA",
            leaf: ["leaf"],
            ca: ["own"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(name: "one of several is enough", leaf: ["own", "leaf"], expected: whole),
        PinningCase(
            name: "a chain of one certificate has no CA",
            ca: ["own"],
            served: ["own"],
            system: ["own"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "a root that the user installed bypasses nothing",
            leaf: ["leaf"],
            served: ["minted"],
            user: ["proxy-root"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "a root that the user installed without pins",
            served: ["minted"],
            user: ["proxy-root"],
            expected: .path(["minted", "proxy-root"]),
            trustResult: .proceed
        ),
        PinningCase(
            name: "the pinned key in an expired certificate",
            leaf: ["expired"],
            served: ["expired", "intermediate"],
            expected: .reject(.expired),
            trustResult: .recoverableFailure
        ),
        PinningCase(
            name: "the pinned certificate added to a proxy's chain",
            ca: ["intermediate"],
            served: ["minted", "intermediate"],
            user: ["proxy-root"],
            expected: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
    ]

    @Test(arguments: pinningCases)
    func `requires a pin match in addition to the platform's other checks`(
        _ example: PinningCase
    ) throws {
        var entry: [String: PropertyListValue] = [:]
        entry["NSPinnedLeafIdentities"] = try example.leaf.map(Self.identities)
        entry["NSPinnedCAIdentities"] = try example.ca.map(Self.identities)
        let policy = try Self.policy(["NSPinnedDomains": ["www.example.test": .dictionary(entry)]])
        let presented = try Self.fixture.presented(
            example.served,
            system: example.system,
            user: example.user
        )
        let outline = try Self.fixture.outline(policy.evaluate(presented, for: Self.host))
        let isRejected = if case .reject = example.expected { true } else { false }
        #expect(
            outline
                == Outline(
                    verdict: example.expected,
                    disposition: .performDefaultHandling,
                    trustResult: example.trustResult,
                    error: isRejected ? "NSURLErrorDomain -1202" : nil
                )
        )
    }

    @Test func `ignores pins in an evaluation without a host`() throws {
        let security: PropertyListValue = [
            "NSExceptionDomains": [
                "www.example.test": ["NSExceptionAllowsInsecureHTTPLoads": true]
            ],
            "NSPinnedDomains": ["www.example.test": ["NSPinnedLeafIdentities": []]],
        ]
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        for (delegate, expected) in [
            (InfoPlistPolicy.Delegate.withoutHost, Self.whole),
            (.defaultHandling, .reject(.pinsMissing)),
        ] {
            let decision = try Self.policy(security, delegate: delegate)
                .evaluate(presented, for: Self.host)
            #expect(try Self.fixture.outline(decision).verdict == expected)
        }
    }

    @Test
    func `replaces pins of the file by the setup's pins, and adds no pins for an unpinned host`()
        throws
    {
        var presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["leaf"]
        )
        let foreign = try Self.identities(["own"])
        let pinned: PropertyListValue = [
            "NSPinnedDomains": [
                "www.example.test": .dictionary(["NSPinnedLeafIdentities": foreign])
            ]
        ]
        func verdict(_ security: PropertyListValue) throws -> Outline.Verdict {
            try Self.fixture.outline(
                Self.policy(security).evaluate(presented, for: Self.host)
            ).verdict
        }
        #expect(try verdict(pinned) == Self.whole)
        #expect(
            try verdict([
                "NSPinnedDomains": ["www.example.test": ["NSPinnedLeafIdentities": [5]]]
            ]) == .reject(.pinsMissing)
        )
        #expect(
            try verdict(["NSPinnedDomains": ["a.test": ["NSPinnedLeafIdentities": []]]])
                == Self.whole
        )
        presented.pins = nil
        #expect(try verdict(pinned) == .reject(.pinMismatch))
    }

    @Test func `in an audit, applies the entry of the tested domain to every host`() throws {
        let security: PropertyListValue = [
            "NSPinnedDomains": [
                "a.test": .dictionary([
                    "NSPinnedLeafIdentities": try Self.identities(["own"])
                ]),
                "b.test": .dictionary([
                    "NSPinnedCAIdentities": try Self.identities(["intermediate"])
                ]),
            ]
        ]
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        for (domain, expected) in [
            (nil, Outline.Verdict.reject(.pinMismatch)), ("a.test", .reject(.pinMismatch)),
            ("b.test", Self.whole), ("c.test", Self.whole),
        ] {
            var settings = ["config": "Info.plist"]
            settings["domain"] = domain
            let policy = try PolicyModel.resolve(
                "info-plist",
                settings: settings,
                documents: ["config": .propertyList(security)],
                standsIn: true
            ).policy
            let decision = policy.evaluate(presented, for: Self.host)
            #expect(try Self.fixture.outline(decision).verdict == expected)
        }
        #expect(PolicyModel.infoPlist.entries(.propertyList(security)) == ["a.test", "b.test"])
        #expect(PolicyModel.infoPlist.entries(.propertyList(["TSKConfiguration": [:]])) == nil)
    }

    @Test func `hosts whose entries differ only in their pins have equal decision keys`() throws {
        func entry(_ pins: PropertyListValue) -> PropertyListValue {
            .dictionary(["NSPinnedLeafIdentities": pins])
        }
        let short: PropertyListValue = [["SPKI-SHA256-BASE64": .string("AAAA")]]
        let security: PropertyListValue = [
            "NSPinnedDomains": [
                "a.test": entry(try Self.identities(["own"])),
                "b.test": entry(try Self.identities(["leaf", "own"])), "c.test": entry(short),
                "d.test": entry([]),
            ]
        ]
        let keys = try ["a.test", "b.test", "c.test", "d.test", "e.test"].map { domain in
            try PolicyModel.infoPlist.configured(
                ["config": "Info.plist", "domain": domain],
                documents: ["config": .propertyList(security)],
                standsIn: true
            ).decisionKey
        }
        #expect(keys[0] == keys[1])
        // No key matches a short pin. A list without pins still pins its host; a missing entry does
        // not pin the host.
        #expect(Set(keys).count == 4)
    }

    // MARK: App Transport Security

    @Test(arguments: securityCases)
    func `checks the TLS version and cipher suite of a connection as well as the certificates`(
        _ example: SecurityCase
    ) throws {
        var security = ["NSAllowsArbitraryLoads": PropertyListValue.boolean(example.isOff)]
        security["NSExceptionDomains"] = example.entry.map { ["www.example.test": $0] }
        let policy = try Self.policy(.dictionary(security), delegate: example.delegate)
        var presented = try Self.fixture.presented(
            example.served,
            system: ["root"],
            user: example.user
        )
        presented.connection = ConnectionFacts(
            version: example.version,
            cipherSuite: try #require(CipherSuite(name: example.suite))
        )
        let decision = policy.evaluate(presented, for: Self.host)
        #expect(try Self.fixture.outline(decision).verdict == example.expected)
        if case .reject(.protocolVersion) = example.expected {
            #expect(decision.error == "NSURLErrorDomain -1200")
        }
    }

    @Test(
        arguments: [
            ("leaf", "leaf", true), ("leaf", "intermediate", false), ("ca", "intermediate", true),
            ("ca", "leaf", false),
        ]
    )
    func `without a file, pins the part of the chain that the setting names`(
        kind: String,
        pin: String,
        isAccepted: Bool
    ) throws {
        let policy = try PolicyModel.resolve("info-plist", settings: ["identities": kind]).policy
        let presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: [pin]
        )
        let verdict = try Self.fixture.outline(policy.evaluate(presented, for: Self.host)).verdict
        #expect(verdict == (isAccepted ? Self.whole : .reject(.pinMismatch)))
    }
}
