import TestSupport
import Testing
import X509

@Suite struct CertificateListTests {
    @Test func `finds every field at its offset`() throws {
        let sample = SampleList()
        let der = sample.der
        let list = try CertificateList(der: der)
        func text(_ range: Range<Int>?) -> String? { range.map { der[$0].hex } }
        #expect(list.version == 2)
        #expect(text(list.innerAlgorithm.algorithm) == "2a8648ce3d040302")
        #expect(list.issuerName.description == "CN=A")
        #expect(list.thisUpdate == Instant(rfc3339: "2026-01-01"))
        #expect(list.nextUpdate == Instant(rfc3339: "2027-01-01"))
        #expect(text(list.entries) == sample.entries)
        #expect(list.entrySummary.count == 1)
        #expect(text(list.extensions.number) == "07")
        #expect(text(list.signature) == "77")
        #expect(list.tbs.upperBound == list.outerAlgorithm.encoding.lowerBound)
        #expect(list.algorithmsAgree)
    }

    @Test func `decodes every extension of RFC 5280 and keeps an unknown extension`() throws {
        var sample = SampleList()
        sample.extensions = [
            SampleCertificate.extension(.authorityKeyIdentifier, "300480021122"),
            SampleCertificate.extension(.issuerAlternativeName, "3003820161"),
            SampleCertificate.extension(.crlNumber, "020108"),
            SampleCertificate.extension(.deltaCRLIndicator, critical: true, "020107"),
            SampleCertificate.extension(
                .issuingDistributionPoint,
                critical: true,
                "3014 a00ca00a 8608 687474703a2f2f61 8201ff 8401ff"
            ),
            SampleCertificate.extension(.freshestCRL, "3009 3007a005a003820161"),
            SampleCertificate.extension(
                .authorityInformationAccess,
                "3012 3010 06082b06010505073002 8604 6c646170"
            ),
            SampleCertificate.extension(
                ObjectIdentifier(content: [0x2a, 3]),
                critical: true,
                "05"
            ),
        ].joined()
        let list = try CertificateList(der: sample.der)
        let extensions = list.extensions
        #expect(extensions.list.count == 8)
        #expect(extensions.authorityKeyIdentifier?.keyIdentifier?.count == 2)
        #expect(extensions.issuerAlternativeNames?.count == 1)
        #expect(extensions.number.map { list.der[$0].hex } == "08")
        #expect(extensions.baseNumber.map { list.der[$0].hex } == "07")
        #expect(extensions.issuingDistributionPoint?.onlyContainsCACerts == true)
        #expect(extensions.issuingDistributionPoint?.isIndirect == true)
        #expect(extensions.freshestCRL?.count == 1)
        #expect(extensions.informationAccess?.count == 1)
        #expect(extensions.unknownCriticalExtension.map { list.der[$0].hex } == "2a03")
    }

    @Test func `finds entries by issuer and serial number`() throws {
        var sample = SampleList()
        let nameB = "300c310a30080603550403 0c0142"
        let ofB = SampleCertificate.extension(
            .certificateIssuer,
            critical: true,
            "3010 a40e" + nameB
        )
        let ofIssuer = [
            SampleList.entry("020101"),
            SampleList.entry("020102", SampleCertificate.extension(.reasonCode, "0a0101")),
        ]
        sample.entries = ofIssuer.joined()
        #expect(try !CertificateList(der: sample.der).entrySummary.namesIssuers)
        sample.entries =
            (ofIssuer + [
                SampleList.entry("020103", ofB),
                SampleList.entry(
                    "020104",
                    SampleCertificate.extension(
                        .invalidityDate,
                        "180f 32303235313233313030303030305a"
                    )
                ),
            ]).joined()
        let list = try CertificateList(der: sample.der)
        #expect(list.entrySummary.count == 4)
        #expect(list.entrySummary.namesIssuers)
        let names = try ["41", "42"].map {
            try EncodedName(der: hexBytes("300c310a30080603550403 0c01" + $0))
        }
        func entry(_ serial: UInt8, _ name: Int) -> RevokedCertificate? {
            list.entry(serial: [serial], issuer: names[name])
        }
        #expect(entry(1, 0)?.reason == nil)
        #expect(entry(1, 1) == nil)
        #expect(entry(2, 0)?.reason == .keyCompromise)
        #expect(entry(3, 0) == nil)
        #expect(entry(3, 1)?.certificateIssuer?.count == 1)
        // The issuer of the previous entry.
        #expect(entry(4, 0) == nil)
        #expect(entry(4, 1)?.invalidityDate == Instant(rfc3339: "2025-12-31"))
        #expect(entry(5, 0) == nil)
    }

