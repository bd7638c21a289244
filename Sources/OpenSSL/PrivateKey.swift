import COpenSSL

/// A private key that signs; shared and immutable.
package final class PrivateKey: @unchecked Sendable {  // immutable after init
    let pointer: OpaquePointer
    /// The DER `SubjectPublicKeyInfo` of its public half.
    package let spki: [UInt8]

    init(owning pointer: OpaquePointer, spki: [UInt8]) {
        self.pointer = pointer
        self.spki = spki
    }

    deinit { EVP_PKEY_free(pointer) }
}
