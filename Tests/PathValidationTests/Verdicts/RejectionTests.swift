import TestSupport
import Testing
import X509

@testable import PathValidation

@Suite struct RejectionTests {
    private static let date = Setup.now
    private static let address: [UInt8] = [192, 0, 2, 1]
    private static let identifier = ObjectIdentifier.keyUsage

    /// If several paths fail, the failure that comes last here is reported.
    private static let ascending: [Rejection.Code] = [
        .unknownIssuer, .nameChaining, .badSignature, .selfSigned, .chainTooLong, .malformed,
        .duplicateExtension, .badExtension, .unsupportedAlgorithm, .badKey,
        .signatureAlgorithmMismatch, .unhandledCriticalExtension, .nonconforming, .issuerNotCA,
        .keyUsage, .extendedKeyUsage, .weakKey, .weakSignature, .pathLength, .badNameConstraint,
        .nameNotPermitted, .nameExcluded, .badValidity, .notYetValid, .expired, .nameMismatch,
    ]

    @Test func `rejections have the listed order of ranks`() {
        for (lower, higher) in zip(Self.ascending, Self.ascending.dropFirst()) {
            #expect(lower.rank < higher.rank, "\(lower) and \(higher)")
        }
    }

    /// A rejection that depends on the Public Suffix List names the list.
    private static let sentencesOnSuffixes: [(Rejection, String)] = [
        (
            .nameMismatch(reference: "WWW.co.uk", presented: ["a.test", "*.Co.uk"]),
            "no DNS name of the certificate is WWW.co.uk: a.test, *.Co.uk; *.co.uk covers a public "
                + "suffix (\(PublicSuffixList.edition))"
        ),
        (
            .nameMismatch(reference: "a.co.uk", presented: ["*.b.co.uk", "*.uk"]),
            "no DNS name of the certificate is a.co.uk: *.b.co.uk, *.uk"
        ),
        (
            .nonconforming(.wildcard("*.co.uk"), depth: 0),
            "the end entity has the alternative name \"*.co.uk\", which covers a public suffix "
                + "(\(PublicSuffixList.edition))"
        ),
        (
            .nonconforming(.unlistedDomain("a.corp"), depth: 0),
            "the end entity has the name \"a.corp\", whose top-level domain is not in the public "
                + "DNS (\(PublicSuffixList.edition))"
        ),
        (
            .nonconforming(.internalName("intranet"), depth: 0),
            "the end entity has the name \"intranet\", which is not in the public DNS"
        ),
    ]

    @Test(arguments: sentencesOnSuffixes)
    func `a rejection that depends on the Public Suffix List names the list`(
        rejection: Rejection,
        sentence: String
    ) {
        #expect(rejection.description == sentence)
    }

