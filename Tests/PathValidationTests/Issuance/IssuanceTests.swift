import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules on issuance: a certificate with one violation, and the closest certificate without a
/// violation.
@Suite struct IssuanceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rule: String
        var profile = "rfc5280"
        /// The place in the chain of the certificate to check: leaf, intermediate, root.
        var depth = 0
        var isRemark = false
        let violation: @Sendable (inout Setup) -> Void
        var control: @Sendable (inout Setup) -> Void = { _ in }

        func breaches(_ change: (inout Setup) -> Void) throws -> [Breach] {
            let forged = try PKI(entities: Setup(change).entities).forge(seed: 11, at: Setup.now)
            let profile = try #require(PathProfile.catalogue.first { $0.name == self.profile })
            let chain = try ["leaf", "intermediate", "root"].prefix(depth + 1).map { name in
                let der = try #require(forged.members[name]).certificate
                // As in `inspect`: what the profile does not decode is read leniently.
                return try (try? Certificate(der: der, rules: profile.decoding))
                    ?? Certificate(der: der, rules: .lenient)
            }
            return profile.breaches(of: chain[depth], below: Array(chain[..<depth]))
        }
    }

    private static func text(_ text: String, _ tag: DERTag) -> [UInt8] {
        DERWriter.bytes { $0.primitive(tag, Array(text.utf8)) }
    }

    /// Returns a subject with one attribute and an organization.
    private static func subject(
        _ type: ObjectIdentifier,
        _ value: String,
        _ tag: DERTag = .utf8String
    ) -> Name {
        let attribute = Name.Attribute(type: type, tag: tag, value: Array(value.utf8))
        return Name(relativeNames: [[Name.Attribute(.organization, "Hatpin")], [attribute]])
    }

    private static func attribute(
        _ type: ObjectIdentifier,
        _ tag: DERTag,
        right: DERTag,
        _ value: String = "DE"
    ) -> Case {
        Case(
            testDescription: "\(type.shortName) with the tag \(tag.rawValue)",
            rule: "attribute-types",
            violation: { $0.leaf.subject = subject(type, value, tag) },
            control: { $0.leaf.subject = subject(type, value, right) }
        )
    }

    private static func length(
        _ type: ObjectIdentifier,
        _ value: String,
        right: String,
        _ tag: DERTag = .utf8String
    ) -> Case {
        Case(
            testDescription: "\(type.shortName) of \(value.count) characters",
            rule: "attribute-lengths",
            violation: { $0.leaf.subject = subject(type, value, tag) },
            control: { $0.leaf.subject = subject(type, right, tag) }
        )
    }

    private static func syntax(
        _ type: ObjectIdentifier,
        _ value: String,
        right: String,
        _ tag: DERTag
    ) -> Case {
        Case(
            testDescription: "\(type.shortName) \(value)",
            rule: "attribute-syntax",
            violation: { $0.leaf.subject = subject(type, value, tag) },
            control: { $0.leaf.subject = subject(type, right, tag) }
        )
    }

    private static let names: [Case] = [
        attribute(.country, .utf8String, right: .printableString),
        attribute(.serialNumber, .utf8String, right: .printableString),
        attribute(.distinguishedNameQualifier, .utf8String, right: .printableString),
        attribute(.domainComponent, .utf8String, right: .ia5String),
        attribute(.emailAddress, .utf8String, right: .ia5String),
        attribute(.commonName, .ia5String, right: .printableString),
        attribute(.surname, .ia5String, right: .utf8String),
        attribute(.pseudonym, .numericString, right: .utf8String, "12"),
        Case(
            testDescription: "C of an issuer in UTF-8",
            rule: "attribute-types",
            depth: 1,
            violation: { $0.root.subject = subject(.country, "DE") },
            control: { $0.root.subject = subject(.country, "DE", .printableString) }
        ),
        length(.country, "D", right: "DE", .printableString),
        length(.organization, "", right: "O"),
        length(
            .pseudonym,
            String(repeating: "a", count: 129),
            right: String(repeating: "a", count: 128)
        ),
        length(
            .surname,
            String(repeating: "a", count: 32_769),
            right: String(repeating: "a", count: 32_768)
        ),
        syntax(.country, "de", right: "DE", .printableString),
        syntax(.country, "D1", right: "DE", .printableString),
        syntax(.domainComponent, "a.b", right: "a", .ia5String),
        syntax(.emailAddress, "a..b@example.test", right: "a.b@example.test", .ia5String),
        Case(
            testDescription: "an issuer's common name of 65 characters",
            rule: "attribute-lengths",
            depth: 1,
            violation: {
                $0.root.subject = subject(.commonName, String(repeating: "a", count: 65))
            },
            control: { $0.root.subject = subject(.commonName, String(repeating: "a", count: 64)) }
        ),
        Case(
            testDescription: "a mailbox only in the subject",
            rule: "subject-mailbox",
            violation: { $0.leaf.subject = subject(.emailAddress, "a@example.test", .ia5String) },
            control: {
                $0.leaf.subject = subject(.emailAddress, "a@example.test", .ia5String)
                $0.leaf.subjectAlternativeNames = [.email("a@example.test")]
            }
        ),
        Case(
            testDescription: "a TeletexString",
            rule: "current-string-types",
            isRemark: true,
            violation: { $0.leaf.subject = subject(.commonName, "a", .teletexString) },
            control: { $0.leaf.subject = subject(.commonName, "a", .printableString) }
        ),
        label("xn--99999999", right: "xn--bcher-kva"), label("xn--n3h", right: "xn--fa-hia"),
        label("xn--BCHER-KVA-", right: "XN--BCHER-KVA"),
        // A character out of context, a label of two directions, and a label that is not composed.
        label("xn--ab-0ea", right: "xn--ll-0ea"), label("xn--a-0hc", right: "xn--4dbc"),
        label("xn--ex-8tb", right: "xn--x-9fa"),
        uri("https://example.test:a443/", right: "https://example.test:443/"),
        uri("https://example.test/%zz", right: "https://example.test/%7e"),
        uri("https://example.test/<", right: "https://example.test/"),
        uri("https://[2001:db8::1", right: "https://[2001:db8::1]"),
        uri("https://example.test/[", right: "https://example.test/"),
        Case(
            testDescription: "a mailbox with two dots in a row",
            rule: "name-syntax",
            violation: { $0.leaf.subjectAlternativeNames = [.email("a..b@example.test")] },
            control: { $0.leaf.subjectAlternativeNames = [.email("a.b@example.test")] }
        ),
        // An empty directoryName.
        body(.issuerAlternativeName, "3004a4023000", right: "3003820161", rule: "name-syntax"),
        constraint(
            [0x88, 0x02, 0x2a, 0x03],
            right: [0x82, 0x01, 0x61],
            "preferred-constraint-forms",
            isRemark: true
        ),
        constraint(
            [0xa5, 0x05, 0xa1, 0x03, 0x0c, 0x01, 0x61],
            right: [0x82, 0x01, 0x61],
            "preferred-constraint-forms",
            isRemark: true
        ),
        constraint(
            [0x82, 0x08] + Array(".xn--n3h".utf8),
            right: [0x82, 0x0b] + Array(".xn--fa-hia".utf8),
            "international-names"
        ),
        constraint(
            [0x86, 0x09] + Array("192.0.2.1".utf8),
            right: [0x86, 0x04] + Array("a.bc".utf8)
        ),
    ]

    private static func label(_ label: String, right: String) -> Case {
        Case(
            testDescription: "the label \(label)",
            rule: "international-names",
            violation: { $0.leaf.subjectAlternativeNames = [.dns("\(label).example.test")] },
            control: { $0.leaf.subjectAlternativeNames = [.dns("\(right).example.test")] }
        )
    }

    private static func uri(_ uri: String, right: String) -> Case {
        Case(
            testDescription: uri,
            rule: "name-syntax",
            violation: { $0.leaf.subjectAlternativeNames = [.uri(uri)] },
            control: { $0.leaf.subjectAlternativeNames = [.uri(right)] }
        )
    }

    /// Makes a case with name constraints that have one permitted subtree of this base.
    private static func constraint(
        _ base: [UInt8],
        right: [UInt8],
        _ rule: String = "constraint-forms",
        isRemark: Bool = false
    ) -> Case {
        @Sendable func extended(_ base: [UInt8]) -> Entity.AddedExtension {
            let value = DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.constructed(.context(0, constructed: true)) { writer in
                        writer.primitive(.sequence, base)
                    }
                }
            }
            return Entity.AddedExtension(oid: .nameConstraints, critical: true, value: value)
        }
        return Case(
            testDescription: "a constraint on \(base.hex)",
            rule: rule,
            depth: 1,
            isRemark: isRemark,
            violation: { $0.intermediate.extensions = [extended(base)] },
            control: { $0.intermediate.extensions = [extended(right)] }
        )
    }

    private static let usages: [Case] = [
        usage(.rsa2048, [.digitalSignature, .keyAgreement], right: [.keyEncipherment]),
        usage(.p256, [.digitalSignature, .keyEncipherment], right: [.keyAgreement]),
        usage(.p256, [.digitalSignature, .dataEncipherment], right: [.digitalSignature]),
        usage(.ed25519, [.digitalSignature, .keyAgreement], right: [.digitalSignature]),
        usage(
            .p256,
            [.digitalSignature, .encipherOnly],
            right: [.keyAgreement, .encipherOnly]
        ),
        Case(
            testDescription: "a purpose that the key usage does not allow",
            rule: "purpose-usages",
            violation: { $0.leaf.keyUsage = [.nonRepudiation] },
            control: { $0.leaf.keyUsage = [.nonRepudiation, .digitalSignature] }
        ),
        Case(
            testDescription: "a CA without a key usage",
            rule: "issuer-key-usage",
            depth: 1,
            violation: { $0.intermediate.keyUsage = [] }
        ),
        Case(
            testDescription: "an authority key identifier of another key",
            rule: "key-identifier-chaining",
            depth: 1,
            violation: { $0.leaf.authorityKeyID = .bytes([1, 2, 3]) }
        ),
        Case(
            testDescription: "an ECDSA signature with NULL",
            rule: "algorithm-parameters",
            violation: {
                let algorithm: [UInt8] = [
                    0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02, 5, 0,
                ]
                $0.leaf.raw = [
                    .set(path: "tbsCertificate.signature", encoding: algorithm),
                    .set(path: "signatureAlgorithm", encoding: algorithm), .resign,
                ]
            }
        ),
        Case(
            testDescription: "an RSA signature without NULL",
            rule: "algorithm-parameters",
            violation: {
                $0.intermediate.key = .rsa2048
                $0.leaf.raw = [
                    .drop(path: "tbsCertificate.signature.parameters"),
                    .drop(path: "signatureAlgorithm.parameters"), .resign,
                ]
            },
            control: { $0.intermediate.key = .rsa2048 }
        ),
    ]

    private static func usage(
        _ key: KeyAlgorithm,
        _ usages: [KeyUsageBit],
        right: [KeyUsageBit]
    ) -> Case {
        Case(
            testDescription: "\(key) for \(usages.map(\.rawValue))",
            rule: "algorithm-usages",
            violation: {
                $0.leaf.key = key
                $0.leaf.keyUsage = usages
            },
            control: {
                $0.leaf.key = key
                $0.leaf.keyUsage = right
            }
        )
    }

    private static let extensions: [Case] = [
        body(.ocspNoCheck, "0400", right: "0500"),
        // The URIs "/a" and "http://a".
        body(
            .crlDistributionPoints,
            "300a3008a006a00486022f61",
            right: "3010300ea00ca00a8608687474703a2f2f61",
            rule: "location-syntax"
        ),
        // The URIs "ldap:///a" and "ldap:///a?b".
        body(
            .crlDistributionPoints,
            "3011300fa00da00b86096c6461703a2f2f2f61",
            right: "30133011a00fa00d860b6c6461703a2f2f2f613f62",
            rule: "location-syntax"
        ),
        body(.tlsFeature, "30030201", right: "3003020105"),
        body(.subjectDirectoryAttributes, "3000", right: "300a300806022a0331020500"),
        body(.addressBlocks, "300730050401010500", right: "30083006040200010500"),
        body(.autonomousSystems, "3005a003050100", right: "3004a0020500"),
        body(.precertificatePoison, "0500", right: nil, rule: "critical-poison"),
        body(
            .policyConstraints,
            "3003800100",
            right: nil,
            rule: "extensions-of-authorities",
            isRemark: true
        ),
        // A cRLIssuer that is a DNS name, and a cRLIssuer that is a directory name.
        body(
            .crlDistributionPoints,
            "30073005a203820161",
            right: "30143012a210a40e" + nameA,
            rule: "list-issuers"
        ),
        Case(
            testDescription: "a cRLIssuer equal to the certificate's issuer",
            rule: "list-issuers",
            violation: {
                $0.intermediate.subject = Name((.commonName, "A"))
                $0.leaf.extensions = points("30143012a210a40e" + nameA)
            },
            control: {
                $0.intermediate.subject = Name((.commonName, "B"))
                $0.leaf.extensions = points("30143012a210a40e" + nameA)
            }
        ),
        // A distribution point for keyCompromise, and a distribution point for all revocation
        // reasons.
        body(
            .crlDistributionPoints,
            "300f300da007a0058603613a6281020640",
            right: "300b3009a007a0058603613a62",
            rule: "list-issuers"
        ),
        // A name that is relative to one of two issuers, and a name that is relative to the only
        // issuer.
        body(
            .crlDistributionPoints,
            "30323030a00ca10a300806035504030c0143a220a40e" + nameA + "a40e" + nameB,
            right: "30223020a00ca10a300806035504030c0143a210a40e" + nameA,
            rule: "list-issuers"
        ),
        body(.signedCertificateTimestamps, "04020000", right: nil),
        body(.signedCertificateTimestamps, "0401ff", right: nil),
        notice(text(String(repeating: "a", count: 201), .utf8String), "policy-texts"),
        notice(text("", .utf8String), "policy-texts"),
        notice(text("a", .ia5String), "policy-texts"),
        notice(text("a", .teletexString), "policy-texts"),
        // A reference without numbers, and a reference with a text as its number.
        qualified(.userNotice, [0x30, 5, 0x30, 3, 0x0c, 1, 0x61], "policy-texts"),
        qualified(
            .userNotice,
            [0x30, 10, 0x30, 8, 0x0c, 1, 0x61, 0x30, 3, 0x0c, 1, 0x61],
            "policy-texts"
        ),
        Case(
            testDescription: "a qualifier of an unknown type",
            rule: "preferred-policy-texts",
            isRemark: true,
            violation: { $0.leaf.extensions = policies(policy(4), text("a", .utf8String)) },
            control: { $0.leaf.extensions = policies(.cpsPointer, address) }
        ),
        notice(text("a", .visibleString), "preferred-policy-texts", isRemark: true),
        notice(text("a\n", .utf8String), "preferred-policy-texts", isRemark: true),
        qualified(.cpsPointer, text("no URI", .ia5String), "policy-texts"),
        qualified(.cpsPointer, text("https://a.test/", .utf8String), "policy-texts"),
        preference(.keyUsage, isCritical: false),
        preference(.crlDistributionPoints, isCritical: true),
        preference(.subjectAlternativeName, isCritical: true),
        Case(
            testDescription: "a critical list of TLS features",
            rule: "preferred-criticality",
            isRemark: true,
            violation: { $0.leaf.extensions = [features(isCritical: true)] },
            control: { $0.leaf.extensions = [features(isCritical: false)] }
        ),
        Case(
            testDescription: "an end entity without a key identifier",
            rule: "end-entity-key-identifier",
            isRemark: true,
            violation: { $0.leaf.subjectKeyID = Entity.KeyID.none }
        ),
        Case(
            testDescription: "a mapping of a missing policy",
            rule: "stated-mappings",
            depth: 1,
            isRemark: true,
            violation: {
                $0.intermediate.policyMappings = [.init(policy(3), policy(4))]
            },
            control: {
                $0.intermediate.policies = [policy(3)]
                $0.intermediate.policyMappings = [.init(policy(3), policy(4))]
            }
        ),
    ]

    private static func features(isCritical: Bool) -> Entity.AddedExtension {
        .init(oid: .tlsFeature, critical: isCritical, value: [0x30, 3, 2, 1, 5])
    }

    /// CN=A and CN=B.
    private static let nameA = "300c310a300806035504030c0141"
    private static let nameB = "300c310a300806035504030c0142"

    private static func points(_ value: String) -> [Entity.AddedExtension] {
        [.init(oid: .crlDistributionPoints, critical: false, value: Array(hex: value) ?? [])]
    }

    private static func policy(_ arc: UInt8) -> ObjectIdentifier {
        ObjectIdentifier(content: [0x2a, arc])
    }

    private static func body(
        _ identifier: ObjectIdentifier,
        _ value: String,
        right: String?,
        rule: String = "further-bodies",
        isRemark: Bool = false
    ) -> Case {
        @Sendable func extended(_ value: String) -> [Entity.AddedExtension] {
            [.init(oid: identifier, critical: false, value: Array(hex: value) ?? [])]
        }
        return Case(
            testDescription: "\(identifier.shortName) \(value)",
            rule: rule,
            isRemark: isRemark,
            violation: { $0.leaf.extensions = extended(value) },
            control: { setup in
                if let right { setup.leaf.extensions = extended(right) }
            }
        )
    }

    private static func notice(
        _ text: [UInt8],
        _ rule: String,
        isRemark: Bool = false
    ) -> Case {
        let notice = DERWriter.bytes { $0.primitive(.sequence, text) }
        return qualified(.userNotice, notice, rule, isRemark: isRemark)
    }

    private static let address = text("https://a.test/", .ia5String)

    /// Returns certificate policies with one policy that has one qualifier.
    private static func policies(
        _ type: ObjectIdentifier,
        _ value: [UInt8]
    ) -> [Entity.AddedExtension] {
        let body = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(policy(3))
                    writer.constructed(.sequence) { writer in
                        writer.constructed(.sequence) { writer in
                            writer.objectIdentifier(type)
                            writer.raw(value)
                        }
                    }
                }
            }
        }
        return [.init(oid: .certificatePolicies, critical: false, value: body)]
    }

    private static func qualified(
        _ type: ObjectIdentifier,
        _ value: [UInt8],
        _ rule: String,
        isRemark: Bool = false
    ) -> Case {
        let right =
            type == .cpsPointer
            ? address
            : DERWriter.bytes { $0.primitive(.sequence, text("a", .utf8String)) }
        return Case(
            testDescription: "\(type.shortName) \(value.prefix(12).hex)",
            rule: rule,
            isRemark: isRemark,
            violation: { $0.leaf.extensions = policies(type, value) },
            control: { $0.leaf.extensions = policies(type, right) }
        )
    }

    private static func preference(
        _ identifier: ObjectIdentifier,
        isCritical: Bool
    ) -> Case {
        Case(
            testDescription: "\(identifier.shortName) critical: \(isCritical)",
            rule: "preferred-criticality",
            isRemark: true,
            violation: {
                $0.leaf.extensions = [
                    .init(
                        oid: .crlDistributionPoints,
                        critical: isCritical,
                        value: Array(hex: "30143012a010a00e860c687474703a2f2f612e63726c") ?? []
                    )
                ]
                $0.leaf.critical = [identifier: isCritical]
            }
        )
    }

    private static let baseline: [Case] = [
        publicName("intranet", right: "www.example.test"), publicName("a.corp", right: "a.com"),
        publicName("1.0.168.192.in-addr.arpa", right: "a.arpa"),
        publicName(
            "\(String(repeating: "a", count: 16)).onion",
            right: "\(String(repeating: "a", count: 56)).onion"
        ),
        Case(
            testDescription: "a private address",
            rule: "baseline-public-names",
            profile: "webpki",
            violation: { $0.leaf.subjectAlternativeNames = [.ip([192, 168, 0, 1])] },
            control: { $0.leaf.subjectAlternativeNames = [.ip([192, 169, 0, 1])] }
        ),
        Case(
            testDescription: "an IPv6 address for documentation",
            rule: "baseline-public-names",
            profile: "webpki",
            violation: {
                $0.leaf.subjectAlternativeNames = [
                    .ip([0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 1, count: 12))
                ]
            },
            control: {
                $0.leaf.subjectAlternativeNames = [
                    .ip([0x26, 0x06, 0x47, 0x00] + [UInt8](repeating: 1, count: 12))
                ]
            }
        ),
        Case(
            testDescription: "a non-critical key usage",
            rule: "baseline-usage-criticality",
            profile: "webpki",
            violation: { $0.leaf.critical = [.keyUsage: false] }
        ),
        Case(
            testDescription: "non-critical basic constraints",
            rule: "baseline-usage-criticality",
            profile: "webpki",
            violation: { $0.leaf.critical = [.basicConstraints: false] }
        ),
        Case(
            testDescription: "a CA that may not sign CRLs",
            rule: "baseline-issuer-usages",
            profile: "webpki",
            depth: 1,
            violation: { $0.intermediate.keyUsage = [.keyCertSign] },
            control: { $0.intermediate.keyUsage = [.keyCertSign, .crlSign, .digitalSignature] }
        ),
        Case(
            testDescription: "a CA with the key usage keyAgreement",
            rule: "baseline-issuer-usages",
            profile: "webpki",
            depth: 1,
            violation: { $0.intermediate.keyUsage = [.keyCertSign, .crlSign, .keyAgreement] }
        ),
        Case(
            testDescription: "no reserved policy among some",
            rule: "baseline-policies",
            profile: "webpki",
            violation: { $0.leaf.policies = [policy(3)] },
            control: { $0.leaf.policies = [policy(3), domainValidated] }
        ),
        Case(
            testDescription: "anyPolicy in a server's certificate",
            rule: "baseline-policies",
            profile: "webpki",
            violation: { $0.leaf.policies = [.anyPolicy, domainValidated] },
            control: { $0.leaf.policies = [domainValidated] }
        ),
        Case(
            testDescription: "a policy notice",
            rule: "baseline-qualifiers",
            profile: "webpki",
            violation: {
                let notice = DERWriter.bytes { $0.primitive(.sequence, text("a", .utf8String)) }
                $0.leaf.extensions = policies(.userNotice, notice)
            },
            control: { $0.leaf.extensions = policies(.cpsPointer, address) }
        ),
        Case(
            testDescription: "an LDAP address of a practice statement",
            rule: "baseline-qualifiers",
            profile: "webpki",
            violation: {
                $0.leaf.extensions = policies(.cpsPointer, text("ldap://a.test/", .ia5String))
            },
            control: {
                $0.leaf.extensions = policies(.cpsPointer, text("HTTP://a.test/", .ia5String))
            }
        ),
        attributes("a surname of 65 characters", [[surname(65)]], right: [[surname(64)]]),
        attributes(
            "a street of 129 characters",
            [[written(.street, String(repeating: "a", count: 129))]],
            right: [[written(.street, String(repeating: "a", count: 128))]]
        ),
        attributes(
            "a common name in TeletexString",
            [[written(.commonName, "a", .teletexString)]],
            right: [[written(.commonName, "a", .printableString)]]
        ),
        attributes(
            "a country of jurisdiction in UTF-8",
            [[written(.jurisdictionCountry, "DE")]],
            right: [[written(.jurisdictionCountry, "DE", .printableString)]]
        ),
        attributes(
            "a relative name with two attributes",
            [[written(.commonName, "a"), written(.organization, "a")]],
            right: [[written(.organization, "a")], [written(.commonName, "a")]]
        ),
        attributes(
            "a common name before an organization",
            [[written(.commonName, "a")], [written(.organization, "a")]],
            right: [[written(.organization, "a")], [written(.commonName, "a")]]
        ),
        validity("2026-03-14T23:59:59Z", days: 398), validity("2026-03-15T00:00:00Z", days: 200),
        validity("2027-03-15T00:00:00Z", days: 100), validity("2029-03-15T00:00:00Z", days: 47),
        validity("2020-08-31T23:59:59Z", days: 825),
        Case(
            testDescription: "the longest validity that is allowed",
            rule: "baseline-preferred-validity",
            profile: "webpki",
            isRemark: true,
            violation: { $0.leaf.notAfter = .relative(199 * Setup.day - 1) },
            control: { $0.leaf.notAfter = .relative(198 * Setup.day - 1) }
        ),
    ]

    private static let domainValidated = ObjectIdentifier(content: [0x67, 0x81, 0x0c, 1, 2, 1])

    private static func written(
        _ type: ObjectIdentifier,
        _ text: String,
        _ tag: DERTag = .utf8String
    ) -> Name.Attribute {
        Name.Attribute(type: type, tag: tag, value: Array(text.utf8))
    }

    private static func surname(_ length: Int) -> Name.Attribute {
        written(.surname, String(repeating: "a", count: length))
    }

    private static func attributes(
        _ description: String,
        _ relativeNames: [[Name.Attribute]],
        right: [[Name.Attribute]]
    ) -> Case {
        Case(
            testDescription: description,
            rule: "baseline-attributes",
            profile: "webpki",
            violation: { $0.leaf.subject = Name(relativeNames: relativeNames) },
            control: { $0.leaf.subject = Name(relativeNames: right) }
        )
    }

    private static func publicName(_ name: String, right: String) -> Case {
        Case(
            testDescription: "the name \(name)",
            rule: "baseline-public-names",
            profile: "webpki",
            violation: { $0.leaf.subjectAlternativeNames = [.dns(name)] },
            control: { $0.leaf.subjectAlternativeNames = [.dns(right)] }
        )
    }

    /// Makes a case with a leaf issued at this time that is valid for a second too long, and a leaf
    /// that is valid for the longest allowed time.
    private static func validity(_ issued: String, days: Int64) -> Case {
        let start = Instant(rfc3339: issued) ?? Setup.now
        return Case(
            testDescription: "more than \(days) days from \(issued) on",
            rule: "baseline-validity",
            profile: "webpki",
            violation: {
                $0.leaf.notBefore = .absolute(start)
                $0.leaf.notAfter = .absolute(start + days * Setup.day)
            },
            control: {
                $0.leaf.notBefore = .absolute(start)
                $0.leaf.notAfter = .absolute(start + (days * Setup.day - 1))
            }
        )
    }

    @Test(arguments: names + usages + extensions + baseline)
    func `reports a certificate that breaks a rule, and accepts the control`(_ test: Case) throws {
        let all = try test.breaches(test.violation)
        let found = all.filter { $0.rule == test.rule }
        #expect(!found.isEmpty, "\(all.map(\.rejection))")
        #expect(found.allSatisfy { $0.isRemark == test.isRemark })
        #expect(try test.breaches(test.control).filter { $0.rule == test.rule } == [])
    }

    @Test func `reports every name if several names break the same rule`() throws {
        let test = Case(testDescription: "", rule: "name-syntax", violation: { _ in })
        let breaches = try test.breaches {
            $0.leaf.subjectAlternativeNames = [.dns("a_b"), .dns("c_d"), .uri("e f")]
        }
        #expect(breaches.count { $0.rule == "name-syntax" } == 3)
    }

    @Test func `does not report consequences of an extension body that does not decode`() throws {
        let test = Case(
            testDescription: "",
            rule: "extension-bodies",
            profile: "webpki",
            violation: { _ in }
        )
        for identifier in [ObjectIdentifier.subjectAlternativeName, .authorityKeyIdentifier] {
            let breaches = try test.breaches {
                $0.leaf.subjectAlternativeNames =
                    identifier == .subjectAlternativeName ? [] : [.dns("www.example.test")]
                $0.leaf.authorityKeyID =
                    identifier == .authorityKeyIdentifier ? Entity.KeyID.none : nil
                $0.leaf.extensions = [
                    .init(oid: identifier, critical: false, value: [0x30, 0x03, 0x80, 0x01])
                ]
            }
            #expect(breaches.map(\.rule) == ["extension-bodies"], "\(identifier.shortName)")
        }
    }

    @Test(arguments: PathProfile.catalogue)
    func `reports a TLS feature that does not decode`(
        profile: PathProfile
    ) throws {
        let test = Case(
            testDescription: "",
            rule: "",
            profile: profile.name,
            violation: { _ in }
        )
        let breaches = try test.breaches {
            $0.leaf.extensions = [
                .init(oid: .tlsFeature, critical: false, value: [0x30, 0x03, 0x02, 0x01])
            ]
        }
        #expect(breaches.map(\.rejection.code) == [.badExtension])
    }

    @Test func `reports a long validity only in profiles that reject it`() throws {
        let test = Case(testDescription: "", rule: "", profile: "apple", violation: { _ in })
        let breaches = try test.breaches { $0.leaf.notAfter = .relative(500 * Setup.day) }
        #expect(breaches.map(\.rule) == ["apple-validity-period"])
        #expect(try test.breaches { _ in } == [])
    }
}
