import Crypto
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Apple's own tests of the requirements of a host: SecProtocolConfigurationTest.m as of macOS
/// 15.4, each entry under its test's name.
///
/// Not here: `testAppleBundleExceptionWithNoATSKey` (the insecure defaults of Apple's own bundles,
/// which no application has), `testExampleATSDictionaries` (its files are not public), the rows of
/// DTLS in `test_sec_protocol_configuration_protocol_string_to_version`, and the tests of builders
/// and accessors.
struct AppTransportSecurityTests {
    typealias Requirements = AppTransportSecurity.Requirements

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var plist: PropertyListValue? = [:]
        let rows: [(host: String, expected: Requirements?)]

        var testDescription: String { name }
    }

    private static let strict = Requirements()
    /// An exception that allows insecure loads, and has no other setting.
    private static let insecure = Requirements(isTrustRequired: false)
    private static let free: Requirements? = nil

    private static func builtIn(_ version: TLSVersion) -> Requirements {
        Requirements(minimumTLSVersion: version, suites: .any, isTrustRequired: false)
    }

    private static func atLeast(
        _ version: TLSVersion,
        isTrustRequired: Bool = true
    ) -> Requirements {
        Requirements(minimumTLSVersion: version, isTrustRequired: isTrustRequired)
    }

    /// `runGlobalKeysTestForHostname:`, in the orders that the tests use.
    private static func globalKeyRows(
        local: Requirements?,
        other: Requirements?
    ) -> [(host: String, expected: Requirements?)] {
        [
            "localhost", "myhost.local", "127.0.0.1", "169.254.0.1", "::1", "fe80::1", "fe81::2",
            "febf::2",
        ].map { ($0, local) }
            + [
                "example.com", "203.0.113.1", "126.0.0.1", "169.253.0.1", "::", "::2", "fe00::1",
                "fec0::1", "ff80::1", "2001:db8::8a2e:370:7334",
            ].map { ($0, other) }
    }

    private static let overridden = globalKeyRows(local: nil, other: strict)

    private static let stricterThanGlobal: PropertyListValue = [
        "NSAllowsArbitraryLoads": true,
        "NSExceptionDomains": [
            "neverssl.com": [
                "NSExceptionAllowsInsecureHTTPLoads": false,
                "NSExceptionMinimumTLSVersion": "TLSv1.3",
                "NSExceptionRequiresForwardSecrecy": true,
            ],
            "google.com": [
                "NSExceptionAllowsInsecureHTTPLoads": true,
                "NSExceptionMinimumTLSVersion": "TLSv1.3",
                "NSExceptionRequiresForwardSecrecy": true,
            ],
            "youtube.com": ["NSExceptionRequiresForwardSecrecy": true],
            "myhost.local": [
                "NSExceptionAllowsInsecureHTTPLoads": false,
                "NSExceptionRequiresForwardSecrecy": true,
            ],
        ],
    ]

    private static let overBuiltIn: PropertyListValue = [
        "NSAllowsArbitraryLoads": false,
        "NSExceptionDomains": [
            "neverssl.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
            "apple.com": [
                "NSExceptionMinimumTLSVersion": "TLSv1.3", "NSIncludesSubdomains": false,
            ],
            "setup.icloud.com": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
        ],
    ]

    private static let networks: PropertyListValue = [
        "NSExceptionDomains": [
            "example.com": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "198.51.100.0/24": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "198.51.100.0/27": ["NSExceptionAllowsInsecureHTTPLoads": false],
            "198.51.100.1": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "198.51.100.101": ["NSExceptionAllowsInsecureHTTPLoads": false],
            "2001:db8::/32": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "2001:db8::/64": ["NSExceptionAllowsInsecureHTTPLoads": false],
        ]
    ]

    private static let halves: PropertyListValue = [
        "NSExceptionDomains": [
            "::/0": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "::/1": ["NSExceptionAllowsInsecureHTTPLoads": false],
            "0.0.0.0/0": ["NSExceptionAllowsInsecureHTTPLoads": true],
            "0.0.0.0/1": ["NSExceptionAllowsInsecureHTTPLoads": false],
        ]
    ]

    private static let builtInRows: [(host: String, expected: Requirements?)] = [
        ("ls.apple.com", builtIn(.v1_0)), ("gs.apple.com", builtIn(.v1_0)),
        ("geo.apple.com", builtIn(.v1_0)), ("is.autonavi.com", builtIn(.v1_0)),
        ("apple-mapkit.com", builtIn(.v1_0)),
    ]

    static let cases: [Case] = [
        Case(
            name: "testExceptionRaisesSecurityRequirements",
            plist: stricterThanGlobal,
            rows: [
                ("example.com", free), ("neverssl.com", atLeast(.v1_3)),
                ("google.com", atLeast(.v1_3, isTrustRequired: false)),
                ("youtube.com", strict), ("myhost.local", strict),
                ("apple.com", builtIn(.v1_2)), ("csd4.apple.com", builtIn(.v1_2)),
                ("setup.icloud.com", builtIn(.v1_2)),
            ] + builtInRows
        ),
        Case(
            name: "testBuiltInExceptions",
            plist: ["NSAllowsArbitraryLoads": false],
            rows: [
                ("example.com", strict), ("neverssl.com", strict), ("myhost.local", free),
                ("apple.com", builtIn(.v1_2)), ("csd4.apple.com", builtIn(.v1_2)),
                ("setup.icloud.com", builtIn(.v1_2)),
            ] + builtInRows
        ),
        Case(
            name: "testExceptionOverridesBuiltInException",
            plist: overBuiltIn,
            rows: [
                ("example.com", strict), ("neverssl.com", atLeast(.v1_3)),
                ("google.com", strict), ("youtube.com", strict), ("myhost.local", free),
                ("apple.com", atLeast(.v1_3)), ("csd4.apple.com", strict),
                ("setup.icloud.com", atLeast(.v1_3)), ("test.setup.icloud.com", strict),
            ] + builtInRows
        ),
        Case(
            name: "testIncludesSubdomains",
            plist: [
                "NSExceptionDomains": [
                    "example.com": [
                        "NSExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": true,
                    ],
                    "subhostname.example.com": [
                        "NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSIncludesSubdomains": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3",
                    ],
                    "another.subhostname.example.com": [
                        "NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.1",
                    ],
                ]
            ],
            rows: [
                ("example.com", insecure), ("subhostname.example.com", atLeast(.v1_3)),
                ("another.subhostname.example.com", atLeast(.v1_1)),
                ("test.another.subhostname.example.com", insecure),
            ]
        ),
        Case(
            name: "testCIDRExceptions, particular networks",
            plist: networks,
            rows: [
                ("localhost", free), ("myhost.local", free), ("127.0.0.1", free), ("::1", free),
                ("example.com", insecure), ("google.com", strict),
                ("198.51.100.1", insecure), ("198.51.100.100", insecure),
                ("198.51.100.255", insecure), ("2001:db8:85a3::8a2e:370:7334", insecure),
                ("1.1.1.1", strict), ("198.51.100.0", strict), ("198.51.100.101", strict),
                ("198.51.101.0", strict), ("203.0.113.0", strict), ("255.255.255.0", strict),
                ("fe00::", strict), ("2001:db8::8a2e:370:7334", strict), ("2001:db80::", strict),
            ]
        ),
        Case(
            name: "networks with an address longer than the buffer",
            plist: [
                "NSExceptionDomains": [
                    "198.51.100.64/26": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "198.51.100.128/26": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "2001:0db8:0000:0000:0000:0000:0aa:0000/112": [
                        "NSExceptionAllowsInsecureHTTPLoads": true
                    ],
                    "2001:0db8:0000:0000:0000:0000:bb:0000/112": [
                        "NSExceptionAllowsInsecureHTTPLoads": true
                    ],
                ]
            ],
            rows: [
                ("198.51.100.65", insecure), ("198.51.100.129", strict),
                ("2001:db8::aa:1", strict), ("2001:db8::bb:1", insecure),
            ]
        ),
        Case(
            name: "testCIDRExceptions, the halves of all addresses",
            plist: halves,
            rows: [
                ("localhost", free), ("myhost.local", free), ("example.com", strict),
                ("128.0.0.0", insecure), ("198.51.100.1", insecure), ("198.51.100.100", insecure),
                ("198.51.100.255", insecure), ("198.51.100.0", insecure),
                ("198.51.100.101", insecure), ("198.51.101.0", insecure),
                ("203.0.113.0", insecure), ("255.255.255.0", insecure), ("fe00::", insecure),
                ("127.0.0.1", strict), ("::1", strict), ("1.1.1.1", strict),
                ("127.255.255.255", strict), ("2001:db8::8a2e:370:7334", strict),
                ("2001:db8:85a3::8a2e:370:7334", strict),
            ]
        ),
        Case(
            name: "testMinTLSVersionDisallowedStrings",
            plist: [
                "NSExceptionDomains": [
                    "example.com": ["NSExceptionMinimumTLSVersion": "TLSv1.4"],
                    "google.com": ["NSExceptionMinimumTLSVersion": "TLSV1.3"],
                    "neverssl.com": ["NSExceptionMinimumTLSVersion": "TLSv1.00"],
                ]
            ],
            rows: [("example.com", strict), ("google.com", strict), ("neverssl.com", strict)]
        ),
        Case(name: "testLocalNetworkingAllowedByDefault", rows: overridden),
        Case(
            name: "testLocalNetworkingDisabled",
            plist: ["NSAllowsLocalNetworking": false],
            rows: globalKeyRows(local: strict, other: strict)
        ),
        Case(
            name: "testAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true],
            rows: globalKeyRows(local: nil, other: nil)
        ),
        Case(
            name: "testLocalNetworkingKeyOverridesAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true],
            rows: overridden
        ),
        Case(
            name: "testFalseWebContentKeyOverridesAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": false],
            rows: overridden
        ),
        Case(
            name: "testTrueWebContentKeyOverridesAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": true],
            rows: overridden
        ),
        Case(
            name: "testFalseMediaKeyOverridesAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": false],
            rows: overridden
        ),
        Case(
            name: "testTrueMediaKeyOverridesAllowsArbitraryLoads",
            plist: ["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": true],
            rows: overridden
        ),
        Case(
            name: "testGarbageValueDisablesAllowsArbitraryLoads, 2",
            plist: ["NSAllowsArbitraryLoads": 2],
            rows: overridden
        ),
        Case(
            name: "testGarbageValueDisablesAllowsArbitraryLoads, YES",
            plist: ["NSAllowsArbitraryLoads": "YES"],
            rows: overridden
        ),
        Case(
            name: "testGarbageValueDisablesAllowsArbitraryLoads, NO",
            plist: ["NSAllowsArbitraryLoads": false],
            rows: overridden
        ),
        Case(name: "an Info.plist without NSAppTransportSecurity", plist: nil, rows: overridden),
        Case(
            name: "forward secrecy is not required",
            plist: [
                "NSExceptionDomains": [
                    "a.test": ["NSExceptionRequiresForwardSecrecy": false],
                    "b.test": [
                        "NSExceptionRequiresForwardSecrecy": false,
                        "NSExceptionAllowsInsecureHTTPLoads": true,
                    ],
                ]
            ],
            rows: [
                ("a.test", Requirements(suites: .atsCompatibility)),
                ("b.test", Requirements(suites: .any, isTrustRequired: false)),
            ]
        ),
        Case(
            name: "NIAP's package is required, but not for every host",
            plist: [
                "NSRequiresNIAPTLSPackageVersion": "FCP_v2.1",
                "NSExceptionDomains": [
                    "a.test": ["NSExceptionRequiresNIAPTLSPackageVersion": "none"],
                    "b.test": ["NSExceptionMinimumTLSVersion": "TLSv1.3"],
                ],
            ],
            rows: [
                ("a.test", strict),
                ("b.test", Requirements(minimumTLSVersion: .v1_3, suites: .functionalPackage)),
                ("c.test", Requirements(suites: .functionalPackage)),
            ]
        ),
        Case(
            name: "a version of NIAP's package that Apple does not document requires nothing",
            plist: ["NSRequiresNIAPTLSPackageVersion": "FCP_v9"],
            rows: [("a.test", strict)]
        ),
        Case(
            name: "a trailing dot and upper case count as written",
            plist: [
                "NSExceptionDomains": [
                    "dotted.test.": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "Upper.test": ["NSExceptionAllowsInsecureHTTPLoads": true],
                ]
            ],
            rows: [
                ("dotted.test.", insecure), ("dotted.test", strict), ("Upper.test", strict),
            ]
        ),
        Case(
            name: "exceptions of the wrong type",
            plist: ["NSAllowsArbitraryLoads": true, "NSExceptionDomains": ["a.test": "YES"]],
            rows: [("a.test", free)]
        ),
        Case(
            name: "incomplete and invalid networks",
            plist: [
                "NSExceptionDomains": [
                    "10/8": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "2001:db8/32": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "192.0.2.0/33": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "198.51.100.0/+24": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "172.16.0.0/-1": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "203.0.113.7/32": ["NSExceptionAllowsInsecureHTTPLoads": true],
                    "203.0.113.64/26/26": ["NSExceptionAllowsInsecureHTTPLoads": true],
                ]
            ],
            rows: [
                ("10.1.2.3", insecure), ("11.1.2.3", strict), ("2001:db8::1", insecure),
                ("2001:db9::1", strict), ("192.0.2.1", strict), ("198.51.100.1", strict),
                ("172.16.0.1", strict), ("203.0.113.7", insecure), ("203.0.113.6", strict),
                ("203.0.113.65", strict),
            ]
        ),
    ]

    @Test(arguments: cases)
    func `derives the requirements of a host from the dictionary`(_ example: Case) {
        let security = AppTransportSecurity(example.plist)
        for row in example.rows {
            let identity = IPAddress.bytes(row.host).map(ReferenceIdentity.ip) ?? .dns(row.host)
            #expect(
                security.requirements(for: identity) == row.expected,
                "\(row.host)"
            )
        }
    }

    /// `test_sec_protocol_configuration_protocol_string_to_version`.
    @Test(
        arguments: [
            "": nil, "A": nil, "SSLv3.0": nil, "TLSv1.0": TLSVersion.v1_0, "TLSv1.1": .v1_1,
            "TLSv1.2": .v1_2, "TLSv1.3": .v1_3, "TLSv1.31": nil, "TLSv1.4": nil,
        ]
    )
    func `accepts only Apple's spelling of a TLS version`(text: String, version: TLSVersion?) {
        #expect(AppTransportSecurity.Exception.version(text) == version)
    }

    /// Apple, Preventing Insecure Network Connections: the suites that it lists for TLS 1.2.
    private static let documented = [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ]

    /// The further suites of SecProtocolInternal.h.
    private static let undocumented = [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
    ]

    /// The suites of CiphersuitesNonPFS in both versions that were read.
    private static let withoutForwardSecrecy = [
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA",
    ]

    @Test func `groups cipher suites as Apple's lists do`() {
        func names(_ group: Requirements.Suites) -> Set<String> {
            Set(CipherSuite.catalogue.filter(group.contains).map(\.name))
        }
        let ats = Set(Self.documented + Self.undocumented)
        #expect(names(.ats) == ats)
        #expect(names(.atsCompatibility) == ats.union(Self.withoutForwardSecrecy))
        #expect(names(.any).count == CipherSuite.catalogue.count)
    }
}
