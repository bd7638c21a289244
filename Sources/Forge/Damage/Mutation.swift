import Crypto
import X509

/// A named kind of damage to a certificate (`mutate:`).
///
/// ```swift
/// Mutation(
///     "empty-signature",
///     "Leave the signature empty.",
///     gain: .authentication,
///     acceptedAt: [.rootCA],
///     .finished { (tree) throws(PathFault) in try tree.set("signatureValue", [3, 1, 0]) }
/// )
/// ```
package struct Mutation: Sendable {
    /// The stage at which a certificate is changed.
    package enum Change: Sendable {
        /// Changes the fields before encoding; the signature covers the change.
        case fields(@Sendable (inout CertificateFields) -> Void)
        /// Changes the encoding of the signed part; the signature covers the change.
        case tbs(@Sendable (inout SignedTree) throws(PathFault) -> Void)
        /// Changes the block that an RSA key signs by PKCS #1.
        case block(@Sendable (inout PKCS1Block) -> Void)
        /// Changes each signature on the certificate, given the algorithm of the signing key.
        case signature(@Sendable (inout [UInt8], KeyAlgorithm) -> Void)
        /// Changes the finished certificate; the signature is not renewed.
        case finished(@Sendable (inout SignedTree) throws(PathFault) -> Void)
    }

    /// A name in lower case with hyphens; scenario files use it, so it must not change.
    package let name: String
    /// What the mutation changes, as one sentence in the imperative.
    package let about: String
    /// The gain of an attacker if a client accepts exactly this damage.
    package let gain: Gain
    package let change: Change
    /// Whether a libssl server can send the certificate, byte for byte, as the server's
    /// certificate.
    ///
    /// OpenSSL cannot send a certificate that it cannot decode, that it would encode differently,
    /// or whose key it cannot read. Such a certificate can only be given to a party as bytes. A
    /// certificate with only a broken key can still be sent after another certificate.
    package let isServable: Bool
    /// The roles of the certificates in which path validation ignores the damage, so that the path
    /// stays valid.
    package let acceptedAt: Set<Entity.Role>
    /// The roles whose certificates the mutation cannot change in a plain chain.
    package let noPlaceAt: Set<Entity.Role>
    /// The number of the first count of disagreements (docs/campaigns.md) whose campaigns draw the
    /// mutation; a new mutation waits for the next count.
    package let drawnFrom: Int

    init(
        _ name: String,
        _ about: String,
        gain: Gain,
        isServable: Bool = true,
        acceptedAt: Set<Entity.Role> = [],
        noPlaceAt: Set<Entity.Role> = [],
        drawnFrom: Int = 1,
        _ change: Change
    ) {
        (self.name, self.about, self.gain, self.change) = (name, about, gain, change)
        self.isServable = isServable
        (self.acceptedAt, self.noPlaceAt) = (acceptedAt, noPlaceAt)
        self.drawnFrom = drawnFrom
    }

    /// Whether a path stays valid, whichever of its certificates has this damage.
    package var isHarmless: Bool { acceptedAt == .all }

    /// All mutations, in the order in which lists show them.
    package static let catalogue: [Mutation] =
        ofBasicConstraints + ofUsages + ofNames + ofExtensions + ofSerials + ofVersions + ofTimes
        + ofKeys + ofSignatures + ofSignatureNumbers + ofBlocks + ofEncoding

    /// Returns the mutation of this name.
    package static func named(_ name: String) -> Mutation? { byName[name] }

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}

extension Set<Entity.Role> {
    /// The roles of all certificates of a chain.
    static let all: Set = [.rootCA, .intermediateCA, .endEntity]
    static let authorities: Set = [.rootCA, .intermediateCA]
}
