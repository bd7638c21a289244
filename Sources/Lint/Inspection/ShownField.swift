import X509

/// A field of an encoding as `inspect` shows it.
package struct ShownField {
    package enum Value: Hashable {
        /// Words of ours, or hostile text.
        case text(String)
        /// Bytes of the encoding.
        case bytes(Range<Int>)
    }

    /// The field's name in its module; `[3]` for a part that has none.
    package let name: String
    /// Of the whole element, in bytes from the start of the encoding.
    package let place: Range<Int>
    /// Of an extension, whether it is critical; nil for anything else.
    package var isCritical: Bool?
    package var value: Value?
    package var fields: [ShownField] = []
    /// How many more `fields` there are.
    package var omitted = 0
    /// Whether it is the innermost field that holds what does not decode.
    package var isFaulty = false

    /// The field of this name around these bytes, among this one and its parts.
    package func field(_ name: String, around bytes: Range<Int>) -> ShownField? {
        guard place.lowerBound <= bytes.lowerBound, bytes.upperBound <= place.upperBound else {
            return nil
        }
        if self.name == name { return self }
        return fields.lazy.compactMap { $0.field(name, around: bytes) }.first
    }
}
