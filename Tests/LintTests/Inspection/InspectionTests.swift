import Forge
import Lint
import PathValidation
import Testing
import X509

/// Inspections of certificates, CRLs and OCSP responses.
struct InspectionTests {
    private static let now = Instant(seconds: 1_795_219_200)

    private static func forged(
        _ change: (inout PKI) -> Void
    ) throws -> ForgedPKI {
        var pki = PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "leaf": Entity(role: .endEntity, issuer: .entity("root")),
        ])
        change(&pki)
        return try pki.forge(seed: 11, at: now)
    }

    private static func inspection(
        _ bytes: [UInt8],
        by profiles: [PathProfile]? = nil
    ) throws -> Inspection {
        var request = Inspection.Request()
        if let profiles { request.profiles = profiles }
        return try Inspection(InspectedInput(bytes), request)
    }

    private static func leaf(_ change: (inout Entity) -> Void) throws -> [UInt8] {
        let forged = try forged { pki in
            let leaf = Entity(role: .endEntity, issuer: .entity("root"))
            change(&pki.entities["leaf", default: leaf])
        }
        return try #require(forged.members["leaf"]).certificate
    }

    /// Returns a certificate with a wildcard and with an asterisk in a PrintableString of its
    /// subject, which is not allowed there.
    private static func asterisk() throws -> [UInt8] {
        try leaf {
            let name = Name.Attribute(
                type: .commonName,
                tag: .printableString,
                value: Array("*.example.test".utf8)
            )
            $0.subject = Name(relativeNames: [[name]])
            $0.subjectAlternativeNames = [.dns("*.example.test")]
        }
    }

    @Test func `shows the remaining fields and the pins after a decoding error`() throws {
        let inspection = try Self.inspection(Self.asterisk())
        let object = try #require(inspection.objects.first)
        #expect(object.faults.map(\.path) == ["tbsCertificate.subject[0][0].value"])
        #expect(!inspection.isSound)
        #expect(!object.pins.isEmpty)
        let tbs = try #require(object.fields?.fields.first)
        #expect(tbs.fields.map(\.name).suffix(2) == ["subjectPublicKeyInfo", "extensions"])
        #expect(object.findings.isEmpty, "\(object.findings.map(\.problem))")
    }

    @Test(arguments: [PathProfile.apple, .legacy])
    func `reports no decoding error if the decoder of the requested profile accepts the encoding`(
        profile: PathProfile
    ) throws {
        let inspection = try Self.inspection(Self.asterisk(), by: [profile])
        #expect(inspection.isSound)
        #expect(inspection.findings == 0)
    }

    @Test func `allows trailing zero bits only under profiles that allow them`() throws {
        let leaf = try Self.leaf {
            $0.raw = [
                .set(path: "extensions.keyUsage.value", encoding: [0x03, 0x02, 0x00, 0x80]),
                .resign,
            ]
        }
        for profile in PathProfile.all {
            let inspection = try Self.inspection(leaf, by: [profile])
            let isAllowed = profile.decoding.contains(.trailingZeroBits)
            #expect(inspection.isSound == isAllowed, "\(profile.name)")
            #expect((inspection.findings == 0) == isAllowed, "\(profile.name)")
        }
    }

    @Test func `reports every field that does not decode`() throws {
        let leaf = try Self.leaf {
            $0.raw = [
                .set(
                    path: "tbsCertificate.subject[0][0].value",
                    encoding: [0x13, 0x01, UInt8(ascii: "*")]
                ),
                .set(
                    path: "tbsCertificate.validity.notAfter",
                    encoding: [0x17, 0x05] + Array("2612Z".utf8)
                ),
                .resign,
            ]
        }
        let object = try #require(try Self.inspection(leaf).objects.first)
        #expect(
            object.faults.map(\.path) == [
                "tbsCertificate.validity.notAfter", "tbsCertificate.subject[0][0].value",
            ]
        )
        #expect(!object.pins.isEmpty)
    }

    @Test func `reports findings of CRLs and OCSP responses with their source`() throws {
        let forged = try Self.forged { pki in
            var list = RevocationList(issuer: "root")
            list.number = nil
            list.nextUpdate = nil
            pki.lists["list"] = list
            var response = StatusResponse()
            response.nextUpdate = nil
            pki.entities["leaf"]?.ocsp = response
        }
        let list = try Self.inspection(#require(forged.crls["list"]))
        #expect(list.objects.first?.findings.map(\.rule) == ["crl-next-update", "crl-number"])
        #expect(list.objects.first?.findings.map(\.source).first == "RFC 5280 §5.1.2.5")
        #expect(list.findings == 2)
        let response = try Self.inspection(#require(forged.responses["leaf"]))
        #expect(response.objects.first?.findings.map(\.isNote) == [true])
        #expect(response.findings == 0)
    }

    @Test func `reports a broken extension body if a profile needs it`() throws {
        let leaf = try Self.leaf {
            $0.extensions = [
                .init(oid: .signedCertificateTimestamps, critical: false, value: [4, 2, 0, 0])
            ]
        }
        for profile in PathProfile.all {
            let isAsked = profile.name == "rfc5280" || profile.name == "webpki"
            let inspection = try Self.inspection(leaf, by: [profile])
            #expect(inspection.isSound != isAsked, "\(profile.name)")
            #expect((inspection.findings == 0) != isAsked, "\(profile.name)")
        }
    }

    @Test
    func `reports findings of a CRL that does not decode, but no consequences of the error`()
        throws
    {
        let forged = try Self.forged { pki in
            var list = RevocationList(issuer: "root")
            // 21 bytes long.
            list.number = [UInt8](repeating: 1, count: 21)
            list.nextUpdate = nil
            pki.lists["list"] = list
        }
        let list = try Self.inspection(#require(forged.crls["list"]))
        #expect(list.objects.first?.faults.map(\.fault) == [.badInteger])
        #expect(!list.isSound)
        #expect(list.objects.first?.findings.map(\.rule) == ["crl-next-update"])
    }

    @Test func `reports recommendations as notes`() throws {
        let leaf = try Self.leaf { $0.critical = [.subjectAlternativeName: true] }
        let inspection = try Self.inspection(leaf, by: [.rfc5280])
        #expect(inspection.objects.first?.findings.map(\.rule) == ["preferred-criticality"])
        #expect(inspection.findings == 0)
    }
}
