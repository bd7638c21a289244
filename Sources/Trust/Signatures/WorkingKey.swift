import OpenSSL
import PKIX

/// A certificate's public key with the parameters that hold for it on its path: its own, or for DSA
/// without any those of the nearest issuer above that has some (working_public_key_parameters,
/// RFC 5280 §6.1.4 (d) to (f)).
struct WorkingKey {
    let certificate: Certificate
    /// Whose domain parameters are taken, where they are not the certificate's own.
    private let lender: Certificate?

    /// Nil where the parameters are an issuer's, and none of `issuers`, the certificates above on the
    /// path with the nearest first, has them.
    init?(of certificate: Certificate, below issuers: some Sequence<Certificate>) {
        self.certificate = certificate
        guard certificate.inheritsParameters else {
            lender = nil
            return
        }
        // An issuer of another algorithm ends the line, as §6.1.4 (e) has it.
        guard let lender = issuers.first(where: { !$0.inheritsParameters }),
            lender.hasDSAKey
        else { return nil }
        self.lender = lender
    }

    /// The encoding of subjectPublicKeyInfo, with these parameters.
    var spki: Octets {
        let key = certificate.publicKey
        guard let lender, let parameters = lender.publicKey.algorithm.parameters else {
            return Octets(certificate.der[key.encoding])
        }
        return Octets(
            DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(.dsa)
                        writer.raw(lender.der[parameters])
                    }
                    writer.bitString(certificate.der[key.bits])
                }
            }
        )
    }

    /// Whether its parameters are another certificate's.
    var isInherited: Bool { lender != nil }

    /// Whether OpenSSL should see it under parameters that are another certificate's.
    var isSound: Bool { lender.map { KeyForm.isSound(certificate, under: $0) } ?? false }
}

extension Certificate {
    /// Whether its key is DSA without domain parameters (RFC 3279 §2.3.2).
    var inheritsParameters: Bool {
        guard hasDSAKey else { return false }
        return publicKey.algorithm.parameters.map { der[$0].elementsEqual([0x05, 0x00]) } ?? true
    }

    fileprivate var hasDSAKey: Bool {
        der[publicKey.algorithm.algorithm].elementsEqual(ObjectIdentifier.dsa.content)
    }
}
