import PKIX

/// A path that was validated; only `PathValidator` makes one.
package struct VerifiedPath: Hashable, Sendable {
    /// End entity first, the trust anchor last, as DER.
    package let certificates: [[UInt8]]

    init(certificates: [[UInt8]]) {
        self.certificates = certificates
    }
}
