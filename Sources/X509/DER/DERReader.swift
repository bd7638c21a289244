/// Reads DER strictly: shortest definite lengths, tag numbers up to 30, nothing after the end.
///
/// X.690 §10.1 requires this strictness; `rules` can allow exceptions.
///
/// A reader walks the elements of one level; `inside(_:)` opens the next level. The reader copies
/// no content: an element is two ranges into `bytes`.
///
/// ```swift
/// var reader = DERReader([0x30, 0x03, 0x02, 0x01, 0x05])
/// var inner = try reader.inside(reader.next(.sequence))
/// try reader.finish()
/// try inner.integer()  // 4..<5
/// ```
package struct DERReader: Sendable {
    /// The deepest nesting of elements.
    ///
    /// Certificates need at most a dozen levels. The limit makes recursive walks safe.
    package static let maximumDepth = 32

    package let bytes: [UInt8]
    /// The allowed leniencies.
    package let rules: DERRules
    /// The offset of the next element in `bytes`.
    package private(set) var position: Int
    private(set) var end: Int
    private var depth: Int

    /// Makes a reader of all of `bytes`.
    package init(_ bytes: [UInt8], rules: DERRules = .strict) {
        self.init(bytes, position: 0, end: bytes.count, depth: 0, rules)
    }

    /// Makes a reader of the elements in `range`, such as the content of an OCTET STRING with DER.
    ///
    /// A range outside `bytes` is cut.
    package init(_ bytes: [UInt8], in range: Range<Int>, rules: DERRules = .strict) {
        let range = range.clamped(to: bytes.indices)
        self.init(bytes, position: range.lowerBound, end: range.upperBound, depth: 0, rules)
    }

    private init(_ bytes: [UInt8], position: Int, end: Int, depth: Int, _ rules: DERRules) {
        self.bytes = bytes
        self.rules = rules
        self.position = position
        self.end = end
        self.depth = depth
    }

    package var isAtEnd: Bool { position >= end }

    /// The next element's tag, unread; nil at the end.
    package var nextTag: DERTag? { isAtEnd ? nil : DERTag(rawValue: bytes[position]) }

    /// Reads the next element of any tag.
    package mutating func next() throws(DERError) -> DERElement {
        let start = position
        guard start < end else { throw DERError(.truncated, at: start) }
        let content = try readContent()
        return DERElement(
            tag: DERTag(rawValue: bytes[start]),
            header: start..<content.lowerBound,
            content: content
        )
    }

    /// Reads the next element, which must have this tag.
    package mutating func next(_ tag: DERTag) throws(DERError) -> DERElement {
        let start = position
        let content = try content(tag)
        return DERElement(tag: tag, header: start..<content.lowerBound, content: content)
    }

    /// Reads the next element, which must have this tag, and returns its content range.
    package mutating func content(_ tag: DERTag) throws(DERError) -> Range<Int> {
        guard nextTag == tag else { throw DERError(.unexpectedTag, at: position) }
        return try readContent()
    }

    /// Reads the next element if it has this tag.
    package mutating func nextIfPresent(_ tag: DERTag) throws(DERError) -> DERElement? {
        nextTag == tag ? try next() : nil
    }

    /// The reader's state before `enter(_:)`, for `leave(_:)`.
    struct Level {
        fileprivate let position: Int
        fileprivate let end: Int
        fileprivate let depth: Int
    }

    /// Continues inside the next element, which must have this tag, until `leave(_:)`.
    ///
    /// This function does the same as `inside(_:)`, but faster: a second reader would need a
    /// reference count. If an error is thrown before `leave(_:)`, the reader stays inside.
    @inline(__always)
    mutating func enter(_ tag: DERTag) throws(DERError) -> Level {
        let start = position
        let content = try content(tag)
        return try enter(content, from: start)
    }

    /// Continues inside the next element, which must not be empty, as `enter(_:)` does.
    @inline(__always)
    mutating func enter(list tag: DERTag) throws(DERError) -> Level {
        let start = position
        let content = try content(tag)
        guard !content.isEmpty || rules.contains(.emptyLists) else {
            throw DERError(.emptySequence, at: start)
        }
        return try enter(content, from: start)
    }

    /// Continues inside `element`, the last element that was read, until `leave(_:)`.
    @inline(__always)
    mutating func enter(_ element: DERElement) throws(DERError) -> Level {
        try enter(element.content, from: element.header.lowerBound)
    }

    @inline(__always)
    private mutating func enter(_ content: Range<Int>, from start: Int) throws(DERError) -> Level {
        guard depth < Self.maximumDepth else { throw DERError(.tooDeep, at: start) }
        return enter(content)
    }

    /// Continues at `content`, such as the content of an OCTET STRING with DER, until `leave(_:)`
    /// or `abandon(_:)`.
    @inline(__always)
    mutating func enter(_ content: Range<Int>) -> Level {
        let outer = Level(position: position, end: end, depth: depth)
        (position, end, depth) = (content.lowerBound, content.upperBound, depth + 1)
        return outer
    }

    /// Requires that the whole entered element was read, and continues after the element.
    @inline(__always)
    mutating func leave(_ outer: Level) throws(DERError) {
        assert(depth == outer.depth + 1, "an entered element was not left")
        try finish()
        abandon(outer)
    }

    /// Continues after the entered element, even if part of it is unread.
    @inline(__always)
    mutating func abandon(_ outer: Level) {
        (position, end, depth) = (outer.position, outer.end, outer.depth)
    }

    /// Makes a reader of the content of `element`, one level deeper.
    package func inside(_ element: DERElement) throws(DERError) -> DERReader {
        guard depth < Self.maximumDepth else {
            throw DERError(.tooDeep, at: element.header.lowerBound)
        }
        return DERReader(
            bytes,
            position: element.content.lowerBound,
            end: element.content.upperBound,
            depth: depth + 1,
            rules
        )
    }

    /// Reads SEQUENCE OF or SET OF: the next element, which must have this tag, and its entries.
    ///
    /// There must be at least one entry. The order of a SET OF is not checked here.
    package mutating func list<Entry>(
        _ tag: DERTag = .sequence,
        of read: (inout DERReader) throws(DERError) -> Entry
    ) throws(DERError) -> [Entry] {
        var entries: [Entry] = []
        _ = try forEach(tag) { reader throws(DERError) in entries.append(try read(&reader)) }
        return entries
    }

    /// Reads SEQUENCE OF or SET OF as `list(_:of:)` does, without keeping the results of `read`.
    ///
    /// Returns the range of all entries.
    package mutating func forEach(
        _ tag: DERTag = .sequence,
        _ read: (inout DERReader) throws(DERError) -> Void
    ) throws(DERError) -> Range<Int> {
        let outer = try enter(list: tag)
        let start = position
        var index = 0
        while !isAtEnd {
            try entry(index, read(&self))
            index += 1
        }
        let content = start..<position
        try leave(outer)
        return content
    }

    /// Requires that the second of two entries of a SET OF is not below the first (X.690 §11.6).
    func requireOrder(_ first: Range<Int>, _ second: Range<Int>) throws(DERError) {
        guard bytes[second].lexicographicallyPrecedes(bytes[first]), !rules.contains(.unsortedSets)
        else { return }
        throw DERError(.unsortedSet, at: second.lowerBound)
    }

    /// Reads `[number] EXPLICIT` and returns the result of `read`; nil if the next element has
    /// another tag.
    package mutating func explicit<Value>(
        _ number: UInt8,
        _ read: (inout DERReader) throws(DERError) -> Value
    ) throws(DERError) -> Value? {
        let tag = DERTag.context(number, constructed: true)
        guard nextTag == tag else { return nil }
        let outer = try enter(tag)
        let value = try read(&self)
        try leave(outer)
        return value
    }

    /// Requires that everything was read.
    package func finish() throws(DERError) {
        guard isAtEnd else { throw DERError(.trailingBytes, at: position) }
    }

    /// Reads the element at `position`, which is not the end, and returns its content range.
    @inline(__always)
    private mutating func readContent() throws(DERError) -> Range<Int> {
        let start = position
        guard bytes[start] & 0x1f != 0x1f else { throw DERError(.highTagNumber, at: start) }
        var cursor = start + 1
        guard cursor < end else { throw DERError(.truncated, at: cursor) }
        let first = bytes[cursor]
        cursor += 1
        let length = first < 0x80 ? Int(first) : try readLongLength(first, &cursor)
        guard length <= end - cursor else { throw DERError(.truncated, at: start) }
        position = cursor + length
        return cursor..<position
    }

    /// Reads a length in the long form (X.690 §8.1.3, restricted by §10.1); its first byte is
    /// before `cursor`.
    private func readLongLength(_ first: UInt8, _ cursor: inout Int) throws(DERError) -> Int {
        let start = cursor - 1
        guard first != 0x80 else { throw DERError(.indefiniteLength, at: start) }
        let count = Int(first & 0x7f)
        guard count <= 4 else { throw DERError(.lengthTooLarge, at: start) }
        guard count <= end - cursor else { throw DERError(.truncated, at: start) }
        var length = 0
        for index in cursor..<cursor + count {
            length = length << 8 | Int(bytes[index])
        }
        guard bytes[cursor] != 0 && length >= 0x80 || rules.contains(.longLengths) else {
            throw DERError(.nonMinimalLength, at: start)
        }
        cursor += count
        return length
    }
}
