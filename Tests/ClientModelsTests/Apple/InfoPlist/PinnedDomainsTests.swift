import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Dictionaries as `parseNSPinnedDomains` reads them: the entries of Apple's
/// NSPinnedDomainsParsingTest.plist (Security-61901.0.87.0.1, tests/TrustTests), and
/// further facts of the source.
struct PinnedDomainsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let domains: PropertyListValue
        var host = "www.example.test"
        /// The number of pins of each kind; nil if the host is not pinned in that way.
        var leaf: Int?
        var ca: Int?

        var testDescription: String { name }
    }

    private static let one = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let other = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
    private static let identity: PropertyListValue = ["SPKI-SHA256-BASE64": .string(one)]
    private static let identities: PropertyListValue = [
        ["SPKI-SHA256-BASE64": .string(one)], ["SPKI-SHA256-BASE64": .string(other)],
    ]

    private static func entry(
        _ identities: PropertyListValue,
        _ type: PinnedDomains.IdentityType = .leaf,
        includesSubdomains: PropertyListValue = false
    ) -> PropertyListValue {
        .dictionary([type.rawValue: identities, "NSIncludesSubdomains": includesSubdomains])
    }

    static let cases = [
        Case(
            name: "a CA for a domain and its subdomains",
            domains: ["example.test": entry([identity], .ca, includesSubdomains: true)],
            ca: 1
        ),
        Case(
            name: "a leaf with two pins",
            domains: ["www.example.test": entry(identities)],
            leaf: 2
        ),
        Case(
            name: "a leaf and a CA",
            domains: [
                "www.example.test": [
                    "NSPinnedLeafIdentities": [identity], "NSPinnedCAIdentities": identities,
                ]
            ],
            leaf: 1,
            ca: 2
        ),
        Case(
            name: "no key of identities",
            domains: ["www.example.test": ["NSIncludesSubdomains": true]]
        ),
        Case(
            name: "an empty array of leaves",
            domains: ["www.example.test": entry([])],
            leaf: 0
        ),
        Case(
            name: "a string in place of an array",
            domains: ["www.example.test": entry("none")],
            leaf: 0
        ),
        Case(
            name: "items that are not dictionaries",
            domains: ["www.example.test": entry(["one", 2, [identity]])],
            leaf: 0
        ),
        Case(
            name: "a hash that is not a string",
            domains: ["www.example.test": entry([["SPKI-SHA256-BASE64": 5]])],
            leaf: 0
        ),
        Case(
            name: "a hash with only an incomplete quantum",
            domains: ["www.example.test": entry([["SPKI-SHA256-BASE64": "b 6!"]])],
            leaf: 0
        ),
        Case(
            name: "a hash with characters outside base64 and another length",
            domains: ["www.example.test": entry([["SPKI-SHA256-BASE64": "no base64!"]])],
            leaf: 1
        ),
        Case(
            name: "a hash under another key",
            domains: ["www.example.test": entry([["SPKI-SHA1-BASE64": .string(one)]])],
            leaf: 0
        ),
        Case(
            name: "one valid item among invalid ones",
            domains: ["www.example.test": entry(["one", identity])],
            leaf: 1
        ),
        Case(
            name: "an entry of the wrong type",
            domains: ["www.example.test": "pinned"]
        ),
        Case(
            name: "upper case in one of the names",
            domains: ["WWW.Example.Test": entry([identity])],
            host: "www.EXAMPLE.test",
            leaf: 1
        ),
        Case(
            name: "a host with a trailing dot",
            domains: ["www.example.test": entry([identity])],
            host: "www.example.test.",
            leaf: 1
        ),
        Case(
            name: "a domain with a trailing dot",
            domains: ["www.example.test.": entry([identity])]
        ),
        Case(
            name: "the parent without NSIncludesSubdomains",
            domains: ["example.test": entry([identity])]
        ),
        Case(
            name: "NSIncludesSubdomains that is a number",
            domains: ["example.test": entry([identity], includesSubdomains: 1)]
        ),
        Case(
            name: "the parent of the parent",
            domains: ["example.test": entry([identity], includesSubdomains: true)],
            host: "a.www.example.test"
        ),
        Case(
            name: "the domain itself, with or without NSIncludesSubdomains",
            domains: ["www.example.test": entry([identity], includesSubdomains: true)],
            leaf: 1
        ),
        Case(
            name: "a domain with the same ending",
            domains: ["ample.test": entry([identity], includesSubdomains: true)]
        ),
        Case(
            name: "several matching entries, which form one set",
            domains: [
                "www.example.test": entry([identity]),
                "example.test": entry([identity, identity], includesSubdomains: true),
                "WWW.EXAMPLE.TEST": entry([identity], .ca),
            ],
            leaf: 3,
            ca: 1
        ),
        Case(
            name: "a host of one label",
            domains: ["test": entry([identity], includesSubdomains: true)],
            host: "localhost"
        ),
        Case(
            name: "a host of one label and two dots, one of them trailing",
            domains: ["": entry([identity], includesSubdomains: true)],
            host: "localhost.."
        ),
    ]

    @Test(arguments: cases)
    func `pins a host to the identities of all matching entries`(_ example: Case) {
        let pinned = PinnedDomains(["NSPinnedDomains": example.domains])
        let (leaf, ca) = (
            pinned.identities(.leaf, for: example.host),
            pinned.identities(.ca, for: example.host)
        )
        #expect(leaf?.count == example.leaf)
        #expect(ca?.count == example.ca)
    }

    @Test(
        arguments: [
            ("qrvM", [0xaa, 0xbb, 0xcc]), ("qr\n  vM", [0xaa, 0xbb, 0xcc]),
            ("qr*vM", [0xaa, 0xbb, 0xcc]), ("qrvMqq", [0xaa, 0xbb, 0xcc]),
            ("qrs=", [0xaa, 0xbb]), ("qrt=", [0xaa, 0xbb]), ("qg==qrvM", [0xaa]),
            ("qrvM====", [0xaa, 0xbb, 0xcc, 0, 0, 0]),
        ] as [(String, [UInt8])]
    )
    func `decodes a hash like Apple's base64 reader`(_ text: String, _ bytes: [UInt8]) {
        let pinned = PinnedDomains([
            "NSPinnedDomains": ["a.test": Self.entry([["SPKI-SHA256-BASE64": .string(text)]])]
        ])
        #expect(pinned.identities(.leaf, for: "a.test") == [bytes])
    }

    @Test func `pins no host if NSPinnedDomains is not a dictionary`() {
        for plist: PropertyListValue? in [nil, [], ["NSPinnedDomains": []], "text"] {
            #expect(PinnedDomains(plist).identities(.leaf, for: "a.test") == nil)
        }
    }
}
