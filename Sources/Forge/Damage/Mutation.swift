import PKIX

/// A word for one kind of damage to a certificate (`mutate:`).
package struct Mutation: Sendable {
    /// The stage at which a certificate is changed.
    package enum Change: Sendable {
        /// Of the fields before they are encoded; the signature covers the change.
        case fields(@Sendable (inout CertificateFields) -> Void)
        /// Of the encoding of the signed part; the signature covers the change.
        case tbs(@Sendable (inout SignedTree) throws(PathFault) -> Void)
        /// Of the finished certificate; the signature is not renewed.
        case finished(@Sendable (inout SignedTree) throws(PathFault) -> Void)
    }

    /// Lower-case words with hyphens; scenario files use it, so it stays.
    package let name: String
    /// Its effect and why that is wrong, in a sentence or two.
    package let about: String
    package let change: Change
    /// Whether a server of libssl can send the certificate, octet for octet, as its own.
    ///
    /// One that OpenSSL cannot decode, would write otherwise, or finds no key in can only be judged
    /// as bytes; where only the key is broken it can still be sent behind another.
    package let isServable: Bool

    init(_ name: String, _ about: String, isServable: Bool = true, _ change: Change) {
        self.name = name
        self.about = about
        self.change = change
        self.isServable = isServable
    }

    /// All mutations, in the order of lists.
    package static let catalogue: [Mutation] =
        ofBasicConstraints + ofUsages + ofNames + ofExtensions + ofSerials + ofVersions + ofTimes
        + ofKeys + ofSignatures + ofEncoding

    /// The mutation of this name.
    package static func named(_ name: String) -> Mutation? { byName[name] }

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
