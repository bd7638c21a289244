/// An encoding that is signed as a certificate is: a body, an algorithm and a signature.
package protocol Signed: Sendable {
    /// The whole encoding; the ranges below index it.
    var der: [UInt8] { get }
    /// The encoding of the signed part.
    var tbs: Range<Int> { get }
    /// The outer signatureAlgorithm, which is not signed.
    var outerAlgorithm: AlgorithmIdentifier { get }
    /// The bytes of the signature.
    var signature: Range<Int> { get }
    /// The leniencies used for decoding.
    var rules: DERRules { get }
}

extension Certificate: Signed {}

extension Signed {
    package var rules: DERRules { .strict }

    /// Returns the Name at `encoding`, which was decoded before.
    package func name(at encoding: Range<Int>) -> EncodedName {
        EncodedName(der, at: encoding, rules: rules)
    }

    /// Whether one of `names`, whose ranges refer to `der`, is a directoryName that matches
    /// `wanted`.
    package func names(_ names: [GeneralName], contain wanted: EncodedName) -> Bool {
        names.contains { name in
            if case .directory(let place) = name {
                self.name(at: place).matches(wanted)
            } else {
                false
            }
        }
    }

    /// Returns the identifier whose content bytes are at `range`.
    package func identifier(at range: Range<Int>) -> ObjectIdentifier {
        ObjectIdentifier(content: Array(der[range]))
    }
}
