import Testing
import X509

@testable import ClientModels
@testable import PathValidation
@testable import TestSupport

/// An application's own configuration in test cases that were not written for it.
struct AndroidStandInTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let config: @Sendable () throws -> MarkupElement
        var settings: [String: String] = [:]
        var files: [String: [UInt8]] = [:]
        var standsIn = true
        /// The entities that the setup pins.
        var pins: [String]?
        /// The expected rejection; nil if the connection to google.com succeeds.
        let reason: Rejection?
        var capabilities: Set<PolicyModel.Capability> = [.pins, .hashPins, .unpinned]
    }

    /// A pin that no key matches.
    static let unmatched = String(repeating: "A", count: 43) + "="

    static let cases: [Case] = [
        Case(
            testDescription: "the first entry with pins applies to every host",
            config: {
                config(
                    entry("example.com"),
                    entry("example.org", with: [try pinSet(texts: [unmatched])])
                )
            },
            pins: ["debug-root"],
            reason: .pinMismatch,
            capabilities: [.pins, .hashPins, .scts]
        ),
        Case(
            testDescription: "the setup's pins replace its pins",
            config: { config(entry("example.org", with: [try pinSet(texts: [unmatched])])) },
            pins: ["intermediate"],
            reason: nil,
            capabilities: [.pins, .hashPins, .scts]
        ),
        Case(
            testDescription: "its own pins count if the setup states none",
            config: { config(entry("example.org", with: [try pinSet(texts: [unmatched])])) },
            reason: .pinMismatch,
            capabilities: [.pins, .hashPins, .scts]
        ),
        Case(
            testDescription: "the entry of a stated domain applies to every host",
            config: {
                config(
                    entry("example.org", with: [try pinSet(texts: [unmatched])]),
                    entry("example.com", includeSubdomains: true)
                )
            },
            settings: ["domain": "example.com"],
            pins: ["debug-root"],
            reason: nil,
            capabilities: [.unpinned, .idlePins, .scts]
        ),
        Case(
            testDescription: "an expired set stays expired",
            config: {
                config(
                    entry(
                        "example.org",
                        with: [try pinSet(texts: [unmatched], expiration: "2020-01-01")]
                    )
                )
            },
            pins: ["debug-root"],
            reason: nil,
            capabilities: [.pins, .hashPins, .scts]
        ),
        Case(
            testDescription: "an empty set stays empty",
            config: { config(entry("example.org", with: [xml("pin-set")])) },
            pins: ["debug-root"],
            reason: nil,
            capabilities: [.unpinned, .idlePins, .scts]
        ),
        Case(
            testDescription: "hosts are literal if the scenario sets the party",
            config: { config(entry("example.org", with: [try pinSet(texts: [unmatched])])) },
            standsIn: false,
            pins: ["debug-root"],
            reason: nil,
            capabilities: [.pins, .hashPins, .unpinned, .scts]
        ),
        Case(
            testDescription: "the setup's anchors replace the application's only ones",
            config: { config(xml("base-config", [:], "", [anchors("@raw/my_ca")])) },
            files: ["@raw/my_ca": []],
            reason: nil,
            capabilities: [.unpinned, .idlePins]
        ),
        Case(
            testDescription: "the application's anchors stay if the system's are trusted too",
            config: {
                config(
                    entry(
                        "example.org",
                        with: [
                            try pinSet(texts: [unmatched]), anchors("system"),
                        ]
                    ),
                    xml("base-config", [:], "", [anchors("@raw/my_ca", overridePins: true)])
                )
            },
            files: ["@raw/my_ca": []],
            pins: ["debug-root"],
            reason: .pinMismatch,
            capabilities: [.pins, .hashPins]
        ),
        Case(
            testDescription: "a missing resource",
            config: { config(xml("base-config", [:], "", [anchors("@raw/my_ca")])) },
            reason: .policyGuard("aapt: resource raw/my_ca not found"),
            capabilities: [.unpinned, .idlePins]
        ),
        Case(
            testDescription: "a resource with other content",
            config: { config(xml("base-config", [:], "", [anchors("system", "@raw/my_ca")])) },
            files: ["@raw/my_ca": [1]],
            reason: .policyGuard("Failed to load trust anchors from id @raw/my_ca"),
            capabilities: [.unpinned, .idlePins]
        ),
        Case(
            testDescription: "a configuration that cannot be read rejects every server",
            config: { config(entry()) },
            pins: ["intermediate"],
            reason: .policyGuard(
                "ParserException: No domain elements in domain-config at: Binary XML file line #1"
            ),
            capabilities: [.pins, .hashPins]
        ),
    ]

    @Test(arguments: cases)
    func `in an audit, applies the tested entry of a configuration to every host`(
        _ example: Case
    ) throws {
        var documents = example.files.mapValues(PolicyDocument.file)
        documents["config"] = .markup(try example.config())
        let model = try PolicyModel.resolve(
            "android",
            settings: example.settings,
            documents: documents,
            standsIn: example.standsIn
        )
        var presented = try AndroidFixture.presented()
        presented.pins = try example.pins?.map {
            .certificate(try AndroidFixture.fixture.certificate($0))
        }
        let decision = model.policy.evaluate(presented, for: .dns("google.com"))
        if let reason = example.reason {
            #expect(decision.verdict == .reject(reason))
        } else if case .accept(.path) = decision.verdict {
        } else {
            Issue.record("\(decision.verdict)")
        }
        #expect(model.capabilities == example.capabilities)
    }

    @Test(
        arguments: [
            (["root"], 1), (["root", "other-root"], 2), ([], 0),
        ] as [([String], Int)]
    )
    func `reads resources of concatenated certificates`(_ entities: [String], _ count: Int) throws {
        let bytes = try entities.flatMap(AndroidFixture.fixture.certificate)
        let builder = NetworkSecurityConfig.Builder()
        builder.add([CertificatesEntryRef(source: .resource("@raw/my_ca"), overridesPins: false)])
        let presented = try AndroidFixture.presented()
        let anchors = try AndroidTrustAnchors(
            of: builder.build(),
            files: { _ in bytes },
            presented
        )
        #expect(anchors.anchors.count == count)
    }

    @Test func `without a configuration, uses the pins of the setup`() throws {
        let policy = try PolicyModel.resolve("android").policy
        var presented = try AndroidFixture.presented()
        presented.pins = [.key(of: try AndroidFixture.fixture.certificate("root"))]
        guard case .accept = policy.evaluate(presented, for: .dns("android.com")).verdict else {
            Issue.record("the pinned root is in the chain")
            return
        }
        presented.pins = [.key(of: try AndroidFixture.fixture.certificate("debug-root"))]
        let decision = policy.evaluate(presented, for: .dns("android.com"))
        #expect(
            decision
                == Decision(
                    .reject(.pinMismatch),
                    error: "SSLHandshakeException: Pin verification failed"
                )
        )
    }
}
