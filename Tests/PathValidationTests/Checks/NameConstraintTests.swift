import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Name constraints (RFC 5280 §4.2.1.10); the attacks NC of the catalogue.
@Suite struct NameConstraintTests {
    /// Constraints of the root and names of the end entity, without a reference identity.
    struct Case: CustomTestStringConvertible, Sendable {
        enum Outcome: Hashable, Sendable {
            case accept
            case notPermitted(String)
            case excluded(String)
            /// The constraint is invalid.
            case bad
        }

        let permitted, excluded, names: [DeclaredName]
        let expected: Outcome

        var testDescription: String {
            "permitted \(permitted), excluded \(excluded): \(names)"
        }

        init(
            permitted: [DeclaredName] = [],
            excluded: [DeclaredName] = [],
            _ names: DeclaredName...,
            expected: Outcome
        ) {
            self.init(permitted: permitted, excluded: excluded, names: names, expected: expected)
        }

        init(
            permitted: [DeclaredName] = [],
            excluded: [DeclaredName] = [],
            names: [DeclaredName],
            expected: Outcome
        ) {
            (self.permitted, self.excluded) = (permitted, excluded)
            (self.names, self.expected) = (names, expected)
        }
    }

    private static func permit(_ base: DeclaredName, _ names: DeclaredName...) -> Case {
        Case(permitted: [base], names: names, expected: .accept)
    }

    private static func reject(_ base: DeclaredName, _ name: DeclaredName, _ text: String) -> Case {
        Case(permitted: [base], name, expected: .notPermitted(text))
    }

    private static func exclude(_ base: DeclaredName, _ name: DeclaredName, _ text: String) -> Case
    {
        Case(excluded: [base], name, expected: .excluded(text))
    }

    private static func allow(_ base: DeclaredName, _ names: DeclaredName...) -> Case {
        Case(excluded: [base], names: names, expected: .accept)
    }

    private static let dns: [Case] = [
        permit(.dns("example.test"), .dns("example.test"), .dns("www.example.test")),
        permit(.dns("Example.TEST"), .dns("www.eXAMPLE.test"), .dns("a.b.example.test")),
        permit(.dns("example.test"), .dns("*.example.test"), .dns("*.www.example.test")),
        permit(.dns(""), .dns("anything.test")),
        reject(.dns("example.test"), .dns("other.test"), "other.test"),
        reject(.dns("example.test"), .dns("notexample.test"), "notexample.test"),
        reject(.dns("example.test"), .dns("test"), "test"),
        reject(.dns("www.example.test"), .dns("*.example.test"), "*.example.test"),
        reject(.dns("example.test"), .dns("example.test."), "example.test."),
        reject(
            .dns("example.test"),
            .dns("other.test\0.example.test"),
            "other.test\0.example.test"
        ),
        exclude(.dns("example.test"), .dns("www.example.test"), "www.example.test"),
        exclude(.dns("example.test"), .dns("EXAMPLE.test"), "EXAMPLE.test"),
        exclude(.dns("www.example.test"), .dns("*.example.test"), "*.example.test"),
        exclude(.dns("example.test"), .dns("*.example.test"), "*.example.test"),
        exclude(.dns("example.test"), .dns("a b"), "a b"),
        exclude(.dns(""), .dns("anything.test"), "anything.test"),
        allow(.dns("www.example.test"), .dns("example.test"), .dns("api.example.test")),
        allow(.dns("a.www.example.test"), .dns("*.example.test")),
        allow(.dns("example.test"), .dns("notexample.test"), .ip([192, 0, 2, 1])),
        Case(permitted: [.dns(".example.test")], .dns("www.example.test"), expected: .bad),
        Case(permitted: [.dns("*.example.test")], .dns("www.example.test"), expected: .bad),
        Case(excluded: [.dns("a b")], .dns("www.example.test"), expected: .bad),
        Case(
            permitted: [.dns("example.test")],
            .dns("www.example.test"),
            .dns("other.test"),
            expected: .notPermitted("other.test")
        ),
        Case(
            permitted: [.dns("example.test")],
            excluded: [.dns("www.example.test")],
            .dns("www.example.test"),
            expected: .excluded("www.example.test")
        ),
        Case(
            permitted: [.dns("one.test"), .dns("two.test")],
            .dns("a.two.test"),
            expected: .accept
        ),
    ]

    private static let network: DeclaredName = .ipBytes([192, 0, 2, 0, 255, 255, 255, 0])
    private static let network6: DeclaredName = .ipBytes(
        hexBytes("20010db8000000000000000000000000 ffffffff000000000000000000000000")
    )
    private static let address6: [UInt8] = hexBytes("20010db8000000000000000000000001")

