import Crypto
import Testing
import X509

@testable import Forge

/// Declared CRLs, decoded by the decoder that path validation uses.
@Suite struct RevocationListTests {
    private func forged(
        _ list: RevocationList,
        _ change: (inout PKI) -> Void = { _ in }
    ) throws -> (pki: ForgedPKI, list: [UInt8]) {
        let pki = try baselineSetup {
            $0.lists["list"] = list
            change(&$0)
        }.forge(seed: 1, at: now)
        return (pki, try #require(pki.crls["list"]))
    }

    private func decoded(
        _ change: (inout RevocationList) -> Void = { _ in },
        _ setup: (inout PKI) -> Void = { _ in }
    ) throws -> CertificateList {
        var list = RevocationList(issuer: "intermediate")
        change(&list)
        return try CertificateList(der: forged(list, setup).list)
    }

    private func isSigned(_ list: CertificateList, by signer: ForgedPKI.Member?) throws -> Bool {
        try PublicKey(spki: #require(signer).key.spki).verifies(
            Array(list.der[list.signature]),
            over: list.der[list.tbs],
            by: .ecdsa(.sha256)
        )
    }

    @Test func `forges a valid list by default`() throws {
        let (pki, der) = try forged(RevocationList(issuer: "intermediate"))
        let list = try CertificateList(der: der)
        let issuer = try #require(pki.members["intermediate"])
        #expect(list.version == 2)
        #expect(Array(der[list.issuer]) == issuer.subject)
        #expect(list.thisUpdate == now + -43_200)
        #expect(list.nextUpdate == now + 604_800)
        #expect(list.entries == nil)
        #expect(list.extensions.number.map { Array(der[$0]) } == [1])
        #expect(list.extensions.list.map(\.isCritical) == [false, false])
        let keyID = list.extensions.authorityKeyIdentifier?.keyIdentifier
        #expect(keyID.map { Array(der[$0]) } == issuer.keyIdentifier)
        #expect(try isSigned(list, by: issuer))
        #expect(try !isSigned(list, by: pki.members["root"]))
    }

    @Test func `lists the serial numbers of certificates outside the setup first`() throws {
        let list = try decoded {
            $0.others = 70_000
            $0.revokes = ["leaf"]
        }
        #expect(list.entrySummary.count == 70_001)
        var reader = DERReader(list.der, in: try #require(list.entries))
        var serials: [[UInt8]] = []
        while !reader.isAtEnd {
            let entry = try RevokedCertificate(&reader, version: 2)
            serials.append(Array(list.der[entry.serial]))
        }
        #expect(Set(serials).count == 70_001)
        #expect(serials.first == [0x40, 0, 0, 0])
        #expect(serials.dropLast().last == [0x40, 1, 0x11, 0x6f])
        #expect(serials.last?.count == 16)
    }

    @Test func `allows a signer other than the issuer`() throws {
        var list = RevocationList(issuer: "intermediate")
        list.signer = "root"
        let (pki, der) = try forged(list)
        let decoded = try CertificateList(der: der)
        #expect(Array(der[decoded.issuer]) == pki.members["intermediate"]?.subject)
        #expect(try isSigned(decoded, by: pki.members["root"]))
    }

    @Test func `lists the issuer's revoked certificates`() throws {
        let list = try decoded { _ in
        } _: {
            for (name, issuer) in [
                ("one", "intermediate"), ("two", "intermediate"), ("three", "root"),
            ] {
                var entity = Entity(role: .endEntity, issuer: .entity(issuer))
                entity.serial = Array(name.utf8)
                entity.crl = Revocation()
                entity.crl?.date = .relative(-5)
                entity.crl?.reason = name == "two" ? 1 : nil
                $0.entities[name] = entity
            }
        }
        #expect(list.entrySummary.count == 2)
        let one = try #require(list.entry(serial: Array("one".utf8)[...], issuer: list.issuerName))
        #expect(one.reason == nil && one.extensions.isEmpty)
        #expect(one.revocationDate == now + -5)
        let two = try #require(list.entry(serial: Array("two".utf8)[...], issuer: list.issuerName))
        #expect(two.reason == .keyCompromise)
        #expect(list.entry(serial: Array("three".utf8)[...], issuer: list.issuerName) == nil)
    }

    @Test func `an entry of a CRL overrides the revocation that the certificate states`() throws {
        let list = try decoded {
            $0.revokes = ["leaf"]
            $0.entries["leaf"] = Revocation()
            $0.entries["leaf"]?.reason = 8
        } _: {
            $0.entities["leaf"]?.serial = [7]
            $0.entities["leaf"]?.crl = Revocation()
            $0.entities["leaf"]?.crl?.reason = 6
        }
        let entry = try #require(list.entry(serial: [7], issuer: list.issuerName))
        #expect(entry.reason == .removeFromCRL)
    }

    @Test func `an indirect CRL names the issuer of another CA's certificate`() throws {
        let (pki, der) = try forged(
            {
                var list = RevocationList(issuer: "root")
                list.revokes = ["intermediate", "leaf"]
                list.scope = RevocationList.Scope()
                list.scope?.isIndirect = true
                return list
            }()
        ) { $0.entities["leaf"]?.serial = [7] }
        let list = try CertificateList(der: der)
        #expect(list.extensions.issuingDistributionPoint?.isIndirect == true)
        #expect(list.entrySummary.count == 2 && list.entrySummary.namesIssuers)
        let certificate = try Certificate(der: pki.certificate("leaf"))
        #expect(list.entry(serial: [7], issuer: certificate.issuerName) != nil)
        #expect(list.entry(serial: [7], issuer: list.issuerName) == nil)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout RevocationList) -> Void
        let check: @Sendable (CertificateList) -> Bool

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "no nextUpdate",
            change: { $0.nextUpdate = nil },
            check: { $0.nextUpdate == nil }
        ),
        Case(
            name: "a late nextUpdate",
            change: { $0.nextUpdate = .absolute(Instant(seconds: 4_102_444_800)) },
            check: { $0.nextUpdate == Instant(seconds: 4_102_444_800) }
        ),
        Case(
            name: "version 1",
            change: { ($0.version, $0.number, $0.authorityKeyID) = (1, nil, .none) },
            check: { $0.version == 1 && $0.extensions.list.isEmpty }
        ),
        Case(
            name: "a large number",
            change: { $0.number = [1, 0, 0] },
            check: { list in list.extensions.number.map { Array(list.der[$0]) } == [1, 0, 0] }
        ),
        Case(
            name: "no number",
            change: { $0.number = nil },
            check: { $0.extensions.number == nil }
        ),
        Case(
            name: "a delta",
            change: { $0.deltaOf = [3] },
            check: { list in
                list.extensions.baseNumber.map { Array(list.der[$0]) } == [3]
                    && list.extensions.list.contains { $0.isCritical }
            }
        ),
        Case(
            name: "a scope",
            change: {
                var scope = RevocationList.Scope()
                scope.names = [.uri("http://crl.test/1")]
                scope.only = [.user]
                scope.reasons = [.keyCompromise, .aACompromise]
                $0.scope = scope
            },
            check: { list in
                guard let scope = list.extensions.issuingDistributionPoint,
                    case .full(let names) = scope.name
                else { return false }
                return names.count == 1 && scope.onlyContainsUserCerts
                    && !scope.onlyContainsCACerts && !scope.isIndirect
                    && scope.onlySomeReasons == ReasonFlags(rawValue: 0x4080)
            }
        ),
        Case(
            name: "an unknown critical extension",
            change: {
                let oid = ObjectIdentifier("1.2.3.4") ?? .keyUsage
                $0.extensions = [.init(oid: oid, critical: true, value: [5, 0])]
            },
            check: { $0.extensions.unknownCriticalExtension != nil }
        ),
        Case(
            name: "a critical number",
            change: { $0.critical = [.crlNumber: true] },
            check: { $0.extensions.list.contains { $0.isCritical } }
        ),
        Case(
            name: "a dropped identifier",
            change: { $0.drop = [.authorityKeyIdentifier] },
            check: { $0.extensions.authorityKeyIdentifier == nil }
        ),
    ]

    @Test(arguments: cases)
    func `encodes every stated field`(_ example: Case) throws {
        let list = try decoded(example.change)
        #expect(example.check(list))
        #expect(try !example.check(decoded()))
    }

    @Test func `every field of a CRL has a path, by which an edit can drop the field`() throws {
        let whole = try decoded(
            {
                $0.scope = RevocationList.Scope()
                $0.scope?.isIndirect = true
            },
            { $0.entities["leaf"]?.crl = Revocation() }
        ).der
        var tree = SignedTree(whole, as: .revocationList)
        #expect(tree.encoded == whole)
        for path in [
            "tbsCertList.version", "signature.algorithm", "issuer[0]", "thisUpdate", "nextUpdate",
            "revokedCertificates[0].userCertificate", "revokedCertificates[0].revocationDate",
            "crlExtensions.cRLNumber.value", "crlExtensions.issuingDistributionPoint",
            "signatureAlgorithm.algorithm", "signatureValue",
        ] {
            try Surgery.check(path: path, in: .revocationList)
            #expect(try !tree.bytes(at: path).isEmpty, "\(path)")
        }
        try tree.drop("tbsCertList.nextUpdate")
        #expect(try CertificateList(der: tree.encoded).nextUpdate == nil)
    }

    @Test func `signs a CRL again after an edit`() throws {
        let drop = Surgery.drop(path: "nextUpdate")
        for (surgery, fits) in [([drop], false), ([drop, .resign], true)] {
            var list = RevocationList(issuer: "intermediate")
            list.raw = surgery
            let (pki, der) = try forged(list)
            let decoded = try CertificateList(der: der)
            #expect(decoded.nextUpdate == nil)
            #expect(try isSigned(decoded, by: pki.members["intermediate"]) == fits)
        }
    }

    @Test func `the error names the invalid entity, extension or path`() throws {
        var list = RevocationList(issuer: "missing")
        #expect(throws: ForgeError.unknownEntity("missing", field: .issuer, of: "crls.list")) {
            _ = try forged(list)
        }
        list = RevocationList(issuer: "root")
        list.revokes = ["missing"]
        #expect(throws: ForgeError.unknownEntity("missing", field: .revokes, of: "crls.list")) {
            _ = try forged(list)
        }
        list = RevocationList(issuer: "root")
        list.drop = [.issuingDistributionPoint]
        #expect(throws: ForgeError.noExtension(entity: "crls.list", .issuingDistributionPoint)) {
            _ = try forged(list)
        }
    }

    @Test func `forges the same bytes twice`() throws {
        let list = RevocationList(issuer: "intermediate")
        let first = try forged(list) { $0.entities["leaf"]?.crl = Revocation() }.list
        #expect(try forged(list) { $0.entities["leaf"]?.crl = Revocation() }.list == first)
        #expect(try forged(list).list != first)
        let digest = try Digest.sha256.hash(first).hex
        #expect(digest == "878b2d5571512b4eb3e84a9611efc189fa102b9dea33679741e72969e34960e9")
    }

    @Test func `encodes distribution points and TLS features`() throws {
        let certificate = try Certificate(
            der: leaf {
                var point = DeclaredPoint()
                point.names = [.uri("http://crl.test/1")]
                point.reasons = [.superseded]
                point.issuer = "root"
                $0.crlDistributionPoints = [point]
                $0.mustStaple = true
            }
        )
        let points = try #require(try certificate.distributionPoints())
        #expect(points.count == 1)
        #expect(points[0].crlIssuer?.count == 1)
        #expect(points[0].reasons == ReasonFlags(rawValue: 0x0800))
        #expect(try certificate.tlsFeatures() == [5])
    }
}
