import Crypto
import Testing
import X509

@testable import Forge

/// Declared OCSP responses, decoded by the decoder that path validation uses.
@Suite struct StatusResponseTests {
    private func forged(
        _ change: (inout StatusResponse) -> Void = { _ in },
        _ setup: (inout PKI) -> Void = { _ in }
    ) throws -> (pki: ForgedPKI, response: [UInt8]) {
        var response = StatusResponse()
        change(&response)
        let pki = try baselineSetup {
            $0.entities["leaf"]?.serial = [7]
            $0.entities["leaf"]?.ocsp = response
            var responder = Entity(role: .endEntity, issuer: .entity("intermediate"))
            responder.extendedKeyUsage = [.ocspSigning]
            $0.entities["responder"] = responder
            setup(&$0)
        }.forge(seed: 1, at: now)
        return (pki, try #require(pki.responses["leaf"]))
    }

    private func isSigned(
        _ response: BasicOCSPResponse,
        by signer: ForgedPKI.Member?
    ) throws -> Bool {
        try PublicKey(spki: #require(signer).key.spki).verifies(
            Array(response.der[response.signature]),
            over: response.der[response.tbs],
            by: .ecdsa(.sha256)
        )
    }

    private func basic(_ der: [UInt8]) throws -> BasicOCSPResponse {
        try #require(try OCSPResponse(der: der).basic)
    }

    @Test func `forges a good response by default`() throws {
        let (pki, der) = try forged()
        let response = try basic(der)
        let issuer = try #require(pki.members["intermediate"])
        let single = try #require(response.responses.first)
        #expect(response.responses.count == 1)
        #expect(single.status == .good)
        #expect(single.thisUpdate == now + -43_200)
        #expect(single.nextUpdate == now + 302_400)
        #expect(response.producedAt == now + -43_200)
        #expect(Array(der[single.certificate.serial]) == [7])
        let nameHash = try Digest.sha1.hash(issuer.subject)
        #expect(Array(der[single.certificate.issuerNameHash]) == nameHash)
        // The key's identifier is the same digest of the same bits (RFC 5280 §4.2.1.2 (1)).
        #expect(Array(der[single.certificate.issuerKeyHash]) == issuer.keyIdentifier)
        guard case .name(let name) = response.responder else {
            Issue.record("not by name")
            return
        }
        #expect(Array(der[name]) == issuer.subject)
        #expect(response.certificates.isEmpty)
        #expect(try isSigned(response, by: issuer))
    }

    @Test func `a response signed by a delegate includes the delegate's certificate`() throws {
        let (pki, der) = try forged {
            $0.signer = "responder"
            $0.responderID = .key
        }
        let response = try basic(der)
        let responder = try #require(pki.members["responder"])
        #expect(response.certificates.map { Array(der[$0]) } == [responder.certificate])
        guard case .key(let key) = response.responder else {
            Issue.record("not by key")
            return
        }
        #expect(Array(der[key]) == responder.keyIdentifier)
        #expect(try isSigned(response, by: responder))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout StatusResponse) -> Void
        let status: SingleOCSPResponse.Status

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "revoked",
            change: { $0.status = .revoked },
            status: .revoked(at: now + -64_800, reason: nil)
        ),
        Case(
            name: "revoked at a time for a reason",
            change: {
                $0.status = .revoked
                $0.date = .relative(-5)
                $0.reason = 4
            },
            status: .revoked(at: now + -5, reason: .superseded)
        ),
        Case(name: "unknown", change: { $0.status = .unknown }, status: .unknown),
    ]

    @Test(arguments: cases)
    func `encodes the status`(_ example: Case) throws {
        #expect(try basic(forged(example.change).response).responses[0].status == example.status)
    }

