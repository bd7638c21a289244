import X509

/// A field of an encoding as `inspect` shows it.
package struct ShownField {
    package enum Value: Hashable {
        /// Hatpin's own words, or untrusted text from the encoding.
        case text(String)
        /// Bytes of the encoding.
        case bytes(Range<Int>)
    }

    /// The field's name in its ASN.1 module; `[3]` for a part without a name.
    package let name: String
    /// The range of the whole element, in bytes from the start of the encoding.
    package let place: Range<Int>
    /// Whether an extension is critical; nil for other fields.
    package var isCritical: Bool?
    package var value: Value?
    package var fields: [ShownField] = []
    /// The number of further `fields` that are not shown.
    package var omitted = 0
    /// Whether the field is the innermost field that contains the decoding error.
    package var isFaulty = false

    /// Returns the field with this name around these bytes, among this field and its parts.
    package func field(_ name: String, around bytes: Range<Int>) -> ShownField? {
        guard place.lowerBound <= bytes.lowerBound, bytes.upperBound <= place.upperBound else {
            return nil
        }
        if self.name == name { return self }
        return fields.lazy.compactMap { $0.field(name, around: bytes) }.first
    }
}
