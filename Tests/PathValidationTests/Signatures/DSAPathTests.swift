import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Paths with issuers that sign with DSA: root ← upper ← intermediate ← leaf.
@Suite struct DSAPathTests {
    /// An issuer's key and its parameters.
    struct Issuer: Sendable {
        var domain = DSAKey.Domain.standard
        var parameters = DSAKey.Parameters.own
        /// The parameters that the key signs with, if not the stated parameters.
        var signsUnder: DSAKey.Domain?
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The entities with DSA keys; the others have P-256.
        let issuers: [String: Issuer]
        var profile = PathProfile.pathValidation
        /// Whether revocation is checked, with CRLs signed by the same keys.
        var asksRevocation = false
        /// The parameters that the intermediate signs its CRL with, if not the stated parameters.
        var listUnder: DSAKey.Domain?
        /// Whether another certificate of the upper issuer's name is served, so that the path forks
        /// before its parameters are known.
        var forks = false
        /// The expected rejection; nil if the path of four certificates is found.
        var rejection: Rejection?
    }

    private static let own = Issuer()
    private static let absent = Issuer(parameters: .absent)

    @Test(arguments: [
        Case(testDescription: "its own parameters", issuers: ["intermediate": own]),
        Case(
            testDescription: "the issuer's parameters",
            issuers: ["intermediate": absent, "upper": own]
        ),
        Case(
            testDescription: "the parameters of one of two issuers",
            issuers: ["intermediate": absent, "upper": own],
            forks: true
        ),
        Case(
            testDescription: "no parameters in either issuer",
            issuers: ["intermediate": absent],
            forks: true,
            rejection: .badKey(depth: 1)
        ),
        Case(
            testDescription: "NULL for parameters",
            issuers: ["intermediate": Issuer(parameters: .null), "upper": own]
        ),
        Case(
            testDescription: "the anchor's parameters, inherited twice",
            issuers: ["intermediate": absent, "upper": absent, "root": own]
        ),
        Case(
            testDescription: "the nearest of two issuers' parameters",
            issuers: [
                "intermediate": Issuer(domain: .other, parameters: .absent),
                "upper": Issuer(domain: .other), "root": own,
            ]
        ),
        Case(
            testDescription: "the parameters of an issuer with another generator",
            issuers: ["intermediate": absent, "upper": Issuer(domain: .other)],
            rejection: .badSignature(depth: 0)
        ),
        Case(
            testDescription: "a signature with another generator",
            issuers: ["intermediate": Issuer(signsUnder: .other)],
            rejection: .badSignature(depth: 0)
        ),
        Case(
            testDescription: "no parameters below an issuer with another algorithm",
            issuers: ["intermediate": absent],
            rejection: .badKey(depth: 1)
        ),
        Case(
            testDescription: "parameters above an issuer with another algorithm",
            issuers: ["intermediate": absent, "root": own],
            rejection: .badKey(depth: 1)
        ),
        Case(
            testDescription: "no parameters up to the anchor",
            issuers: ["intermediate": absent, "upper": absent, "root": absent],
            rejection: .badKey(depth: 1)
        ),
        Case(
            testDescription: "CRLs with the issuer's parameters",
            issuers: ["intermediate": absent, "upper": own],
            asksRevocation: true
        ),
        Case(
            testDescription: "a CRL with another generator",
            issuers: ["intermediate": absent, "upper": own],
            asksRevocation: true,
            listUnder: .other,
            rejection: .revocationUnknown(.list(.badSignature), depth: 0)
        ),
        Case(
            testDescription: "DSA with the reference policy",
            issuers: ["intermediate": own],
            profile: .reference,
            rejection: .weakKey("DSA of 1024 bits", depth: 1)
        ),
        Case(
            testDescription: "inherited parameters with the reference policy",
            issuers: ["intermediate": absent, "upper": own],
            profile: .reference,
            rejection: .weakKey("DSA with its issuer's parameters", depth: 1)
        ),
        Case(
            testDescription: "DSA with webpki",
            issuers: ["root": own],
            profile: .webpki,
            rejection: .weakKey("DSA of 1024 bits", depth: 3)
        ),
        Case(
            testDescription: "DSA with rfc5280, which uses our strength rule",
            issuers: ["root": own],
            profile: .rfc5280,
            rejection: .weakKey("DSA of 1024 bits", depth: 3)
        ),
    ])
    func `a path with DSA keys gets the expected verdict`(_ test: Case) throws {
        let names = ["leaf", "intermediate", "upper", "root"]
        var setup = Setup()
        setup.addCA("upper", under: "root")
        setup.intermediate.issuer = .entity("upper")
        if test.forks {
            setup.addCA("namesake", under: "root")
            setup["upper"].subject = Name((.commonName, "upper"))
            setup["namesake"].subject = setup["upper"].subject
        }
        for (name, issuer) in test.issuers {
            let key = DSAKey(domain: issuer.domain, scalar: Self.scalar(of: name))
            setup[name].raw = [
                .set(
                    path: "tbsCertificate.subjectPublicKeyInfo",
                    encoding: try key.spki(issuer.parameters)
                )
            ]
        }
        for (name, issuer) in zip(names, names.dropFirst() + ["root"]) {
            guard test.issuers[issuer] != nil else {
                setup[name].raw.append(.resign)
                continue
            }
            setup[name].raw += [
                .set(path: "tbsCertificate.signature", encoding: Self.dsaWithSHA256),
                .set(path: "signatureAlgorithm", encoding: Self.dsaWithSHA256),
            ]
        }
        let lists = names.dropFirst().map { issuer in
            var list = RevocationList(issuer: issuer)
            if test.issuers[issuer] != nil {
                list.raw = [
                    .set(path: "tbsCertList.signature", encoding: Self.dsaWithSHA256),
                    .set(path: "signatureAlgorithm", encoding: Self.dsaWithSHA256),
                ]
            }
            return (issuer, list)
        }
        let forged = try PKI(
            entities: setup.entities,
            lists: Dictionary(uniqueKeysWithValues: lists)
        ).forge(seed: 11, at: Setup.now)
        let chain = try zip(names, names.dropFirst() + ["root"]).map { name, issuer in
            let certificate = try #require(forged.members[name]).certificate
            guard let signer = test.issuers[issuer] else { return certificate }
            return try Self.signed(Certificate(der: certificate), by: issuer, signer)
        }
        let crls = try forged.crls.map { issuer, list in
            guard var signer = test.issuers[issuer] else { return list }
            if issuer == "intermediate" { signer.signsUnder = test.listUnder }
            return try Self.signed(CertificateList(der: list), by: issuer, signer)
        }
        let validator = PathValidator(
            anchors: [try Certificate(der: chain[3])],
            checks: test.profile.checks(),
            revocation: RevocationInputs(test.asksRevocation ? .hardFail : .off, crls: crls),
            cache: SignatureCache()
        )
        let served = chain.dropLast() + [forged.members["namesake"]].compactMap { $0?.certificate }
        let result = validator.evaluate(served, for: setup.identity, at: Setup.now).result
        switch result {
        case .success(let path):
            #expect(test.rejection == nil)
            #expect(path.certificates == chain)
        case .failure(let rejection): #expect(rejection == test.rejection)
        }
    }

    private static let dsaWithSHA256 = hexBytes("300b0609608648016503040302")

    private static func scalar(of name: String) -> UInt8 { UInt8(name.utf8.count) + 100 }

    /// Returns the same certificate, signed with the issuer's DSA key.
    private static func signed(
        _ body: some Signed,
        by name: String,
        _ issuer: Issuer
    ) throws -> [UInt8] {
        let key = DSAKey(domain: issuer.signsUnder ?? issuer.domain, scalar: scalar(of: name))
        let signature = try key.sign(Array(body.der[body.tbs]))
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(body.der[body.tbs])
                writer.raw(body.der[body.outerAlgorithm.encoding])
                writer.bitString(signature)
            }
        }
    }
}
