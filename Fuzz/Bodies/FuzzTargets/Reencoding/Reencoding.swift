import X509

/// Encodes decoded values again and ends the process if the result differs from the original.
///
/// DER has one encoding for each value. Encoding runs from the end to the start, so that each
/// length is known when it is needed. It compares bytes instead of storing them, so that it
/// allocates nothing. It shares no code with the parser's reader or writer. If the decoder keeps
/// only the place of a field, the bytes at that place are compared.
struct Reencoding {
    let bytes: [UInt8]
    /// The place of the last byte written; it counts down.
    private(set) var position: Int

    /// Requires that the bytes written by `write` are the bytes of `place`.
    static func require(
        _ place: Range<Int>,
        of bytes: [UInt8],
        _ write: (inout Reencoding) -> Void
    ) {
        var encoding = Reencoding(bytes: bytes, position: place.upperBound)
        write(&encoding)
        invariant(
            encoding.position == place.lowerBound,
            "the element at byte \(place.lowerBound) encodes to other bytes"
        )
    }

    mutating func byte(_ byte: UInt8) {
        position -= 1
        invariant(
            position >= 0 && bytes[position] == byte,
            "byte \(position) is encoded as \(byte)"
        )
    }

    /// Writes the bytes at `place`.
    mutating func bytes(_ place: Range<Int>) {
        guard place.upperBound != position else { return position = place.lowerBound }
        position -= place.count
        invariant(
            position >= 0 && bytes[position..<position + place.count] == bytes[place],
            "the bytes before \(position) differ from those at \(place.lowerBound)"
        )
    }

    /// Writes an element around the bytes that `content` writes.
    mutating func element(_ tag: DERTag, _ content: (inout Reencoding) -> Void) {
        let end = position
        content(&self)
        let length = end - position
        if length < 0x80 {
            byte(UInt8(length))
        } else {
            var (rest, count) = (length, UInt8(0))
            while rest > 0 {
                byte(UInt8(rest & 0xff))
                rest >>= 8
                count += 1
            }
            byte(0x80 | count)
        }
        byte(tag.rawValue)
    }

    /// Writes an element with the bytes at `content`.
    mutating func element(_ tag: DERTag, _ content: Range<Int>) {
        element(tag) { $0.bytes(content) }
    }

    /// Writes the element at `place`, of any type: its content, and its header again.
    mutating func any(_ place: Range<Int>) {
        let content = content(at: place.lowerBound, before: place.upperBound)
        element(DERTag(rawValue: bytes[place.lowerBound]), content)
    }

    /// Requires a sequence of elements of type `tag` at `place`, with lengths in the shortest form.
    ///
    /// Calls `each` with the content of each element. The check reads forward, because the decoder
    /// keeps such a list as one place.
    func requireElements(_ tag: DERTag, _ place: Range<Int>, _ each: (Range<Int>) -> Void) {
        var start = place.lowerBound
        while start < place.upperBound {
            invariant(bytes[start] == tag.rawValue, "wrong type at byte \(start)")
            let content = content(at: start, before: place.upperBound)
            each(content)
            start = content.upperBound
        }
    }

    /// Returns the content of the element at `start`, whose length must be in its shortest form.
    func content(at start: Int, before end: Int) -> Range<Int> {
        var cursor = start + 2
        invariant(start >= 0 && cursor <= end, "no header at byte \(start)")
        var length = Int(bytes[start + 1])
        if length >= 0x80 {
            let count = length & 0x7f
            invariant(
                (1...4).contains(count) && count <= end - cursor,
                "no length at byte \(start)"
            )
            length = bytes[cursor..<cursor + count].reduce(0) { $0 << 8 | Int($1) }
            invariant(
                length >= 0x80 && bytes[cursor] != 0,
                "the length at byte \(start) is longer than necessary"
            )
            cursor += count
        }
        invariant(length <= end - cursor, "the element at byte \(start) ends after \(end)")
        return cursor..<cursor + length
    }
}

