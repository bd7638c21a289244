import COpenSSL
import Synchronization

/// A store of certificates as OpenSSL objects, so that each certificate is decoded only once.
///
/// OpenSSL 3 decodes a certificate's key together with the certificate, which takes as long as a
/// signature. One intermediate is in hundreds of chains of a run.
package final class LoadedCertificates: Sendable {
    /// A decoded certificate; OpenSSL counts the references to the certificate.
    final class Loaded: @unchecked Sendable {  // immutable after init; OpenSSL locks what it caches
        let pointer: OpaquePointer
        /// Whether libssl sends exactly the bytes that were decoded.
        ///
        /// libssl accepts more than DER and skips bytes after a certificate.
        fileprivate let isSentAsDecoded: Bool

        fileprivate init(der: [UInt8]) throws(OpenSSLError) {
            let pointer = try owned("d2i_X509") {
                der.withUnsafeBufferPointer { bytes in
                    var start = bytes.baseAddress
                    return d2i_X509(nil, &start, bytes.count)
                }
            }
            var output: UnsafeMutablePointer<UInt8>?
            let count = i2d_X509(pointer, &output)
            defer { shim_OPENSSL_free(output) }
            isSentAsDecoded =
                UnsafeBufferPointer(start: output, count: max(0, Int(count))).elementsEqual(der)
            self.pointer = pointer
        }

        deinit { X509_free(pointer) }
    }

    private let certificates = Mutex<[[UInt8]: Loaded]>([:])
    private let capacity: Int

    /// Makes an empty store.
    ///
    /// - Parameter capacity: the number of certificates to keep, a few KB each; a full store is
    ///   emptied. A setup has few certificates, so 256 cover most of a run.
    package init(capacity: Int = 256) {
        self.capacity = capacity
    }

    /// Returns the certificate with this DER; decodes it unless the store has it.
    ///
    /// - Throws: if OpenSSL cannot decode `der`.
    func certificate(_ der: [UInt8]) throws(OpenSSLError) -> Loaded {
        if let loaded = certificates.withLock({ $0[der] }) { return loaded }
        let loaded = try Loaded(der: der)
        certificates.withLock {
            if $0.count >= capacity { $0.removeAll(keepingCapacity: true) }
            $0[der] = loaded
        }
        return loaded
    }

    /// Returns the certificate with this DER, if libssl would send exactly these bytes.
    ///
    /// - Throws: if libssl cannot decode `der`, or would send other bytes.
    func sendable(_ der: [UInt8]) throws(OpenSSLError) -> Loaded {
        let loaded = try certificate(der)
        guard loaded.isSentAsDecoded else {
            throw OpenSSLError(
                function: "i2d_X509",
                queue: ["libssl would send other bytes than these"]
            )
        }
        return loaded
    }
}
