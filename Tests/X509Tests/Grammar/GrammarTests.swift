import TestSupport
import Testing
import X509

@Suite struct GrammarTests {
    @Test func `a grammar names the fields of CRLs and OCSP responses`() {
        // version, signature, issuer, thisUpdate, nextUpdate, no revokedCertificates, crlExtensions
        let list = hexBytes("020101 3000 3000 1700 1800 a000")
        #expect(
            names(list, Grammar.certificateList.field("tbsCertList")) == [
                "version", "signature", "issuer", "thisUpdate", "nextUpdate", "crlExtensions",
            ]
        )
        // certID, certStatus, thisUpdate, nextUpdate
        let single = hexBytes("3000 8000 1800 a000")
        let basic = Grammar.ocspResponse.field("responseBytes")?.field("response")
        let responses = basic?.field("tbsResponseData")?.field("responses")?.element
        #expect(names(single, responses) == ["certID", "certStatus", "thisUpdate", "nextUpdate"])
        let inner = if case .wrapper(let inner)? = basic { inner } else { basic }
        #expect(
            names(hexBytes("3000 3000 0300 a000"), inner)
                == ["tbsResponseData", "signatureAlgorithm", "signature", "certs"]
        )
    }

    @Test(
        arguments: [
            (0xa0, "otherName"), (0x81, "rfc822Name"), (0x82, "dNSName"), (0xa3, "x400Address"),
            (0xa4, "directoryName"), (0xa5, "ediPartyName"), (0x86, "uniformResourceIdentifier"),
            (0x87, "iPAddress"), (0x88, "registeredID"), (0x80, nil), (0xa1, nil), (0x89, nil),
        ] as [(UInt8, String?)]
    )
    func `a GeneralName is recognised by its tag (RFC 5280 §4.2.1.6)`(byte: UInt8, name: String?) {
        let names = Grammar.certificate.field("extensions")?.field("subjectAltName")?.element
        #expect(names?.alternative(byte)?.name == name)
    }

    @Test func `a choice is recognised by its tag`() {
        let location = Grammar.certificate.field("extensions")?.field("authorityInfoAccess")?
            .element?.field("accessLocation")
        #expect(location?.alternative(0x86)?.name == "uniformResourceIdentifier")
        #expect(location?.alternative(0x82)?.name == "dNSName")
        #expect(location?.alternative(0x30)?.name == nil)
        let point = Grammar.certificate.field("extensions")?.field("cRLDistributionPoints")?
            .element?.field("distributionPoint")?.element
        #expect(point?.alternative(0xa0)?.name == "fullName")
        #expect(point?.alternative(0xa1)?.name == "nameRelativeToCRLIssuer")
        #expect(point?.alternative(0xa2)?.name == nil)
    }

    @Test(arguments: [
        ("basicConstraints", "010100 020100", ["cA", "pathLenConstraint"]),
        (
            "authorityKeyIdentifier", "8000 a100 8200",
            ["keyIdentifier", "authorityCertIssuer", "authorityCertSerialNumber"]
        ),
        ("nameConstraints", "a000 a100", ["permittedSubtrees", "excludedSubtrees"]),
        ("policyConstraints", "8000 8100", ["requireExplicitPolicy", "inhibitPolicyMapping"]),
        (
            "cRLDistributionPoints", "a000 8100 a200",
            ["distributionPoint", "reasons", "cRLIssuer"]
        ),
        ("cRLDistributionPoints", "a200", ["cRLIssuer"]),
        (
            "issuingDistributionPoint", "a000 8100 8200 8300 8400 8500",
            [
                "distributionPoint", "onlyContainsUserCerts", "onlyContainsCACerts",
                "onlySomeReasons", "indirectCRL", "onlyContainsAttributeCerts",
            ]
        ),
        ("cRLDistributionPoints", "8300", [nil]),
    ])
    func `an optional field is recognised by its tag`(
        extension name: String,
        fields: String,
        expected: [String?]
    ) {
        let value = Grammar.certificate.field("extensions")?.field(name)?.field("extnValue")?
            .field("value")
        let sequence = if case .list(let element)? = value { element } else { value }
        #expect(names(hexBytes(fields), sequence) == expected)
    }

    @Test func `the last field of a policy is recognised by its position, not by its tag`() {
        let information = Grammar.certificate.field("extensions")?.field("certificatePolicies")?
            .element
        #expect(
            names(hexBytes("06022a03 3000"), information) == [
                "policyIdentifier", "policyQualifiers",
            ]
        )
        #expect(names(hexBytes("06022a03"), information) == ["policyIdentifier"])
    }

    private func names(_ bytes: [UInt8], _ grammar: Grammar?) -> [String?] {
        var reader = DERReader(bytes)
        var parts: [DERElement] = []
        while let part = try? reader.next() { parts.append(part) }
        return grammar?.labelled(parts, in: bytes).map { part in
            if case .field(let name) = part.label { name } else { nil }
        } ?? []
    }
}