// Values.
extension Reencoding {
    /// Writes a BOOLEAN DEFAULT FALSE.
    mutating func flag(_ value: Bool, _ tag: DERTag = .boolean) {
        if value { element(tag) { $0.byte(0xff) } }
    }

    /// Writes an INTEGER from the place of its two's complement bytes.
    mutating func integer(_ place: Range<Int>, _ tag: DERTag = .integer) {
        var place = place
        while place.count > 1, isPadding(at: place.lowerBound) { place = place.dropFirst() }
        element(tag, place)
    }

    private func isPadding(at index: Int) -> Bool {
        bytes[index] == (bytes[index + 1] < 0x80 ? 0x00 : 0xff)
    }

    /// Writes an INTEGER from the place of its magnitude, which must not begin with zero.
    mutating func unsignedInteger(_ place: Range<Int>) {
        invariant(place.first.map { bytes[$0] != 0 } ?? false, "a magnitude begins with zero")
        element(.integer) { writer in
            writer.bytes(place)
            if writer.bytes[place.lowerBound] >= 0x80 { writer.byte(0) }
        }
    }

    /// Writes an INTEGER from a non-negative number.
    mutating func number(_ value: Int, _ tag: DERTag = .integer) {
        element(tag) { writer in
            var rest = value
            repeat {
                writer.byte(UInt8(rest & 0xff))
                rest >>= 8
            } while rest > 0
            // A zero byte keeps the number positive.
            if writer.bytes[writer.position] >= 0x80 { writer.byte(0) }
        }
    }

    /// Writes an OBJECT IDENTIFIER from the place of its content; its arcs must be in the shortest
    /// form.
    mutating func identifier(_ place: Range<Int>, _ tag: DERTag = .objectIdentifier) {
        var startsArc = true
        for index in place {
            invariant(!startsArc || bytes[index] != 0x80, "the arc at byte \(index) is padded")
            startsArc = bytes[index] < 0x80
        }
        invariant(
            startsArc && !place.isEmpty,
            "the last arc at byte \(place.lowerBound) is incomplete"
        )
        element(tag, place)
    }

    /// Writes a BIT STRING of whole bytes.
    mutating func bitString(_ place: Range<Int>) {
        element(.bitString) { writer in
            writer.bytes(place)
            writer.byte(0)
        }
    }

    /// Writes a BIT STRING of named bits without trailing zeros; bit 0 is the highest bit of
    /// `bits`.
    mutating func namedBits(_ bits: UInt16, _ tag: DERTag = .bitString) {
        element(tag) { writer in
            let last = 15 - bits.trailingZeroBitCount
            if last >= 8 { writer.byte(UInt8(bits & 0xff)) }
            if last >= 0 { writer.byte(UInt8(bits >> 8)) }
            writer.byte(last < 0 ? 0 : UInt8(7 - last % 8))
        }
    }

    /// Writes a UTCTime or GeneralizedTime with seconds and Z.
    mutating func time(_ instant: Instant, _ tag: DERTag) {
        let time = CivilTime(instant)
        element(tag) { writer in
            writer.byte(UInt8(ascii: "Z"))
            for part in [time.second, time.minute, time.hour, time.day, time.month] {
                writer.digits(part, count: 2)
            }
            if tag == .utcTime {
                writer.digits(time.year % 100, count: 2)
            } else {
                writer.digits(time.year, count: 4)
            }
        }
    }

    private mutating func digits(_ value: Int, count: Int) {
        var rest = value
        for _ in 0..<count {
            byte(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        invariant(rest == 0, "\(value) has more than \(count) digits")
    }

    /// Writes a Time in the type that RFC 5280 §4.1.2.5 requires for the year.
    mutating func time(_ instant: Instant) {
        time(instant, Self.isOfUTCTime(instant) ? .utcTime : .generalizedTime)
    }

    /// Whether RFC 5280 §4.1.2.5 requires UTCTime, which covers the years 1950 to 2049.
    static func isOfUTCTime(_ instant: Instant) -> Bool {
        (-631_152_000..<2_524_608_000).contains(instant.seconds)
    }
}
