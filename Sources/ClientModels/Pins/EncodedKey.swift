import X509

extension Certificate {
    /// The key as a library encodes it again, with the NULL of RSA's parameters that a certificate
    /// may omit: OpenJDK's `PublicKey.getEncoded` (rsa/RSAPublicKeyImpl.java), GnuTLS's
    /// `gnutls_pubkey_export`, Mbed TLS's `mbedtls_pk_write_pubkey_der`.
    var encodedKey: [UInt8] {
        let withoutNull = AlgorithmIdentifier.encoding(of: .rsaEncryption)
        guard der[publicKey.algorithm.encoding].elementsEqual(withoutNull) else {
            return Array(der[spki])
        }
        let null = AlgorithmIdentifier.null
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(AlgorithmIdentifier.encoding(of: .rsaEncryption, parameters: null))
                writer.bitString(der[publicKey.bits])
            }
        }
    }
}
