import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

// Names of an end entity under profiles.
extension ProfileTests {
    static let names: [Case] = [
        name("foo_bar.example.test"), name("-a.example.test"), name("a-.example.test"),
        name("*"), name("a.*.example.test"), name("ba*.example.test"), name("192.0.2.1"),
        name("example.test."), name(".example.test"), name(" "),
        .accept("names with valid syntax") {
            $0.leaf.subjectAlternativeNames = [
                .dns("www.example.test"), .dns("*.example.test"), .dns("xn--bcher-kva.test"),
                .dns("1a.test"), .dns("a--b.test"), .ip([192, 0, 2, 1]),
            ]
        },
        syntax("a@b@example.test", .email("a@b@example.test")),
        syntax("@example.test", .email("@example.test")),
        syntax("example.test", .email("example.test")),
        syntax("/relative", .uri("/relative")),
        syntax("http:", .uri("http:")),
        ofKind("a mailbox", .email("**@example.test")),
        ofKind("a quoted mailbox", .email("\"a@b\"@example.test")),
        ofKind("a URI", .uri("https://example.test/")),
        ofKind("a directory name", .directory(Name((.commonName, "a")))),
        .differ(
            "critical names and a subject",
            webpki: .nonconforming(
                .criticality(.subjectAlternativeName, isCritical: true),
                depth: 0
            )
        ) { $0.leaf.critical = [.subjectAlternativeName: true] },
        .accept("critical names without a subject") { $0.leaf.subject = Name() },
        bound(.organization, String(repeating: "ß", count: 64)),
        bound(.organization, String(repeating: "a", count: 65), limit: 64),
        bound(.country, "DE"), bound(.country, "DEU", limit: 2),
    ]

    /// Makes a case with an intermediate whose subject has one attribute, and with the bound that
    /// the attribute exceeds.
    private static func bound(
        _ type: ObjectIdentifier,
        _ text: String,
        limit: Int? = nil
    ) -> Case {
        let description = "\(type.shortName) of \(text.count) characters"
        let change: @Sendable (inout Setup) -> Void = {
            $0.intermediate.subject = Name((type, text))
        }
        guard let limit else { return .accept(description, change: change) }
        return .reject(description, .nameBound(type, limit), depth: 1, change: change)
    }

    private static func name(_ name: String) -> Case { syntax(name, .dns(name)) }

    private static func syntax(_ text: String, _ name: DeclaredName) -> Case {
        .reject("the name \"\(text)\"", .nameSyntax(text)) {
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), name]
        }
    }

    private static func ofKind(_ description: String, _ name: DeclaredName) -> Case {
        .differ(description, webpki: .nonconforming(.nameKind, depth: 0)) {
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), name]
        }
    }

    static let commonNames: [Case] = [
        common("www.example.test"), common("192.0.2.1"), common("2001:db8::1:0:0:1"),
        common("wild.test"), common("*.wild.test"),
        common("WWW.example.test", isCopy: false), common("other.test", isCopy: false),
        common("192.0.2.001", isCopy: false), common("0xC0000201", isCopy: false),
        common("2001:DB8::1:0:0:1", isCopy: false),
        common("2001:db8:0:0:1::1", isCopy: false), common("", isCopy: false),
        .differ("two common names", webpki: .nonconforming(.commonNames(count: 2), depth: 0)) {
            $0.leaf.subject = Name(
                (.commonName, "www.example.test"),
                (.commonName, "www.example.test")
            )
        },
    ]

    private static func common(_ name: String, isCopy: Bool = true) -> Case {
        .differ(
            "the common name \"\(name)\"",
            webpki: isCopy ? nil : .nonconforming(.commonName(name), depth: 0)
        ) {
            $0.leaf.subject = Name((.commonName, name))
            $0.leaf.subjectAlternativeNames = [
                .dns("www.example.test"), .dns("*.wild.test"), .ip([192, 0, 2, 1]),
                .ip(hexBytes("20010db8000000000001000000000001")),
            ]
        }
    }

    static let wildcards: [Case] = [
        wildcard("*.test", coversSuffix: true), wildcard("*.co.uk", coversSuffix: true),
        wildcard("*.s3.amazonaws.com", coversSuffix: true),
        wildcard("*.example.test", coversSuffix: false),
        wildcard("*.example.co.uk", coversSuffix: false),
        wildcard("*.example.s3.amazonaws.com", coversSuffix: false),
    ]

    private static func wildcard(_ name: String, coversSuffix: Bool) -> Case {
        .differ(
            "the wildcard \"\(name)\"",
            webpki: coversSuffix ? .nonconforming(.wildcard(name), depth: 0) : nil
        ) { $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .dns(name)] }
    }

    /// Requirements on wildcards that RFC 9525 does not have.
    @Test(
        arguments: [
            (PathProfile.rfc5280.name, "*.co.uk", true),
            (PathProfile.reference.name, "*.co.uk", false),
            (PathProfile.rfc5280.name, "*.example.co.uk", true),
            (PathProfile.reference.name, "*.example.co.uk", true),
        ]
    )
    func `rejects wildcards for public suffixes according to the profile`(
        profile: String,
        presented: String,
        isMatch: Bool
    ) throws {
        let profile = try #require(PathProfile.catalogue.first { $0.name == profile })
        let reference = presented.replacing("*", with: "www")
        let setup = Setup {
            $0.checks = profile.checks()
            $0.identity = .dns(reference)
            $0.leaf.subjectAlternativeNames = [.dns(presented)]
        }
        let rejection = Rejection.nameMismatch(reference: reference, presented: [presented])
        switch try setup.outcome() {
        case .accept: #expect(isMatch)
        case .reject(let reason): #expect(!isMatch && reason == rejection)
        }
    }
}
