import Crypto
import X509

/// A word for one kind of damage to a certificate (`mutate:`).
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
        /// Of the fields before they are encoded; the signature covers the change.
        case fields(@Sendable (inout CertificateFields) -> Void)
        /// Of the encoding of the signed part; the signature covers the change.
        case tbs(@Sendable (inout SignedTree) throws(PathFault) -> Void)
        /// Of the block that an RSA key signs by PKCS #1.
        case block(@Sendable (inout PKCS1Block) -> Void)
        /// Of each signature on the certificate, with the kind of key that made it.
        case signature(@Sendable (inout [UInt8], KeyAlgorithm) -> Void)
        /// Of the finished certificate; the signature is not renewed.
        case finished(@Sendable (inout SignedTree) throws(PathFault) -> Void)
    }

    /// Lower-case words with hyphens; scenario files use it, so it stays.
    package let name: String
    /// Its effect and why that is wrong, in a sentence or two.
    package let about: String
    /// The gain of an attacker from a client that accepts exactly this.
    package let gain: Gain
    package let change: Change
    /// Whether a server of libssl can send the certificate, byte for byte, as its own.
    ///
    /// One that OpenSSL cannot decode, would write otherwise, or finds no key in can only be judged
    /// as bytes; where only the key is broken it can still be sent after another.
    package let isServable: Bool
    /// The certificates in which path validation ignores it, so that the path stays valid.
    package let acceptedAt: Set<Entity.Role>
    /// The certificates of a plain chain in which it has nothing to change.
    package let noPlaceAt: Set<Entity.Role>

    init(
        _ name: String,
        _ about: String,
        gain: Gain,
        isServable: Bool = true,
        acceptedAt: Set<Entity.Role> = [],
        noPlaceAt: Set<Entity.Role> = [],
        _ change: Change
    ) {
        (self.name, self.about, self.gain, self.change) = (name, about, gain, change)
        self.isServable = isServable
        (self.acceptedAt, self.noPlaceAt) = (acceptedAt, noPlaceAt)
    }

    /// Whether no certificate is refused for it.
    package var isHarmless: Bool { acceptedAt == .all }

    /// All mutations, in the order of lists.
    package static let catalogue: [Mutation] =
        ofBasicConstraints + ofUsages + ofNames + ofExtensions + ofSerials + ofVersions + ofTimes
        + ofKeys + ofSignatures + ofSignatureNumbers + ofBlocks + ofEncoding

    /// The mutation of this name.
    package static func named(_ name: String) -> Mutation? { byName[name] }

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}

extension Set<Entity.Role> {
    /// Every certificate of a chain.
    static let all: Set = [.rootCA, .intermediateCA, .endEntity]
    static let authorities: Set = [.rootCA, .intermediateCA]
}
