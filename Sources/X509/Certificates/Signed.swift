/// An encoding that is signed as a certificate is: a body, an algorithm and a signature.
package protocol Signed: Sendable {
    /// The whole encoding; the ranges below index it.
    var der: [UInt8] { get }
    /// The encoding that is signed.
    var tbs: Range<Int> { get }
    /// signatureAlgorithm, outside what is signed.
    var outerAlgorithm: AlgorithmIdentifier { get }
    /// The bytes of the signature.
    var signature: Range<Int> { get }
    /// The leniencies that it was decoded with.
    var rules: DERRules { get }
}

extension Certificate: Signed {}

extension Signed {
    package var rules: DERRules { .strict }

    /// The Name whose encoding is at `encoding`, which was decoded before.
    package func name(at encoding: Range<Int>) -> EncodedName {
        EncodedName(der, at: encoding, rules: rules)
    }

    /// Whether one of `names`, which stand in `der`, is the directoryName `wanted`.
    package func names(_ names: [GeneralName], contain wanted: EncodedName) -> Bool {
        names.contains { name in
            if case .directory(let place) = name {
                self.name(at: place).matches(wanted)
            } else {
                false
            }
        }
    }

    /// The identifier whose content bytes are at `range`.
    package func identifier(at range: Range<Int>) -> ObjectIdentifier {
        ObjectIdentifier(content: Array(der[range]))
    }
}
