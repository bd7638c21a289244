import Testing

@testable import PathValidation
@testable import TestSupport

extension XmlConfigTests {
    static let cases: [Case] = [
        Case(
            testDescription: "testEmptyConfigFile",
            hasPerDomainConfigs: false,
            config: { config() },
            connections: [
                succeeds("android.com"), succeeds("developer.android.com"), succeeds("google.com"),
                fails("android.com", isDebugged: true),
            ]
        ),
        Case(
            testDescription: "testEmptyAnchors",
            hasPerDomainConfigs: false,
            config: { config(noAnchors) },
            connections: [
                fails("android.com"), fails("developer.android.com"), fails("google.com"),
            ]
        ),
        Case(
            testDescription: "testBasicDomainConfig",
            hasPerDomainConfigs: true,
            config: { config(noAnchors, entry("android.com", with: [anchors("system")])) },
            connections: [
                succeeds("android.com"), fails("developer.android.com"), fails("google.com"),
            ]
        ),
        Case(
            testDescription: "testBasicPinning",
            hasPerDomainConfigs: true,
            config: { config(entry("android.com", with: [try pinSet(of: "intermediate")])) },
            connections: [succeeds("android.com"), succeeds("google.com")]
        ),
        Case(
            testDescription: "testExpiredPin",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [try pinSet(of: "debug-root", expiration: "2000-01-01")]
                    )
                )
            },
            connections: [succeeds("android.com")]
        ),
        Case(
            testDescription: "testExpiredPin, not yet",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [try pinSet(of: "debug-root", expiration: "2026-11-22")]
                    )
                )
            },
            connections: [fails("android.com", .pinMismatch)]
        ),
        Case(
            // The original tests `System.currentTimeMillis() > expirationTime`.
            testDescription: "testExpiredPin, at its instant",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [try pinSet(of: "debug-root", expiration: "2026-11-21")]
                    )
                )
            },
            connections: [fails("android.com", .pinMismatch)]
        ),
        Case(
            testDescription: "testExpiredPin, a day ago",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [try pinSet(of: "debug-root", expiration: "2026-11-20")]
                    )
                )
            },
            connections: [succeeds("android.com")]
        ),
        Case(
            testDescription: "testOverridesPins",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [try pinSet(of: "debug-root"), anchors("system", overridePins: true)]
                    )
                )
            },
            connections: [succeeds("android.com")]
        ),
        Case(
            testDescription: "testBadPin",
            hasPerDomainConfigs: true,
            config: { config(entry("android.com", with: [try pinSet(of: "debug-root")])) },
            connections: [fails("android.com", .pinMismatch), succeeds("google.com")]
        ),
        Case(
            testDescription: "testMultipleDomains",
            hasPerDomainConfigs: true,
            config: {
                config(noAnchors, entry("android.com", "google.com", with: [anchors("system")]))
            },
            connections: [
                succeeds("android.com"), succeeds("google.com"), fails("developer.android.com"),
            ]
        ),
        Case(
            testDescription: "testMultipleDomainConfigs",
            hasPerDomainConfigs: true,
            config: {
                config(
                    noAnchors,
                    entry("android.com", with: [anchors("system")]),
                    entry("google.com", with: [anchors("system")])
                )
            },
            connections: [succeeds("android.com"), succeeds("google.com")]
        ),
        Case(
            testDescription: "testIncludeSubdomains",
            hasPerDomainConfigs: true,
            config: {
                config(
                    noAnchors,
                    entry("android.com", includeSubdomains: true, with: [anchors("system")])
                )
            },
            connections: [
                succeeds("android.com"), succeeds("developer.android.com"), fails("google.com"),
            ]
        ),
        Case(
            testDescription: "testAttributes",
            hasPerDomainConfigs: false,
            config: {
                config(
                    xml(
                        "base-config",
                        ["hstsEnforced": "true", "cleartextTrafficPermitted": "false"]
                    )
                )
            },
            connections: []
        ),
        Case(
            testDescription: "testResourcePemCertificateSource, testResourceDerCertificateSource",
            hasPerDomainConfigs: true,
            config: {
                config(
                    noAnchors,
                    entry("android.com", with: [anchors("@raw/root", "@raw/other_root")])
                )
            },
            connections: [
                succeeds("android.com"), fails("developer.android.com"), fails("google.com"),
            ]
        ),
        Case(
            testDescription: "testNestedDomainConfigs",
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        includeSubdomains: true,
                        with: [
                            anchors("system"),
                            entry("developer.android.com", with: [try pinSet(of: "leaf")]),
                        ]
                    ),
                    xml("base-config", ["cleartextTrafficPermitted": "false"])
                )
            },
            connections: [succeeds("android.com"), succeeds("developer.android.com")]
        ),
        Case(
            testDescription: "testDebugOverridesDisabled",
            hasPerDomainConfigs: false,
            config: { config(noAnchors, xml("debug-overrides", [:], "", [anchors("system")])) },
            connections: [fails("android.com"), fails("developer.android.com")]
        ),
        Case(
            testDescription: "testBasicDebugOverrides",
            isDebuggable: true,
            hasPerDomainConfigs: false,
            config: { config(noAnchors, xml("debug-overrides", [:], "", [anchors("system")])) },
            connections: [succeeds("android.com"), succeeds("developer.android.com")]
        ),
        Case(
            testDescription: "testDebugOverridesWithDomain",
            isDebuggable: true,
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [anchors("@raw/root"), try pinSet(of: "other-root")]
                    ),
                    xml("debug-overrides", [:], "", [anchors("@raw/debug_root")])
                )
            },
            connections: [
                succeeds("android.com", isDebugged: true), fails("android.com", .pinMismatch),
                succeeds("developer.android.com"),
            ]
        ),
        Case(
            testDescription: "testDebugInherit",
            isDebuggable: true,
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry("android.com"),
                    xml("debug-overrides", [:], "", [anchors("@raw/debug_root")])
                )
            },
            connections: [
                succeeds("android.com", isDebugged: true), succeeds("android.com"),
                succeeds("developer.android.com", isDebugged: true),
            ]
        ),
        Case(
            testDescription: "testDebugDedup",
            isDebuggable: true,
            hasPerDomainConfigs: true,
            config: {
                config(
                    entry(
                        "android.com",
                        with: [
                            try pinSet(of: "debug-root"), anchors("system", overridePins: false),
                        ]
                    ),
                    xml("debug-overrides", [:], "", [anchors("system")])
                )
            },
            connections: [succeeds("android.com")]
        ),
        Case(
            testDescription: "testExtraDebugResource",
            isDebuggable: true,
            debugConfig: { config(xml("debug-overrides", [:], "", [anchors("system")])) },
            hasPerDomainConfigs: false,
            config: { config(noAnchors) },
            connections: [succeeds("android.com")]
        ),
        Case(
            testDescription:
                "testExtraDebugResource, testExtraDebugResourceIgnored: not for debugging",
            debugConfig: { config(xml("debug-overrides", [:], "", [xml("pin-set")])) },
            hasPerDomainConfigs: false,
            config: { config(noAnchors) },
            connections: [fails("android.com")]
        ),
        Case(
            testDescription: "testDomainWhitespaceTrimming",
            hasPerDomainConfigs: true,
            config: {
                let pin = try AndroidFixture.fixture.spkiSHA256("intermediate")
                return config(
                    noAnchors,
                    entry(
                        "android.com\n    ",
                        "   developer.android.com    ",
                        with: [try pinSet(texts: ["  \(pin)  "]), anchors("system")]
                    )
                )
            },
            connections: [
                succeeds("android.com"), succeeds("developer.android.com"), fails("google.com"),
            ]
        ),
    ]

    static let bad = [
        Bad(
            "testBadConfig0: a digest that is not known",
            "Unsupported pin digest algorithm: SHA-3",
            entry(
                "android.com",
                with: [xml("pin-set", [:], "", [xml("pin", ["digest": "SHA-3"], "AA==")])]
            )
        ),
        Bad(
            "testBadConfig1: no digest",
            "Unsupported pin digest algorithm: null",
            entry("android.com", with: [xml("pin-set", [:], "", [xml("pin", [:], "AA==")])])
        ),
        Bad(
            "testBadConfig2: an empty digest",
            "Missing pin digest",
            entry(
                "android.com",
                with: [xml("pin-set", [:], "", [xml("pin", ["digest": "sha-256"])])]
            )
        ),
        Bad(
            "testBadConfig3: one name in two entries",
            "android.com has already been specified",
            entry("android.com"),
            entry("Android.com", includeSubdomains: true)
        ),
        Bad(
            "testBadConfig4: a domain in base-config",
            "domain element not allowed in base-config",
            xml("base-config", [:], "", [xml("domain", [:], "android.com")])
        ),
        Bad(
            "testBadConfig5: pins in base-config",
            "pin-set element not allowed in base-config",
            xml("base-config", [:], "", [xml("pin-set")])
        ),
        Bad(
            "not base64",
            "Invalid pin digest",
            entry(
                "android.com",
                with: [xml("pin-set", [:], "", [xml("pin", ["digest": "SHA-256"], "A=A")])]
            )
        ),
        Bad(
            "a digest of another length",
            "digest length 1 does not match expected length for SHA-256 of 32",
            entry(
                "android.com",
                with: [xml("pin-set", [:], "", [xml("pin", ["digest": "SHA-256"], "AA")])]
            )
        ),
        Bad(
            "a day that does not exist",
            "Invalid expiration date in pin-set",
            entry("android.com", with: [xml("pin-set", ["expiration": "2026-02-29"])])
        ),
        Bad(
            "two sets of pins",
            "Multiple pin-set elements not allowed",
            entry("android.com", with: [xml("pin-set"), xml("pin-set")])
        ),
        Bad(
            "two sets of anchors",
            "Multiple trust-anchor elements not allowed",
            xml("base-config", [:], "", [anchors(), anchors("system")])
        ),
        Bad(
            "a nested entry in base-config",
            "Nested domain-config not allowed in base-config",
            xml("base-config", [:], "", [entry("android.com")])
        ),
        Bad("no domain", "No domain elements in domain-config", entry()),
        Bad("a domain without a name", "Domain name missing", entry(" \n")),
        Bad(
            "an element in a domain",
            "domain contains additional elements",
            xml("domain-config", [:], "", [xml("domain", [:], "android.com", [xml("b")])])
        ),
        Bad(
            "no source",
            "certificates element missing src attribute",
            xml("base-config", [:], "", [xml("trust-anchors", [:], "", [xml("certificates")])])
        ),
        Bad(
            "an unknown source",
            "Unknown certificates src. Should be one of system|user|@resourceVal",
            xml("base-config", [:], "", [anchors("all")])
        ),
        Bad("two bases", "Only one base-config allowed", xml("base-config"), xml("base-config")),
        Bad(
            "two overrides",
            "Only one debug-overrides allowed",
            xml("debug-overrides"),
            xml("debug-overrides")
        ),
    ]
}
