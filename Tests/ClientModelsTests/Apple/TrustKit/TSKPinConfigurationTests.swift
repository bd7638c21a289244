import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `TSKPinConfigurationTests.m` of TrustKit, each test under its own name, and further reasons to
/// reject a configuration.
struct TSKPinConfigurationTests {
    enum Outcome: Hashable, Sendable {
        /// The entry for the host; nil if none.
        case key(String?)
        /// The text after "TrustKit configuration invalid: TrustKit was initialized with ".
        case throwing(String)
        case exception(TSKException)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let test: String
        var global: [String: PropertyListValue] = [:]
        let domains: [String: [String: PropertyListValue]]
        var isSharedInstance = true
        var host = "www.good.com"
        let expected: Outcome

        var testDescription: String { test }
    }

    static let key = "TQEtdMbmwFgYUifM4LDF+xgEtd0z69mPGmkp014d6ZY="
    static let other = "iQMk4onrJJz/nwW1wCUR0Ycsh3omhbM+PqMEwNof/K0="
    static let fake = TSKPinningValidatorTests.fake

    /// Returns an entry with two pins.
    static func pinned(
        _ entry: [String: PropertyListValue] = [:],
        _ hashes: [String] = [key, fake]
    ) -> [String: PropertyListValue] {
        entry.merging(["TSKPublicKeyHashes": .array(hashes.map { .string($0) })]) { own, _ in own }
    }

    static let including: [String: PropertyListValue] = ["TSKIncludeSubdomains": .boolean(true)]
    static let excluding: [String: PropertyListValue] = [
        "TSKExcludeSubdomainFromParentPolicy": .boolean(true)
    ]

    @Test(arguments: [
        ("good.com", true, false), ("com", true, true), ("good.co.uk", true, false),
        ("server", false, false), ("192.0.2.1", false, false),
    ])
    func `finds the registry of a name`(name: String, isBelow: Bool, isOne: Bool) {
        #expect(TrustKitTexts.registry(name) == (isBelow, isOne))
    }

    @Test(arguments: originals)
    func `decides as TSKPinConfigurationTests.m expects`(_ test: Case) {
        #expect(Self.outcome(of: test) == test.expected)
    }

    @Test(arguments: others)
    func `decides further configurations as TrustKit does`(_ test: Case) {
        #expect(Self.outcome(of: test) == test.expected)
    }

    @Test func `the test cases cover every test in TSKPinConfigurationTests.m`() {
        #expect(Self.originals.count == 22)
        #expect(Set((Self.originals + Self.others).map(\.test)).count == 22 + Self.others.count)
    }

    private static func outcome(of test: Case) -> Outcome {
        var arguments = test.global
        if !test.domains.isEmpty {
            arguments["TSKPinnedDomains"] = .dictionary(
                test.domains.mapValues(PropertyListValue.dictionary)
            )
        }
        do {
            let configuration = try TSKConfiguration(
                parsing: arguments,
                isSharedInstance: test.isSharedInstance
            )
            return .key(configuration.pinnedDomains.key(governing: test.host))
        } catch .configurationInvalid(let reason) {
            let prefix = "TrustKit was initialized with "
            return .throwing(
                reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason
            )
        } catch {
            return .exception(error)
        }
    }

