import COpenSSL
import Synchronization

/// Certificates as OpenSSL holds them, decoded once for all that send or verify them.
///
/// OpenSSL 3 decodes a certificate's key when it decodes the certificate, which costs as much as a
/// signature; an intermediate is in hundreds of chains of a run.
package final class LoadedCertificates: Sendable {
    /// A decoded certificate; OpenSSL counts the references of those who use it.
    final class Loaded: @unchecked Sendable {  // immutable after init; OpenSSL locks what it caches
        let pointer: OpaquePointer
        /// Whether libssl sends the bytes that were decoded.
        ///
        /// It decodes more than DER and passes over what follows a certificate.
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

    /// - Parameter capacity: how many certificates are kept, of some KB each. A setup has a handful, so
    ///   that those of a run are mostly among 256.
    package init(capacity: Int = 256) {
        self.capacity = capacity
    }

    /// - Throws: where OpenSSL cannot decode `der`.
    func certificate(_ der: [UInt8]) throws(OpenSSLError) -> Loaded {
        if let loaded = certificates.withLock({ $0[der] }) { return loaded }
        let loaded = try Loaded(der: der)
        certificates.withLock {
            if $0.count >= capacity { $0.removeAll(keepingCapacity: true) }
            $0[der] = loaded
        }
        return loaded
    }

    /// - Throws: where libssl cannot decode `der`, or would send other bytes.
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
