// Comparison of names according to RFC 5280 §7.1. String preparation uses the standard library:
// lower case, canonical equivalence, inner spaces collapsed and outer spaces removed.
extension EncodedName {
    /// Whether the names have the same relative distinguished names in the same order.
    package func matches(_ other: EncodedName) -> Bool {
        bytes[encoding] == other.bytes[other.encoding]
            || compare(with: other, allowingMore: false)
    }

    /// Whether the names have the same bytes, except for case and blanks in PrintableStrings.
    ///
    /// RFC 3280 §4.1.2.4 required at least this comparison, which is stricter than `matches`.
    package func matchesByBytes(_ other: EncodedName) -> Bool {
        var (mine, theirs) = (attributes, other.attributes)
        while let attribute = mine.next() {
            guard let counterpart = theirs.next(),
                mine.relativeName == theirs.relativeName,
                matchesByBytes(attribute, counterpart, in: other)
            else { return false }
        }
        return theirs.next() == nil && mine.relativeName == theirs.relativeName
    }

    private func matchesByBytes(
        _ mine: Attribute,
        _ theirs: Attribute,
        in other: EncodedName
    ) -> Bool {
        guard bytes[mine.type] == other.bytes[theirs.type], mine.value.tag == theirs.value.tag
        else { return false }
        let (left, right) = (bytes[mine.value.content], other.bytes[theirs.value.content])
        return left == right
            || mine.value.tag == .printableString
                && FoldedBytes(left).elementsEqual(FoldedBytes(right))
    }

    /// Whether this name is `subtree` or below it: it starts with the relative names of `subtree`.
    ///
    /// RFC 5280 §4.2.1.10 and X.501 §12.3 define subtrees in this way.
    package func isWithin(_ subtree: EncodedName) -> Bool {
        subtree.compare(with: self, allowingMore: true)
    }

    /// Whether `other` starts with this name's relative names; `other` may have further relative
    /// names only if `allowingMore`.
    private func compare(with other: EncodedName, allowingMore: Bool) -> Bool {
        // Compare attribute by attribute. Only relative names with several attributes, whose order
        // could differ, are compared as sets.
        var (mine, theirs) = (attributes, other.attributes)
        while let attribute = mine.next() {
            guard let counterpart = theirs.next(), mine.relativeName == theirs.relativeName else {
                return false
            }
            guard matches(attribute, counterpart, in: other) else {
                return hasRelativeNamesOfSeveral
                    && compareSets(with: other, allowingMore: allowingMore)
            }
        }
        guard theirs.next() != nil else {
            return allowingMore || mine.relativeName == theirs.relativeName
        }
        return allowingMore && theirs.isFirstOfName
    }

    private var hasRelativeNamesOfSeveral: Bool {
        var walk = attributes
        while walk.next() != nil {
            if !walk.isFirstOfName { return true }
        }
        return false
    }

    private func compareSets(with other: EncodedName, allowingMore: Bool) -> Bool {
        let mine = relativeNames
        // Read no more of a long name than needed, because a certificate may have hundreds of
        // subtrees.
        let theirs = other.relativeNames(first: mine.count + 1)
        guard allowingMore ? mine.count <= theirs.count : mine.count == theirs.count else {
            return false
        }
        return zip(mine, theirs).allSatisfy { mine, theirs in
            mine.count == theirs.count && counts(of: mine) == other.counts(of: theirs)
        }
    }

    /// Returns how often each attribute occurs.
    ///
    /// Comparing these counts takes no longer than hashing the attributes, even for a hundred
    /// thousand attributes.
    private func counts(of attributes: [Attribute]) -> [Compared: Int] {
        attributes.reduce(into: [:]) { $0[compared($1), default: 0] += 1 }
    }

    /// An attribute in comparable form: matching attributes are equal.
    private struct Compared: Hashable {
        let type: Bytes
        /// The prepared text; nil if the value has no text.
        let text: String?
        /// The encoding of a value without text.
        let encoding: Bytes?
    }

    private func compared(_ attribute: Attribute) -> Compared {
        let text = text(of: attribute.value).map(Self.prepared)
        return Compared(
            type: Bytes(bytes[attribute.type]),
            text: text,
            encoding: text == nil ? Bytes(bytes[attribute.value.encoding]) : nil
        )
    }

    private func matches(_ mine: Attribute, _ theirs: Attribute, in other: EncodedName) -> Bool {
        guard bytes[mine.type] == other.bytes[theirs.type] else { return false }
        if bytes[mine.value.encoding] == other.bytes[theirs.value.encoding] { return true }
        let (left, right) = (bytes[mine.value.content], other.bytes[theirs.value.content])
        if mine.value.tag.isASCIISuperset, theirs.value.tag.isASCIISuperset,
            left.allSatisfy({ $0 < 0x80 }), right.allSatisfy({ $0 < 0x80 })
        {
            return FoldedBytes(left).elementsEqual(FoldedBytes(right))
        }
        guard let left = text(of: mine.value), let right = other.text(of: theirs.value) else {
            return false
        }
        return Self.prepared(left) == Self.prepared(right)
    }

    private static func prepared(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// Returns the value as text; nil if the value has no string type or its bytes do not fit the
    /// type.
    package func text(of value: DERElement) -> String? { Self.text(of: value, in: bytes) }

    /// Returns the value as text, like `text(of:)`, for a character string in `bytes`.
    package static func text(of value: DERElement, in bytes: [UInt8]) -> String? {
        let content = bytes[value.content]
        switch value.tag {
        case .utf8String, .printableString, .ia5String, .visibleString:
            return String(validating: content, as: UTF8.self)
        case .teletexString:
            // The standard says that TeletexString is T.61; certificates have always used Latin-1.
            return String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        case .bmpString:
            guard content.count.isMultiple(of: 2) else { return nil }
            let units = Self.units(content, of: 2).map(UInt16.init(truncatingIfNeeded:))
            return String(validating: units, as: UTF16.self)
        case .universalString:
            guard content.count.isMultiple(of: 4) else { return nil }
            return String(validating: Self.units(content, of: 4), as: UTF32.self)
        default: return nil
        }
    }

    /// Reads big-endian numbers of `size` bytes each.
    private static func units(_ bytes: ArraySlice<UInt8>, of size: Int) -> [UInt32] {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}

extension DERTag {
    /// Whether bytes below 0x80 mean the same in this string type as in UTF-8.
    fileprivate var isASCIISuperset: Bool {
        switch self {
        case .utf8String, .printableString, .ia5String, .visibleString: true
        default: false
        }
    }
}

/// Prepares ASCII for comparison: lower case, inner spaces collapsed, outer spaces removed.
private struct FoldedBytes: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes.drop(while: Self.isSpace)
    }

    mutating func next() -> UInt8? {
        guard let byte = rest.popFirst() else { return nil }
        guard Self.isSpace(byte) else {
            return (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
        }
        rest = rest.drop(while: Self.isSpace)
        return rest.isEmpty ? nil : 0x20
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0d).contains(byte)
    }
}