    /// One rejection for each reason, with its sentence.
    private static let sentences: [(Rejection, String)] = [
        (
            .nameMismatch(reference: "a.test", presented: ["b.test", "c.test"]),
            "no DNS name of the certificate is a.test: b.test, c.test"
        ),
        (
            .ipMismatch(reference: address, presented: []),
            "no address of the certificate is 192.0.2.1: it has none"
        ),
        (
            .mailboxMismatch(reference: "a@b.test", presented: []),
            "no mailbox of the certificate is a@b.test: it has none"
        ),
        (.noIdentity, "the certificate has no subjectAltName to compare"),
        (.badNameSyntax("a..b"), "\"a..b\" is not a valid server name"),
        (
            .expired(notAfter: date, verifyDate: date + 1, depth: 0),
            "the end entity expired on 2026-11-21T00:00:00Z, before the verify date "
                + "2026-11-21T00:00:01Z"
        ),
        (
            .notYetValid(notBefore: date + 1, verifyDate: date, depth: 1),
            "the issuer at depth 1 becomes valid on 2026-11-21T00:00:01Z, after the verify date "
                + "2026-11-21T00:00:00Z"
        ),
        (
            .badValidity(notBefore: date + 1, notAfter: date, depth: 0),
            "the end entity begins on 2026-11-21T00:00:01Z, after its end on "
                + "2026-11-21T00:00:00Z"
        ),
        (.selfSigned, "the end entity is self-signed and not a trust anchor"),
        (.unknownIssuer(depth: 0), "no trust anchor issued the end entity"),
        (.distrusted(depth: 1), "the issuer at depth 1 is distrusted"),
        (.issuerNotCA(depth: 1), "the issuer at depth 1 issued a certificate but is not a CA"),
        (
            .pathLength(limit: 0, depth: 2),
            "the issuer at depth 2 allows no intermediate below it"
        ),
        (.chainTooLong(limit: 15), "no path has at most 15 certificates"),
        (
            .nameChaining(depth: 0),
            "the issuer name of the end entity is not the subject of the issuer"
        ),
        (
            .keyUsage(missing: .keyCertSign, depth: 1),
            "the key usage of the issuer at depth 1 lacks keyCertSign"
        ),
        (
            .extendedKeyUsage(missing: .serverAuth, depth: 0),
            "the extended key usage of the end entity lacks serverAuth"
        ),
        (
            .nameNotPermitted("a.test", depth: 0),
            "a.test of the end entity is outside the permitted subtrees"
        ),
        (
            .nameExcluded("a.test", depth: 0),
            "a.test of the end entity is inside an excluded subtree"
        ),
        (.badNameConstraint(depth: 2), "a name constraint of the issuer at depth 2 has no meaning"),
        (
            .policy(valid: [], depth: 1),
            "no certificate policy is valid from the trust anchor to the issuer at depth 1"
        ),
        (.badSignature(depth: 0), "the signature on the end entity does not verify"),
        (
            .signatureAlgorithmMismatch(depth: 0),
            "the end entity names two different signature algorithms"
        ),
        (
            .weakSignature(algorithm: "rsa with md5", depth: 0),
            "the signature on the end entity uses rsa with md5"
        ),
        (.weakKey("RSA of 1024 bits", depth: 0), "the key of the end entity is RSA of 1024 bits"),
        (.badKey(depth: 1), "the key of the issuer at depth 1 does not decode"),
        (
            .unsupportedAlgorithm(identifier, depth: 0),
            "the end entity uses the algorithm keyUsage"
        ),
        (
            .malformed(DERError(.badTime, at: 7, in: "tbsCertificate.validity"), depth: 1),
            "the issuer at depth 1 does not decode: time that RFC 5280 does not allow at byte 7 "
                + "in tbsCertificate.validity"
        ),
        (
            .badExtension(identifier, DERError(.badBitString, at: 9), depth: 0),
            "the extension keyUsage of the end entity does not decode: BIT STRING with a wrong "
                + "count or value of unused bits at byte 9"
        ),
        (
            .duplicateExtension(identifier, depth: 0),
            "the extension keyUsage of the end entity appears twice"
        ),
        (
            .unhandledCriticalExtension(identifier, depth: 0),
            "the extension keyUsage of the end entity is critical and unknown"
        ),
        (
            .nonconforming(.missing(identifier), depth: 0),
            "the end entity lacks keyUsage"
        ),
        (
            .revoked(
                RevocationRecord(serial: [1, 2], reason: .keyCompromise, date: date),
                depth: 0
            ),
            "the end entity is revoked: serial number 0102, since 2026-11-21T00:00:00Z, "
                + "key-compromise"
        ),
        (
            .revocationUnknown(.list(.missing(identifier)), depth: 0),
            "the revocation status of the end entity is unknown: the CRL lacks the extension "
                + "keyUsage"
        ),
        (
            .revocationStale(
                StatusPeriod(thisUpdate: date, nextUpdate: date),
                verifyDate: date,
                depth: 0
            ),
            "the revocation status of the end entity is out of date: 2026-11-21T00:00:00Z to "
                + "2026-11-21T00:00:00Z, verify date 2026-11-21T00:00:00Z"
        ),
        (
            .revocationNotYetValid(begins: date, verifyDate: date, depth: 0),
            "the revocation status of the end entity becomes valid on 2026-11-21T00:00:00Z, after "
                + "the verify date 2026-11-21T00:00:00Z"
        ),
        (
            .revocationInvalid(.badSignature, depth: 0),
            "the OCSP response for the end entity is invalid: its signature does not verify"
        ),
        (
            .certificateTransparency(.tooFew(1, of: 2), [.unknownLog, .badSignature]),
            "1 of 2 required logs gave an SCT for the end entity; an SCT is from a log that the "
                + "client does not accept; an SCT has a signature that does not verify"
        ),
        (.pinMismatch, "no certificate of the path matches a pin"),
        (.pinExpired, "the set of pins has expired"),
        (.pinsMissing, "pins are required but none are configured"),
        (.policyGuard("no pins"), "the configuration contradicts itself: no pins"),
        (.associationMismatch, "no certificate of the server matches a TLSA record"),
        (.nameLookup, "a question about the server's names failed"),
        (
            .mailHostMismatch("mx.example.test", listed: ["mail.example.test"]),
            "the domain's policy does not list mx.example.test: mail.example.test"
        ),
        (.protocolVersion, "no protocol version in common"),
        (.cipherPolicy, "no cipher suite in common"),
        (.noALPN, "no application protocol in common"),
        (.handshakeSignature, "the handshake is not signed with the end entity's key"),
        (.brokenHandshake, "the server breaks the rules of the handshake"),
        (.cleartext, "the connection does not upgrade to TLS as required"),
        (.missingCertificate, "the server presented no certificate"),
        (.clientCertificateRequired, "the server requires a client certificate"),
        (.resumedWithoutCheck, "a session resumed without the checks of a full handshake"),
        (.proxyTLS, "the TLS connection to the proxy cannot be trusted"),
        (
            .budgetExceeded("signatures"),
            "the search for a path used up its budget of signatures"
        ),
        (.reported([], words: ""), "the program does not give a reason"),
    ]

