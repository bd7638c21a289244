import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Rules of profiles that few certificates break.
@Suite struct ProfileCompletenessTests {
    typealias Case = ProfileTests.Case

    private static let form: [Case] = [
        .reject("unique identifiers", .uniqueIdentifier) {
            $0.leaf.mutate = ["unique-ids-in-v3"]
        },
        .reject("only an issuer unique identifier", .uniqueIdentifier) {
            $0.leaf.mutate = ["unique-ids-in-v3"]
            $0.leaf.raw = [.drop(path: "tbsCertificate.subjectUniqueID"), .resign]
        },
        .reject("only a subject unique identifier", .uniqueIdentifier) {
            $0.leaf.mutate = ["unique-ids-in-v3"]
            $0.leaf.raw = [.drop(path: "tbsCertificate.issuerUniqueID"), .resign]
        },
        .reject("unique identifiers in an issuer", .uniqueIdentifier, depth: 1) {
            $0.intermediate.mutate = ["unique-ids-in-v3"]
        },
        .accept("a root with the serial number 0") { $0.root.serial = [0] },
        .reject(
            "an intermediate with the serial number 0",
            .malformed(serial, depth: 1)
        ) { $0.intermediate.serial = [0] },
        .reject("a leaf with the serial number 0", .malformed(serial, depth: 0)) {
            $0.leaf.serial = [0]
        },
        .reject(
            "a CA without a name as end entity",
            .malformed(
                DERError(.emptyName, at: 117, in: "tbsCertificate.subject"),
                depth: 0
            )
        ) {
            $0.leaf.subject = Name()
            $0.leaf.isCA = true
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        },
        uri("https://example.test/a", isSound: true), uri("https://[2001:db8::1]/", isSound: true),
        uri("urn:a:b", isSound: true), uri("https://u@192.0.2.1:1/", isSound: true),
        uri("https:///a", isSound: false), uri("https://-a.test/", isSound: false),
        uri("https://[192.0.2.1]/", isSound: false), uri("https://a b/", isSound: false),
        uri("1http://example.test/", isSound: false),
    ]

    private static let serial = DERError(
        .badSerialNumber,
        at: 15,
        in: "tbsCertificate.serialNumber"
    )

