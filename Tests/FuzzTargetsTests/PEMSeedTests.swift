import Forge
import Foundation
import PKIX
import TestSupport
import Testing

/// The seeds of `DecodePEM`: texts and messages that contain forged certificates.
struct PEMSeedTests {
    @Test func `the committed seeds are what the forge writes`() throws {
        let forged = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "leaf": Entity(role: .endEntity, issuer: .entity("root")),
        ])
        .forge(seed: 1, at: Instant(seconds: 1_767_225_600))
        let chain = try ["leaf", "root"].map { try #require(forged.members[$0]).certificate }
        let pem = chain.map { PEM.text("CERTIFICATE", $0) }
        let message = message(chain)
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
        seeds["empty-message.der"] = self.message([])
        seeds["cut-message.der"] = message.dropLast(20)
        try expectSeeds(seeds, of: "DecodePEM")
    }

    /// A SignedData without signatures that carries these certificates (RFC 5652 §5.1).
    private func message(_ certificates: [[UInt8]]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.signedData)
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.integer(1)
                        writer.constructed(.set) { _ in }
                        writer.constructed(.sequence) { writer in
                            // 1.2.840.113549.1.7.1, data.
                            writer.objectIdentifier(
                                ObjectIdentifier(
                                    content: ObjectIdentifier.signedData.content.dropLast() + [1]
                                )
                            )
                        }
                        writer.constructed(.context(0, constructed: true)) { writer in
                            certificates.forEach { writer.raw($0) }
                        }
                        writer.constructed(.set) { _ in }
                    }
                }
            }
        }
    }
}