    @Test(arguments: [
        (StatusResponse.Status.malformedRequest, OCSPResponse.Status.malformedRequest),
        (.internalError, .internalError), (.tryLater, .tryLater),
        (.sigRequired, .signatureRequired), (.unauthorized, .unauthorized),
    ])
    func `encodes an error without a response`(
        status: StatusResponse.Status,
        expected: OCSPResponse.Status
    ) throws {
        let response = try OCSPResponse(der: forged { $0.status = status }.response)
        #expect(response.status == expected)
        #expect(response.basic == nil)
    }

    @Test func `one response states the status of several certificates`() throws {
        let (_, der) = try forged {
            $0.of = ["other", "leaf"]
            $0.status = .revoked
            $0.nextUpdate = nil
            $0.producedAt = .relative(-1)
            $0.hash = .sha256
        } _: {
            var other = Entity(role: .endEntity, issuer: .entity("intermediate"))
            other.serial = [9]
            $0.entities["other"] = other
        }
        let response = try basic(der)
        #expect(response.producedAt == now + -1)
        #expect(response.responses.map { Array(der[$0.certificate.serial]) } == [[9], [7]])
        #expect(response.responses[0].status == .good)
        #expect(response.responses[1].status == .revoked(at: now + -64_800, reason: nil))
        #expect(response.responses.allSatisfy { $0.nextUpdate == nil })
        #expect(response.responses[0].certificate.issuerKeyHash.count == 32)
    }

    @Test func `an edit by path can change any field`() throws {
        let whole = try forged { $0.signer = "responder" }.response
        var tree = SignedTree(whole, as: .statusResponse)
        #expect(tree.encoded == whole)
        for path in [
            "responseStatus", "responseBytes.responseType", "tbsResponseData.responderID",
            "producedAt", "responses[0].certID.serialNumber", "responses[0].certStatus",
            "responses[0].thisUpdate", "responses[0].nextUpdate.value",
            "responseBytes.response.signatureAlgorithm", "signature", "certs",
        ] {
            try Surgery.check(path: path, in: .statusResponse)
            #expect(try !tree.bytes(at: path).isEmpty, "\(path)")
        }
        try tree.drop("certs")
        #expect(try basic(tree.encoded).certificates.isEmpty)
    }

    @Test func `signs an OCSP response again after an edit`() throws {
        let drop = Surgery.drop(path: "responses[0].nextUpdate")
        for (surgery, fits) in [([drop], false), ([drop, .resign], true)] {
            let (pki, der) = try forged { $0.raw = surgery }
            let response = try basic(der)
            #expect(response.responses[0].nextUpdate == nil)
            #expect(try isSigned(response, by: pki.members["intermediate"]) == fits)
        }
    }

    @Test func `the error names an entity that does not exist`() throws {
        let cases: [((inout StatusResponse) -> Void, ForgeError.Reference)] = [
            ({ $0.signer = "missing" }, .signer), ({ $0.responder = "missing" }, .responder),
            ({ $0.of = ["missing"] }, .of), ({ $0.certificates = ["missing"] }, .certificates),
        ]
        for (change, field) in cases {
            #expect(throws: ForgeError.unknownEntity("missing", field: field, of: "leaf.ocsp")) {
                _ = try forged(change)
            }
        }
    }

    @Test func `forges the same bytes twice`() throws {
        let first = try forged().response
        #expect(try forged().response == first)
        let digest = try Digest.sha256.hash(first).hex
        #expect(digest == "115bab4832a1c6c777075c1ed18ccdb79b3c7323d4d6c5edb6404a8d1d2ebd88")
    }

    @Test func `the copy of a certificate does not inherit its OCSP response`() throws {
        let pki = try forged(
            { $0.status = .revoked },
            {
                var copy = Entity(role: .endEntity, issuer: .entity("intermediate"))
                copy.copy = "leaf"
                $0.entities["copy"] = copy
                $0.entities["leaf"]?.mustStaple = true
            }
        ).pki
        #expect(pki.responses["copy"] == nil)
        #expect(try Certificate(der: pki.certificate("copy")).tlsFeatures() == [5])
    }
}