    static let originals = [
        Case(
            test: "testPinOnePublicKey",
            domains: ["www.good.com": pinned([:], [key, key])],
            expected: .throwing("less than 2 pins (ie. no backup pins) for domain www.good.com.")
        ),
        Case(
            test: "testDisablePinningForSubdomainAndNoPublicKey",
            domains: ["good.com": pinned(including), "unsecured.good.com": excluding],
            host: "unsecured.good.com",
            expected: .key("unsecured.good.com")
        ),
        Case(
            test: "testExplicitNotDisablePinningForSubdomainAdditionalDomainKeys",
            domains: [
                "good.com": pinned(including),
                "unsecured.good.com": pinned([
                    "TSKExcludeSubdomainFromParentPolicy": .boolean(false)
                ]),
            ],
            host: "unsecured.good.com",
            expected: .key("unsecured.good.com")
        ),
        Case(
            test: "testDisablePinningForSubdomainWithoutParentAndNoPublicKey",
            domains: ["good.com": pinned(), "unsecured.good.com": excluding],
            expected: .throwing(
                "TSKExcludeSubdomainFromParentPolicy for domain unsecured.good.com but could not "
                    + "find a policy for a parent domain"
            )
        ),
        Case(
            test: "testDisablePinningForSubdomainAdditionalDomainKeys",
            domains: ["good.com": pinned(including), "unsecured.good.com": pinned(excluding)],
            expected: .throwing(
                "TSKExcludeSubdomainFromParentPolicy for domain unsecured.good.com but detected "
                    + "additional configuration keys"
            )
        ),
        // Named for a setting that became optional; the test states a pin twice.
        Case(
            test: "testNokTSKSwizzleNetworkDelegates",
            domains: ["www.good.com": pinned([:], [key, key])],
            expected: .throwing("less than 2 pins (ie. no backup pins) for domain www.good.com.")
        ),
        Case(
            test: "testGetConfigurationPinningEnabled",
            domains: ["www.good.com": pinned()],
            expected: .key("www.good.com")
        ),
        Case(
            test: "testGetConfigurationPinningEnabledWithExpirationDate",
            domains: ["www.good.com": pinned(["TSKExpirationDate": .string("2015-01-01")])],
            expected: .key("www.good.com")
        ),
        Case(
            test: "testGetConfigurationPinningDisabled",
            domains: ["good.com": pinned()],
            host: "www.datatheorem.com",
            expected: .key(nil)
        ),
        Case(
            test: "testIncludeSubdomainsEnabled",
            domains: ["good.com": pinned(including)],
            expected: .key("good.com")
        ),
        Case(
            test: "testIncludeSubdomainsEnabledSameDomain",
            domains: ["good.com": pinned(including)],
            host: "good.com",
            expected: .key("good.com")
        ),
        Case(
            test: "testIncludeSubdomainsEnabledSubSubDomain",
            domains: ["www.good.com": pinned(including)],
            host: "sub.www.good.com.www.good.com",
            expected: .key("www.good.com")
        ),
        Case(
            test: "testIncludeSubdomainsEnabledNotSubdomain",
            domains: ["good.com": pinned(including)],
            host: "good.com.otherdomaingood.com",
            expected: .key(nil)
        ),
        Case(
            test: "testIncludeSubdomainsEnabledNotSubdomainDifferentTld",
            domains: ["good.net": pinned(including)],
            host: "test.good.com",
            expected: .key(nil)
        ),
        Case(
            test: "testIncludeSubdomainsEnabledForSuffix",
            domains: ["com": pinned(including)],
            expected: .throwing("includeSubdomains for a domain suffix com")
        ),
        Case(
            test: "testIncludeSubdomainsDisabled",
            domains: ["good.com": pinned(["TSKIncludeSubdomains": .boolean(false)])],
            expected: .key(nil)
        ),
        Case(
            test: "testIncludeSubdomainsEnabledAndSpecificConfiguration",
            domains: ["good.com": pinned(including), "www.good.com": pinned([:], [other, fake])],
            expected: .key("www.good.com")
        ),
        Case(
            test: "testIncludeSubdomainsEnabledAndOverlap",
            domains: [
                "good.com": pinned(including), "www.good.com": pinned(including, [other, fake]),
            ],
            host: "foo.www.good.com",
            expected: .key("www.good.com")
        ),
        Case(
            test: "testNoPinnedDomains",
            global: ["TSKSwizzleNetworkDelegates": .boolean(true)],
            domains: [:],
            expected: .throwing("no pinned domains.")
        ),
        // By default TrustKit swizzles nothing; a configuration of an instance that is not shared
        // must not request swizzling.
        Case(
            test: "testGlobalSettings",
            domains: ["good.com": pinned(including)],
            isSharedInstance: false,
            expected: .key("good.com")
        ),
        Case(
            test: "testSwizzleNetworkDelegatesInLocalInstance",
            global: ["TSKSwizzleNetworkDelegates": .boolean(true)],
            domains: ["good.com": pinned(including)],
            isSharedInstance: false,
            expected: .throwing(
                "Cannot use TSKSwizzleNetworkDelegates outside the TrustKit sharedInstance"
            )
        ),
        Case(
            test: "a lookup of only the registry does not crash",
            domains: ["good.com": pinned(including)],
            host: "com",
            expected: .key(nil)
        ),
    ]

