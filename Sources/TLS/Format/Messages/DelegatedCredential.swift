import Crypto

/// A short-lived key that a certificate's key has signed (RFC 9345 §4).
package struct DelegatedCredential: Hashable, Sendable {
    /// The seconds from the start of the certificate's validity to the credential's end.
    package var validTime: Int
    /// The number of the scheme with which the credential's key signs handshakes.
    package var proofScheme: UInt16
    /// The credential's key, as a DER SubjectPublicKeyInfo.
    package var key: [UInt8]
    /// The number of the scheme with which the certificate's key signed the credential.
    package var scheme: UInt16

    package init(validTime: Int, proofScheme: UInt16, key: [UInt8], scheme: UInt16) {
        (self.validTime, self.proofScheme) = (validTime, proofScheme)
        (self.key, self.scheme) = (key, scheme)
    }

    /// The fields before the signature.
    private var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.put(validTime, bytes: 4)
        bytes += [UInt8](proofScheme)
        bytes.putVector(key, lengthBytes: 3)
        return bytes + [UInt8](scheme)
    }

    /// Returns the bytes that the key of this certificate signs.
    package func signed(under certificate: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0x20, count: 64) + Array("TLS, server delegated credentials".utf8)
            + [0] + certificate + fields
    }

    /// Returns the content of the delegated_credential extension with this signature.
    package func encoded(_ signature: [UInt8]) -> [UInt8] {
        var bytes = fields
        bytes.putVector(signature, lengthBytes: 2)
        return bytes
    }
}

extension ClientHello {
    /// The schemes with which a credential's key may sign, by number (RFC 9345 §4.1.1).
    package var delegatedSchemes: [UInt16] {
        let item = extensions.first { $0.type == Extension.delegatedCredential }
        var data = ByteReader(item?.data ?? [])
        var list = data.nested(2)
        return list?.pairs() ?? []
    }
}