    @Test func `the test cases include a rejection for every reason, in order`() {
        #expect(Self.sentences.map(\.0.code) == Rejection.Code.allCases)
    }

    @Test(arguments: sentences)
    func `describes each rejection`(rejection: Rejection, text: String) {
        #expect(rejection.description == text)
    }

    @Test func `uses a program's own words as the description`() {
        let stated = Rejection.reported([.expired, .notYetValid], words: "certificate out of date")
        #expect(stated.description == "certificate out of date")
        #expect(stated.code == .expired)
    }

    @Test func `a subject mismatch names the subject that was compared`() {
        #expect(
            Rejection.subjectMismatch(reference: "a.test", summary: "Example").description
                == "the subject summary \"Example\" does not match a.test"
        )
        #expect(
            Rejection.subjectMismatch(reference: "a.test", summary: nil).description
                == "there is no subject summary to compare with a.test"
        )
    }

    @Test(
        arguments: Rejection.Code.ofRules
    )
    func `states the meaning and the source of every reason`(code: Rejection.Code) {
        #expect(code.about == "\(code.meaning) (\(code.source))")
        #expect(code.meaning.first?.isUppercase == false)
        #expect(!code.meaning.hasSuffix("."))
        #expect(code.source.contains { $0.isNumber })
    }

    @Test func `a policy rejection lists the path's valid policies`() throws {
        let valid = try ["1.2.3", "1.2.4"].map { try #require(ObjectIdentifier($0)) }
        #expect(
            Rejection.policy(valid: valid, depth: 0).description
                == "no accepted certificate policy is valid, only 1.2.3, 1.2.4"
        )
    }

    @Test(arguments: Rejection.Code.ofRules)
    func `a rejection code consists of lowercase letters and hyphens`(code: Rejection.Code) {
        #expect(code.rawValue.allSatisfy { $0 == "-" || $0.isLowercase })
    }

    @Test func `reports the fault of the CRL that passed the most checks`() {
        let ascending: [ListFault] = [
            .scope, .deltaAlone, .noNextUpdate, .unknownIssuer, .badSignature, .keyUsage,
        ]
        for (lower, higher) in zip(ascending, ascending.dropFirst()) {
            #expect(lower.rank < higher.rank)
            #expect(max(higher, lower) == higher)
        }
        #expect(ListFault.noNextUpdate.rank == ListFault.removal.rank)
    }
}
