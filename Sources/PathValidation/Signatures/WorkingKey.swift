import Crypto
import X509

/// A certificate's public key with its parameters on the path (working_public_key_parameters, RFC
/// 5280 §6.1.4 (d) to (f)).
///
/// A DSA key without parameters takes the parameters of the nearest issuer above that has
/// parameters.
struct WorkingKey {
    let certificate: Certificate
    /// The certificate that the domain parameters come from; nil if `certificate` has its own
    /// parameters.
    private let source: Certificate?

    /// Returns nil if the key inherits parameters and none of `issuers` has them.
    ///
    /// `issuers` are the certificates above on the path, the nearest first.
    init?(of certificate: Certificate, below issuers: some Sequence<Certificate>) {
        self.certificate = certificate
        guard certificate.inheritsParameters else {
            source = nil
            return
        }
        // An issuer with another algorithm ends the inheritance (RFC 5280 §6.1.4 (e)).
        guard let source = issuers.first(where: { !$0.inheritsParameters }),
            source.hasDSAKey
        else { return nil }
        self.source = source
    }

    /// The encoding of subjectPublicKeyInfo, with the working parameters.
    var spki: Bytes {
        let key = certificate.publicKey
        guard let source, let parameters = source.publicKey.algorithm.parameters else {
            return Bytes(certificate.der[key.encoding])
        }
        return Bytes(
            DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(.dsa)
                        writer.raw(source.der[parameters])
                    }
                    writer.bitString(certificate.der[key.bits])
                }
            }
        )
    }

    /// Whether the parameters come from another certificate.
    var isInherited: Bool { source != nil }

    /// Whether the inherited parameters are valid, so that OpenSSL may decode the key.
    var isSound: Bool { source.map { KeyForm.isSound(certificate, parametersOf: $0) } ?? false }
}

extension Certificate {
    /// Whether the certificate's key is DSA without domain parameters (RFC 3279 §2.3.2).
    var inheritsParameters: Bool {
        guard hasDSAKey else { return false }
        return publicKey.algorithm.parameters.map { der[$0].elementsEqual([0x05, 0x00]) } ?? true
    }

    var hasDSAKey: Bool {
        der[publicKey.algorithm.algorithm].elementsEqual(ObjectIdentifier.dsa.content)
    }
}