    private static func uri(_ text: String, isSound: Bool) -> Case {
        .differ(
            "the URI \"\(text)\"",
            rfc5280: isSound ? nil : .nonconforming(.nameSyntax(text), depth: 0),
            webpki: .nonconforming(isSound ? .nameKind : .nameSyntax(text), depth: 0)
        ) { $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .uri(text)] }
    }

    private static let issuers: [Case] = [
        .differ(
            "an issuer name in upper case, which matches",
            webpki: .nonconforming(.issuerEncoding, depth: 0)
        ) {
            $0.intermediate.subject = Name((.commonName, "Example CA"))
            $0.leaf.issuerName = Name((.commonName, "EXAMPLE CA"))
        },
        .differ(
            "an issuer's name in another string type",
            webpki: .nonconforming(.issuerEncoding, depth: 1)
        ) {
            $0.root.subject = Name((.commonName, "root"))
            $0.intermediate.issuerName = Name(relativeNames: [
                [
                    Name.Attribute(
                        type: .commonName,
                        tag: .printableString,
                        value: Array("root".utf8)
                    )
                ]
            ])
        },
        .accept("an intermediate for servers and clients") {
            $0.intermediate.extendedKeyUsage = [.serverAuth, .clientAuth]
        },
        .accept("an intermediate for any purpose") {
            $0.intermediate.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        foreign(.codeSigning), foreign(.emailProtection), foreign(.timeStamping),
        foreign(.ocspSigning), foreign(.anyExtendedKeyUsage), foreign(.precertificateSigning),
        .differ(
            "an intermediate's critical purposes",
            webpki: .nonconforming(.criticality(.extendedKeyUsage, isCritical: true), depth: 1)
        ) {
            $0.intermediate.extendedKeyUsage = [.serverAuth]
            $0.intermediate.critical = [.extendedKeyUsage: true]
        },
        .differ(
            "critical policies",
            webpki: .nonconforming(.criticality(.certificatePolicies, isCritical: true), depth: 0)
        ) {
            $0.leaf.policies = [.anyPolicy]
            $0.leaf.critical = [.certificatePolicies: true]
        },
        .accept("non-critical policies") { $0.leaf.policies = [.anyPolicy] },
        .accept("a root signed with SHA-1") {
            $0.root.key = .rsa2048
            $0.root.digest = .sha1
        },
        .differ(
            "a root signed with SHA-224",
            webpki: .nonconforming(.algorithmEncoding(.sha224WithRSA), depth: 2)
        ) {
            $0.root.key = .rsa2048
            $0.root.digest = .sha224
            $0.intermediate.digest = .sha256
        },
    ]

    /// Makes a case with an intermediate for servers and for another purpose.
    private static func foreign(_ purpose: ObjectIdentifier) -> Case {
        .differ(
            "an intermediate for servers and \(purpose)",
            webpki: .nonconforming(.purpose(purpose), depth: 1)
        ) { $0.intermediate.extendedKeyUsage = [.serverAuth, purpose] }
    }

    private static let usages: [Case] = [
        usage(.p256, [.keyAgreement]), usage(.rsa2048, [.keyEncipherment]),
        usage(.rsa2048, [.dataEncipherment]),
        usage(.p256, [.keyEncipherment], .keyEncipherment),
        usage(.p256, [.dataEncipherment], .dataEncipherment),
        usage(.p256, [.nonRepudiation], .nonRepudiation), usage(.p256, [.crlSign], .crlSign),
        usage(.rsa2048, [.keyAgreement], .keyAgreement),
        usage(.rsa2048, [.nonRepudiation], .nonRepudiation),
        usage(.p256, [.keyAgreement, .encipherOnly], .encipherOnly),
        usage(.p256, [.keyAgreement, .decipherOnly], .decipherOnly),
    ]

    /// Makes a case with a leaf's key for digital signatures and these usages.
    private static func usage(
        _ key: KeyAlgorithm,
        _ usages: [KeyUsageBit],
        _ forbidden: KeyUsageBit? = nil
    ) -> Case {
        .differ(
            "\(key) for \(usages.map(\.rawValue))",
            webpki: forbidden.map { .nonconforming(.usage($0), depth: 0) }
        ) {
            $0.leaf.key = key
            $0.leaf.keyUsage = [.digitalSignature] + usages
        }
    }

    private static let labels: [Case] = [
        label("xn--bcher-kva.test", isSound: true), label("xn--n3h.test", isSound: true),
        label("XN--BCHER-KVA.test", isSound: true), label("a.xn--628h.test", isSound: true),
        label("ab--cd.test", isSound: false),
        label("xn--99999999.test", isSound: false),
        label("www.ab--c.test", isSound: false), label("abc--d.test", isSound: true),
    ]

    private static func label(_ name: String, isSound: Bool) -> Case {
        .differ(
            "the labels of \"\(name)\"",
            webpki: isSound ? nil : .nonconforming(.nameSyntax(name), depth: 0)
        ) { $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .dns(name)] }
    }

    private static let accesses: [Case] = [
        access("OCSP over HTTP", .accessToOCSP, "http://a.test/"),
        access("issuers over HTTP", .accessToIssuers, "HTTP://a.test/"),
        access("issuers over LDAP", .accessToIssuers, "ldap://a.test/", isFollowed: false),
        access("repositories", .emailProtection, "http://a.test/", isFollowed: false),
    ]

    private static func access(
        _ description: String,
        _ method: ObjectIdentifier,
        _ location: String,
        isFollowed: Bool = true
    ) -> Case {
        .differ(
            "access to \(description)",
            webpki: isFollowed ? nil : .nonconforming(.access(method), depth: 0)
        ) {
            let value = DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(method)
                        writer.primitive(.context(6, constructed: false), Array(location.utf8))
                    }
                }
            }
            $0.leaf.extensions = [
                Entity.AddedExtension(
                    oid: .authorityInformationAccess,
                    critical: false,
                    value: value
                )
            ]
        }
    }

    private static let points: [Case] = [
        .accept("a distribution point") { point(&$0, web) },
        .reject(
            "a distribution point with only reasons",
            .badExtension(
                .crlDistributionPoints,
                DERError(
                    .badValue,
                    at: 403,
                    in: "tbsCertificate.extensions[6].extnValue[0]"
                ),
                depth: 0
            )
        ) { point(&$0, hexBytes("81020780")) },
        .differ(
            "a distribution point for some reasons",
            webpki: .nonconforming(.distributionPoint, depth: 0)
        ) { point(&$0, web + hexBytes("81020780")) },
        .differ(
            "a distribution point of another issuer",
            webpki: .nonconforming(.distributionPoint, depth: 0)
        ) { point(&$0, web + hexBytes("a204a4023000")) },
        .differ(
            "a distribution point in a directory",
            webpki: .nonconforming(.distributionPoint, depth: 0)
        ) { point(&$0, hexBytes("a006a004a4023000")) },
        .reject(
            "no distribution point",
            .badExtension(
                .crlDistributionPoints,
                DERError(
                    .emptySequence,
                    at: 401,
                    in: "tbsCertificate.extensions[6].extnValue"
                ),
                depth: 0
            )
        ) { extend(&$0, .crlDistributionPoints, hexBytes("3000")) },
    ]

    /// `[0] [0] [6] "http://a"`.
    private static let web = hexBytes("a00ca00a8608687474703a2f2f61")

    /// Adds one distribution point with these fields.
    private static func point(_ setup: inout Setup, _ fields: [UInt8]) {
        extend(&setup, .crlDistributionPoints, sequence(sequence(fields)))
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] {
        DERWriter.bytes { $0.primitive(.sequence, content) }
    }

    private static func extend(
        _ setup: inout Setup,
        _ identifier: ObjectIdentifier,
        _ value: [UInt8]
    ) {
        setup.leaf.extensions = [
            Entity.AddedExtension(oid: identifier, critical: false, value: value)
        ]
    }

    private static let alternatives: [Case] = [
        .accept("a name in issuerAltName") {
            extend(&$0, .issuerAlternativeName, sequence(hexBytes("8206") + Array("a.test".utf8)))
        },
        .reject("an invalid name in issuerAltName", .nameSyntax("a_.test")) {
            extend(
                &$0,
                .issuerAlternativeName,
                sequence(hexBytes("8207") + Array("a_.test".utf8))
            )
        },
        .reject(
            "an empty issuerAltName",
            .badExtension(
                .issuerAlternativeName,
                DERError(
                    .emptySequence,
                    at: 401,
                    in: "tbsCertificate.extensions[6].extnValue"
                ),
                depth: 0
            )
        ) { extend(&$0, .issuerAlternativeName, hexBytes("3000")) },
    ]

    private static let qualifiers: [Case] = [
        // A user notice, 1.3.6.1.5.5.7.2.2, without content.
        .accept("a notice of anyPolicy") {
            qualify(
                &$0,
                hexBytes("551d2000"),
                hexBytes("06082b06010505070202") + hexBytes("3000")
            )
        },
        .reject("an unknown qualifier of anyPolicy", .anyPolicyQualifier) {
            qualify(&$0, hexBytes("551d2000"), hexBytes("06022a03") + hexBytes("0500"))
        },
        .accept("an unknown qualifier of another policy") {
            qualify(&$0, hexBytes("2a03"), hexBytes("06022a03") + hexBytes("0500"))
        },
    ]

    /// Adds one policy with one qualifier.
    private static func qualify(
        _ setup: inout Setup,
        _ policy: [UInt8],
        _ qualifier: [UInt8]
    ) {
        let identifier = DERWriter.bytes { $0.primitive(.objectIdentifier, policy) }
        let information = sequence(identifier + sequence(sequence(qualifier)))
        extend(&setup, .certificatePolicies, sequence(information))
    }

    @Test(
        arguments: form + issuers + usages + labels + accesses + points + alternatives + qualifiers
    )
    func `each profile gives the expected verdict`(_ testcase: Case) throws {
        try testcase.check(.rfc5280, testcase.rfc5280)
        try testcase.check(.webpki, testcase.webpki)
    }

    @Test(
        arguments: [
            ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
            ("MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"),
            // Not from RFC 3492: a delta equal to the threshold.
            ("ba", "\u{81}"),
        ]
    )
    func `decodes and encodes the Punycode examples of RFC 3492`(encoded: String, decoded: String) {
        let scalars = Array(decoded.unicodeScalars)
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == scalars)
        #expect(Punycode.encode(scalars) == encoded)
    }

    @Test func `decodes the longest Punycode label`() {
        #expect(Punycode.decode(Array(repeating: 0x61, count: 59)[...])?.count == 59)
    }

    @Test(
        arguments: [
            // A delimiter, and three digits for U+00FC.
            (String(repeating: "a", count: 55) + "ü", true),
            (String(repeating: "a", count: 56) + "ü", false),
            // Three digits for the first character, and one digit for each repetition.
            (String(repeating: "ü", count: 57), true),
            (String(repeating: "ü", count: 58), false),
            (String(repeating: "ü", count: 600), false),
            ("", true),
        ]
    )
    func `encodes Punycode only if the result fits into a label`(decoded: String, fits: Bool) throws
    {
        let scalars = Array(decoded.unicodeScalars)
        let encoded = Punycode.encode(scalars)
        #expect((encoded != nil) == fits)
        guard let encoded, !encoded.isEmpty else { return }
        #expect(encoded.utf8.count <= 59)
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == scalars)
    }

    @Test(
        arguments: [
            "", "-", "-a", "é-a", "abc-", "a-0", "99999999", String(repeating: "a", count: 60),
        ]
    )
    func `rejects Punycode that no encoder makes`(encoded: String) {
        #expect(Punycode.decode(Array(encoded.utf8)[...]) == nil)
    }
}