    static let others = [
        Case(
            test: "a lookup of a parent does not crash",
            domains: ["sub.www.good.com": pinned(including)],
            host: "good.com",
            expected: .key(nil)
        ),
        Case(
            test: "a registry without subdomains is a domain like any other",
            domains: ["com": pinned()],
            host: "com",
            expected: .key("com")
        ),
        Case(
            test: "a suffix in the private section",
            domains: ["appspot.com": pinned(including)],
            expected: .throwing("includeSubdomains for a domain suffix appspot.com")
        ),
        Case(
            test: "below a suffix in the private section",
            domains: ["mine.appspot.com": pinned(including)],
            host: "api.mine.appspot.com",
            expected: .key("mine.appspot.com")
        ),
        Case(
            test: "a domain below no registry",
            domains: ["good.intranet": pinned()],
            expected: .throwing("an invalid domain good.intranet")
        ),
        Case(
            test: "a single label",
            domains: ["localhost": pinned()],
            expected: .throwing("an invalid domain localhost")
        ),
        Case(
            test: "an address",
            domains: ["192.0.2.1": pinned()],
            expected: .throwing("an invalid domain 192.0.2.1")
        ),
        Case(
            test: "a name in another script",
            domains: ["bücher.com": pinned()],
            expected: .throwing("an invalid domain bücher.com")
        ),
        Case(
            test: "a host in upper case",
            domains: ["www.good.com": pinned()],
            host: "WWW.good.com",
            expected: .key(nil)
        ),
        Case(
            test: "a host with a trailing dot",
            domains: ["good.com": pinned(including)],
            host: "www.good.com.",
            expected: .key(nil)
        ),
        Case(
            test: "a domain with a trailing dot",
            domains: ["good.org.": pinned(including)],
            host: "www.good.org.",
            expected: .key("good.org.")
        ),
        Case(
            test: "a domain suffix with a trailing dot",
            domains: ["org.": pinned(including)],
            expected: .throwing("includeSubdomains for a domain suffix org.")
        ),
        Case(
            test: "another domain with the same ending",
            domains: ["good.com": pinned(including)],
            host: "notgood.com",
            expected: .key(nil)
        ),
        Case(
            // A name of more bytes (RFC 1035 §2.3.4) is below no registry.
            test: "a host of 255 bytes",
            domains: ["good.com": pinned(including)],
            host: String(repeating: "a", count: 246) + ".good.com",
            expected: .key("good.com")
        ),
        Case(
            test: "a host of 256 bytes",
            domains: ["good.com": pinned(including)],
            host: String(repeating: "a", count: 247) + ".good.com",
            expected: .key(nil)
        ),
        Case(
            test: "the separator is searched from the left",
            domains: ["a.a.com": pinned(including)],
            host: "x.a.a.a.com",
            expected: .key(nil)
        ),
        Case(
            test: "one pin is enough without enforcement",
            domains: ["www.good.com": pinned(["TSKEnforcePinning": .boolean(false)], [key])],
            expected: .key("www.good.com")
        ),
        Case(
            test: "no pin is not enough, even without enforcement",
            domains: ["www.good.com": ["TSKEnforcePinning": .boolean(false)]],
            expected: .throwing("less than 1 pins (ie. no backup pins) for domain www.good.com.")
        ),
        Case(
            test: "a short pin",
            domains: ["www.good.com": pinned([:], [key, "AAAA"])],
            expected: .throwing("an invalid Pin AAAA for domain www.good.com")
        ),
        Case(
            test: "a pin with the prefix of another system",
            domains: ["www.good.com": pinned([:], [key, "sha256/" + fake])],
            expected: .throwing(
                "an invalid Pin \("sha256/\(fake)".configurationExcerpt) for domain www.good.com"
            )
        ),
        Case(
            test: "a URL for reports with a space",
            domains: [
                "www.good.com": pinned([
                    "TSKReportUris": .array([.string("https://good.com/a report")])
                ])
            ],
            expected: .throwing("an invalid value for TSKReportUris for domain www.good.com")
        ),
        Case(
            test: "a URL for reports",
            domains: [
                "www.good.com": pinned([
                    "TSKReportUris": .array([.string("https://good.com/a%20better%2breport?b=c")])
                ])
            ],
            expected: .key("www.good.com")
        ),
        Case(
            test: "flags that are strings",
            domains: ["good.com": pinned(["TSKIncludeSubdomains": .string("YES")])],
            expected: .key("good.com")
        ),
        Case(
            test: "a flag that is the string NO",
            domains: ["good.com": pinned(["TSKIncludeSubdomains": .string("NO")])],
            expected: .key(nil)
        ),
        Case(
            test: "pins that are not a list",
            domains: ["www.good.com": ["TSKPublicKeyHashes": .string(key)]],
            expected: .exception(.invalidArgument)
        ),
        Case(
            test: "an expiration that is a date",
            domains: [
                "www.good.com": pinned(["TSKExpirationDate": .date(Instant(seconds: 0))])
            ],
            expected: .exception(.invalidArgument)
        ),
    ]
}