    private static let addresses: [Case] = [
        permit(network, .ip([192, 0, 2, 0]), .ip([192, 0, 2, 255]), .dns("any.test")),
        reject(network, .ip([192, 0, 3, 0]), "192.0.3.0"),
        reject(network, .ip(address6), "2001:db8::1"),
        permit(network6, .ip(address6)),
        reject(network6, .ip(hexBytes("20010db9000000000000000000000001")), "2001:db9::1"),
        exclude(network, .ip([192, 0, 2, 7]), "192.0.2.7"),
        allow(network, .ip([192, 0, 3, 7]), .ip(address6)),
        permit(.ipBytes([192, 0, 2, 9, 255, 255, 255, 0]), .ip([192, 0, 2, 1])),
        permit(.ipBytes([10, 128, 0, 0, 255, 128, 0, 0]), .ip([10, 200, 0, 1])),
        reject(.ipBytes([10, 128, 0, 0, 255, 128, 0, 0]), .ip([10, 127, 0, 1]), "10.127.0.1"),
        permit(.ipBytes([0, 0, 0, 0, 0, 0, 0, 0]), .ip([203, 0, 113, 1])),
        Case(permitted: [.ipBytes([192, 0, 2, 0])], .ip([192, 0, 2, 0]), expected: .bad),
        Case(permitted: [.ipBytes(address6)], .ip(address6), expected: .bad),
        Case(
            permitted: [.ipBytes([192, 0, 2, 0, 255, 0, 255, 0])],
            .ip([192, 0, 2, 0]),
            expected: .bad
        ),
        Case(
            permitted: [.ipBytes([192, 0, 2, 0, 253, 0, 0, 0])],
            .ip([192, 0, 2, 0]),
            expected: .bad
        ),
    ]

    private static let mailboxes: [Case] = [
        permit(.email("user@example.test"), .email("user@EXAMPLE.test")),
        reject(.email("user@example.test"), .email("User@example.test"), "User@example.test"),
        reject(.email("user@example.test"), .email("other@example.test"), "other@example.test"),
        permit(.email("example.test"), .email("user@example.test")),
        reject(.email("example.test"), .email("user@mail.example.test"), "user@mail.example.test"),
        permit(.email(".example.test"), .email("user@mail.example.test")),
        reject(.email(".example.test"), .email("user@example.test"), "user@example.test"),
        reject(.email("*@example.test"), .email("user@example.test"), "user@example.test"),
        permit(.email("*@example.test"), .email("*@example.test")),
        reject(.email("example.test"), .email("a@b@example.test"), "a@b@example.test"),
        reject(.email("example.test"), .email("example.test"), "example.test"),
        reject(.email("example.test"), .email("\"a@b\"@example.test"), "\"a@b\"@example.test"),
        exclude(.email("example.test"), .email("user@example.test"), "user@example.test"),
        exclude(.email("example.test"), .email("a@b@other.test"), "a@b@other.test"),
        allow(.email("example.test"), .email("user@other.test")),
        Case(permitted: [.email("a@b@example.test")], .email("a@example.test"), expected: .bad),
        Case(permitted: [.email("@example.test")], .email("a@example.test"), expected: .bad),
    ]

    private static let uris: [Case] = [
        permit(.uri("www.example.test"), .uri("https://www.example.test/path?query")),
        permit(.uri("www.example.test"), .uri("https://user:pass@WWW.example.test:8443")),
        reject(.uri("example.test"), .uri("https://www.example.test"), "https://www.example.test"),
        permit(.uri(".example.test"), .uri("https://www.example.test")),
        reject(.uri(".example.test"), .uri("https://example.test"), "https://example.test"),
        reject(
            .uri("example.test"),
            .uri("https://other.test/@example.test"),
            "https://other.test/@example.test"
        ),
        reject(
            .uri("example.test"),
            .uri("https://example.test@other.test"),
            "https://example.test@other.test"
        ),
        reject(.uri("example.test"), .uri("urn:example.test"), "urn:example.test"),
        reject(.uri(".2.1"), .uri("https://192.0.2.1"), "https://192.0.2.1"),
        exclude(.uri("example.test"), .uri("spiffe://example.test/a"), "spiffe://example.test/a"),
        exclude(.uri("example.test"), .uri("urn:a"), "urn:a"),
        allow(.uri("example.test"), .uri("https://other.test")),
    ]

    private static let organization = Name((.organization, "Hatpin"))
    private static let below = Name((.organization, "HATPIN"), (.commonName, "a"))
    private static let beside = Name((.organization, "Other"))

    private static let directories: [Case] = [
        permit(.directory(organization), .directory(below)),
        reject(.directory(organization), .directory(beside), "O=Other"),
        exclude(.directory(beside), .directory(beside), "O=Other"),
        allow(.directory(beside), .directory(below)),
        // The subject, O=Hatpin, is a directoryName too.
        Case(
            permitted: [.directory(beside)],
            .dns("any.test"),
            expected: .notPermitted("OU=leaf,O=Hatpin")
        ),
        Case(
            excluded: [.directory(organization)],
            .dns("any.test"),
            expected: .excluded("OU=leaf,O=Hatpin")
        ),
    ]

    private static let type = ObjectIdentifier(content: [0x2a, 0x03])
    private static let other: DeclaredName = .other(type, [0x05, 0x00])

