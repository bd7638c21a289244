import Forge
import Foundation
import TestSupport
import Testing
import X509

/// The seeds of `DecodePEM`: texts and messages that contain forged certificates.
struct PEMSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let forged = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "leaf": Entity(role: .endEntity, issuer: .entity("root")),
        ])
        .forge(seed: 1, at: Instant(seconds: 1_767_225_600))
        let chain = try ["leaf", "root"].map { try #require(forged.members[$0]).certificate }
        let pem = chain.map { PEM.text("CERTIFICATE", $0) }
        let message = signedData(chain)
        let texts = [
            "chain.pem": pem.joined(),
            "text-around.pem": "leaf\n\(pem[0])\r\nroot \n\(pem[1])end",
            "carriage-returns.pem": pem[0].replacing("\n", with: "\r\n"),
            "key-first.pem": PEM.text("PRIVATE KEY", [0x30, 0]) + pem[0],
            "message.pem": PEM.text("PKCS7", message),
            "block-in-block.pem": "-----BEGIN CERTIFICATE-----\n" + pem[0],
            "no-end.pem": String(pem[0].dropLast(8)),
            "empty.pem": "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            "padding.pem": PEM.text("CERTIFICATE", [1]).replacing("==", with: "="),
        ]
        var seeds = texts.mapValues { Array($0.utf8) }
        seeds["message.der"] = message
        seeds["empty-message.der"] = signedData([])
        seeds["cut-message.der"] = message.dropLast(20)
        try expectSeeds(seeds, of: "DecodePEM")
    }
}