    struct Sound: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout SampleList) -> Void

        init(_ description: String, change: @escaping @Sendable (inout SampleList) -> Void) {
            testDescription = description
            self.change = change
        }
    }

    @Test(arguments: [
        Sound("unchanged") { _ in },
        Sound("version 1") { ($0.version, $0.extensions) = ("", nil) },
        Sound("no nextUpdate") { $0.nextUpdate = "" },
        Sound("no entries") { $0.entries = nil },
        Sound("no extensions") { $0.extensions = nil },
        Sound("a serial number below zero") { $0.entries = SampleList.entry("0201ff") },
        Sound("a number of 20 bytes") {
            $0.extensions = SampleCertificate.extension(
                .crlNumber,
                "0215 00ff" + String(repeating: "00", count: 19)
            )
        },
        Sound("an unknown critical extension of an entry") {
            $0.entries = SampleList.entry(
                "020101",
                SampleCertificate.extension(
                    ObjectIdentifier(content: [0x2a, 3]),
                    critical: true,
                    "05"
                )
            )
        },
        Sound("a distribution point below the issuer") {
            $0.extensions = SampleCertificate.extension(
                .issuingDistributionPoint,
                "300e a00c a10a 3008 0603550403 0c0142"
            )
        },
        Sound("some reasons") {
            $0.extensions = SampleCertificate.extension(
                .issuingDistributionPoint,
                "3004 83020560"
            )
        },
    ])
    func `decodes a valid CRL`(_ test: Sound) throws {
        var sample = SampleList()
        test.change(&sample)
        _ = try CertificateList(der: sample.der)
    }

    typealias Broken = BrokenSample<SampleList>

    @Test(arguments: [
        Broken("version 1, encoded", .badVersion, in: "tbsCertList.version") {
            $0.version = "020100"
        },
        Broken("version 3", .badVersion, in: "tbsCertList.version") { $0.version = "020102" },
        Broken("no thisUpdate", .unexpectedTag, in: "tbsCertList.thisUpdate") {
            ($0.thisUpdate, $0.nextUpdate) = ("", "")
        },
        Broken("an empty list of entries", .emptySequence, in: "tbsCertList.revokedCertificates") {
            $0.entries = ""
        },
        Broken(
            "extensions of an entry in version 1",
            .badVersion,
            in: "tbsCertList.revokedCertificates[0]"
        ) {
            ($0.version, $0.extensions) = ("", nil)
            $0.entries = SampleList.entry(
                "020101",
                SampleCertificate.extension(.reasonCode, "0a0101")
            )
        },
        Broken("extensions in version 1", .badVersion, in: "tbsCertList.crlExtensions") {
            $0.version = ""
        },
        Broken(
            "an unknown reason",
            .badValue,
            in: "tbsCertList.revokedCertificates[1].crlEntryExtensions[0].extnValue"
        ) {
            $0.entries =
                SampleList.entry("020101")
                + SampleList.entry("020102", SampleCertificate.extension(.reasonCode, "0a0107"))
        },
        Broken(
            "an invalidity date in UTCTime",
            .unexpectedTag,
            in: "tbsCertList.revokedCertificates[0].crlEntryExtensions[0].extnValue"
        ) {
            $0.entries = SampleList.entry(
                "020101",
                SampleCertificate.extension(
                    .invalidityDate,
                    "170d3236303130313030303030305a"
                )
            )
        },
        Broken(
            "a repeated extension",
            .badValue,
            in: "tbsCertList.crlExtensions[1].extnID"
        ) {
            let number = SampleCertificate.extension(.crlNumber, "020107")
            $0.extensions = number + number
        },
        Broken(
            "a negative number",
            .badInteger,
            in: "tbsCertList.crlExtensions[0].extnValue"
        ) {
            $0.extensions = SampleCertificate.extension(.crlNumber, "0201ff")
        },
        Broken(
            "a number of 21 bytes",
            .badInteger,
            in: "tbsCertList.crlExtensions[0].extnValue"
        ) {
            $0.extensions = SampleCertificate.extension(
                .crlNumber,
                "0215 01" + String(repeating: "00", count: 20)
            )
        },
        Broken(
            "an empty issuing distribution point",
            .emptySequence,
            in: "tbsCertList.crlExtensions[0].extnValue"
        ) {
            $0.extensions = SampleCertificate.extension(.issuingDistributionPoint, "3000")
        },
        Broken(
            "a list limited to two kinds of certificates",
            .badValue,
            in: "tbsCertList.crlExtensions[0].extnValue"
        ) {
            $0.extensions = SampleCertificate.extension(
                .issuingDistributionPoint,
                "3006 8101ff 8201ff"
            )
        },
        Broken(
            "an encoded false flag",
            .encodedDefault,
            in: "tbsCertList.crlExtensions[0].extnValue.indirectCRL"
        ) {
            $0.extensions = SampleCertificate.extension(
                .issuingDistributionPoint,
                "3003 840100"
            )
        },
        Broken("a signature with unused bits", .badBitString, in: "signatureValue") {
            $0.signature = "030204 70"
        },
    ])
    func `reports the path of a fault`(_ test: Broken) throws {
        var sample = SampleList()
        test.change(&sample)
        let error = #expect(throws: DERError.self) { try CertificateList(der: sample.der) }
        #expect(error?.fault == test.fault)
        #expect(error?.path == test.path)
    }

    /// Faults after which the other entries are still certain.
    @Test(arguments: [
        Broken(
            "an unknown reason",
            .badValue,
            in: "tbsCertList.revokedCertificates[0].crlEntryExtensions[0].extnValue"
        ) {
            $0.entries =
                SampleList.entry("020101", SampleCertificate.extension(.reasonCode, "0a0107"))
                + SampleList.entry("020102")
        },
        Broken("extensions in version 1", .badVersion, in: "tbsCertList.crlExtensions") {
            $0.version = ""
            $0.entries = SampleList.entry("020101") + SampleList.entry("020102")
        },
        Broken("a negative number", .badInteger, in: "tbsCertList.crlExtensions.extnValue") {
            $0.extensions = SampleCertificate.extension(.crlNumber, "0201ff")
            $0.entries = SampleList.entry("020101") + SampleList.entry("020102")
        },
    ])
    func `finds the other entries after a recorded fault`(_ test: Broken) throws {
        var sample = SampleList()
        test.change(&sample)
        let der = sample.der
        #expect(throws: DERError.self) { try CertificateList(der: der) }
        let list = try CertificateList(der: der, keepsFaults: true)
        #expect(list.fault?.fault == test.fault)
        #expect(list.fault?.path == test.path)
        #expect(list.entrySummary.count == 2)
        for serial: UInt8 in [1, 2] {
            #expect(list.entry(serial: [serial], issuer: list.issuerName) != nil)
        }
        #expect(list.entry(serial: [3], issuer: list.issuerName) == nil)
    }

    @Test(arguments: [
        Broken("a distribution point of another type", .unexpectedTag, in: "") {
            $0.extensions = SampleCertificate.extension(
                .issuingDistributionPoint,
                critical: true,
                "0500"
            )
        },
        Broken("a negative base", .badInteger, in: "") {
            $0.extensions = SampleCertificate.extension(
                .deltaCRLIndicator,
                critical: true,
                "0201ff"
            )
        },
        Broken("version 3", .badVersion, in: "") { $0.version = "020102" },
        Broken("an entry of another type", .unexpectedTag, in: "") { $0.entries = "0500" },
    ])
    func `throws an error if a fault makes the scope or the entries uncertain`(
        _ test: Broken
    ) throws {
        var sample = SampleList()
        test.change(&sample)
        let error = #expect(throws: DERError.self) {
            try CertificateList(der: sample.der, keepsFaults: true)
        }
        #expect(error?.fault == test.fault)
    }

    @Test func `a valid CRL has no fault`() throws {
        #expect(try CertificateList(der: SampleList().der, keepsFaults: true).fault == nil)
    }

    @Test func `decodes distribution points and TLS features of certificates`() throws {
        var sample = SampleCertificate()
        sample.extensions = [
            SampleCertificate.extension(
                .crlDistributionPoints,
                "301f 301d a005a003820161 81020560 a210 a40e 300c310a30080603550403 0c0142"
            ),
            SampleCertificate.extension(.tlsFeature, "3006 020105 020111"),
        ].joined()
        let certificate = try Certificate(der: sample.der)
        let points = try #require(try certificate.distributionPoints())
        #expect(points.count == 1)
        #expect(points[0].reasons == ReasonFlags(rawValue: 0x6000))
        #expect(points[0].crlIssuer?.count == 1)
        #expect(try certificate.tlsFeatures() == [5, 17])
        #expect(try certificate.distributionPoints(.freshestCRL) == nil)

        sample.extensions =
            SampleCertificate.extension(.crlDistributionPoints, "3006 3004 81020560")
        let alone = try Certificate(der: sample.der)
        #expect(throws: DERError.self) { try alone.distributionPoints() }
    }
}