    private static let others: [Case] = [
        reject(other, other, "otherName 1.2.3"),
        exclude(other, other, "otherName 1.2.3"),
        permit(other, .dns("any.test")),
        allow(other, .dns("any.test")),
    ]

    @Test(arguments: dns + addresses + mailboxes + uris + directories + others)
    func `applies a constraint to a name`(_ test: Case) throws {
        let setup = Setup {
            $0.identity = nil
            $0.leaf.subjectAlternativeNames = test.names
            $0.root.nameConstraints = .init(permitted: test.permitted, excluded: test.excluded)
        }
        let expected: Setup.Outcome
        switch test.expected {
        case .accept: expected = .standard
        case .notPermitted(let name): expected = rejected(.nameNotPermitted(name, depth: 0))
        case .excluded(let name): expected = rejected(.nameExcluded(name, depth: 0))
        case .bad: expected = rejected(.badNameConstraint(depth: 2))
        }
        #expect(try setup.outcome() == expected)
    }

    private func rejected(_ rejection: Rejection) -> Setup.Outcome {
        .reject(rejection)
    }

    private static func permit(_ name: String) -> Entity.NameConstraints {
        .init(permitted: [.dns(name)], excluded: [])
    }

    private static let outside = Rejection.nameNotPermitted("www.example.test", depth: 0)

    private static let paths: [SetupCase] = [
        .accept("constraints that get narrower down the path") {
            $0.root.nameConstraints = permit("test")
            $0.intermediate.nameConstraints = permit("example.test")
        },
        .reject("an end entity outside the narrower constraint", outside) {
            $0.root.nameConstraints = permit("test")
            $0.intermediate.nameConstraints = permit("other.test")
        },
        .reject("an intermediate that widens the constraint", outside) {
            $0.root.nameConstraints = permit("other.test")
            $0.intermediate.nameConstraints = permit("test")
        },
        .reject("constraints that are not critical", outside) {
            $0.root.nameConstraints = permit("other.test")
            $0.root.critical = [.nameConstraints: false]
        },
        .reject("an intermediate's own name", .nameNotPermitted("ca.other.test", depth: 1)) {
            $0.root.nameConstraints = permit("example.test")
            $0.intermediate.subjectAlternativeNames = [.dns("ca.other.test")]
        },
        .accept("a self-issued intermediate's own name", ["leaf", "intermediate", "root"]) {
            $0.root.nameConstraints = permit("example.test")
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.root.subject = Name((.commonName, "Same"))
            $0.intermediate.subjectAlternativeNames = [.dns("ca.other.test")]
        },
        .reject("a self-issued end entity is not exempt", outside) {
            $0.root.nameConstraints = permit("other.test")
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.leaf.subject = Name((.commonName, "Same"))
        },
        .reject("constraints in an end entity", .badNameConstraint(depth: 0)) {
            $0.leaf.nameConstraints = permit("example.test")
        },
        .accept("an e-mail address in the subject, inside") {
            $0.root.nameConstraints = .init(permitted: [.email("example.test")], excluded: [])
            addressInSubject(&$0)
        },
        .reject(
            "an e-mail address in the subject, outside",
            .nameNotPermitted("user@example.test", depth: 0)
        ) {
            $0.root.nameConstraints = .init(permitted: [.email("other.test")], excluded: [])
            addressInSubject(&$0)
        },
        .accept("an e-mail address in the subject and other names") {
            $0.root.nameConstraints = .init(permitted: [.email("other.test")], excluded: [])
            addressInSubject(&$0)
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test")]
        },
        .reject("a maximum distance", .badNameConstraint(depth: 2)) {
            $0.root.extensions = [
                Entity.AddedExtension(
                    oid: .nameConstraints,
                    critical: true,
                    value: hexBytes("300aa0083006820161810101")
                )
            ]
        },
        .accept("another path avoids the constraint", ["leaf", "copy", "root"]) {
            $0.intermediate.nameConstraints = permit("other.test")
            $0["copy"] = Entity(role: .intermediateCA, issuer: .entity("root"))
            $0["copy"].subject = Name((.commonName, "Same"))
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0["copy"].keyOf = "intermediate"
            $0.serve = ["leaf", "intermediate", "copy"]
        },
        .accept("exactly the necessary comparisons") {
            $0.root.nameConstraints = permit("test")
            // The names are the subject and the DNS name of the end entity, and the subject of the
            // intermediate.
            $0.budget.nameComparisons = 3
        },
        .reject("one comparison too few", .budgetExceeded("comparisons of names")) {
            $0.root.nameConstraints = permit("test")
            $0.budget.nameComparisons = 2
        },
    ]

    @Test(arguments: paths)
    func `applies constraints along a path`(_ test: SetupCase) throws {
        try test.check()
    }

    private static func addressInSubject(_ setup: inout Setup) {
        setup.identity = nil
        setup.leaf.subject = Name((.emailAddress, "user@example.test"))
        setup.leaf.subjectAlternativeNames = []
    }
}
