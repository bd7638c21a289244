// The primitive types of certificates. Each reads the next element, which must be of the type, and
// returns a value or the place of one.
extension DERReader {
    /// BOOLEAN; true is ff (X.690 §11.1).
    package mutating func boolean(_ tag: DERTag = .boolean) throws(DERError) -> Bool {
        let content = try next(tag).content
        guard content.count == 1, [0x00, 0xff].contains(bytes[content.lowerBound]) else {
            throw DERError(.badBoolean, at: content.lowerBound)
        }
        return bytes[content.lowerBound] == 0xff
    }

    /// BOOLEAN DEFAULT FALSE: absent or ff (X.690 §11.5).
    package mutating func booleanDefaultFalse(
        _ tag: DERTag = .boolean
    ) throws(DERError) -> Bool {
        guard nextTag == tag else { return false }
        let start = position
        guard try boolean(tag) else { throw DERError(.encodedDefault, at: start) }
        return true
    }

    /// INTEGER in its shortest form (X.690 §8.3.2); the place of its two's complement octets.
    package mutating func integer(_ tag: DERTag = .integer) throws(DERError) -> Range<Int> {
        let content = try next(tag).content
        guard let first = content.first else { throw DERError(.badInteger, at: content.lowerBound) }
        if content.count > 1 {
            let padding = bytes[first + 1] & 0x80 == 0 ? 0x00 : 0xff
            guard bytes[first] != padding else { throw DERError(.badInteger, at: first) }
        }
        return content
    }

    /// INTEGER (0..MAX); what exceeds `Int` is `Int.max`, which no length or count reaches.
    package mutating func nonNegativeInteger(_ tag: DERTag = .integer) throws(DERError) -> Int {
        let content = try integer(tag)
        guard bytes[content.lowerBound] & 0x80 == 0 else {
            throw DERError(.badInteger, at: content.lowerBound)
        }
        guard content.count <= MemoryLayout<Int>.size else { return Int.max }
        return bytes[content].reduce(0) { $0 << 8 | Int($1) }
    }

    /// INTEGER above zero; the place of its magnitude, without leading zeros.
    mutating func positiveInteger() throws(DERError) -> Range<Int> {
        let content = try integer()
        let first = bytes[content.lowerBound]
        let magnitude = first == 0 ? content.dropFirst() : content
        guard first < 0x80, !magnitude.isEmpty else {
            throw DERError(.badInteger, at: content.lowerBound)
        }
        return magnitude
    }

    /// OBJECT IDENTIFIER, its arcs complete and unpadded (X.690 §8.19.2); the place of its content.
    package mutating func objectIdentifier(
        _ tag: DERTag = .objectIdentifier
    ) throws(DERError) -> Range<Int> {
        let content = try next(tag).content
        var startsArc = true
        for index in content {
            guard !(startsArc && bytes[index] == 0x80) else {
                throw DERError(.badObjectIdentifier, at: index)
            }
            startsArc = bytes[index] & 0x80 == 0
        }
        guard startsArc, !content.isEmpty else {
            throw DERError(.badObjectIdentifier, at: content.lowerBound)
        }
        return content
    }

    /// BIT STRING whose unused bits, at most seven, are zero (X.690 §11.2.1).
    ///
    /// - Returns: the place of its octets, and how many bits of the last one are unused.
    package mutating func bitString(
        _ tag: DERTag = .bitString
    ) throws(DERError) -> (octets: Range<Int>, unused: Int) {
        let content = try next(tag).content
        guard let first = content.first else {
            throw DERError(.badBitString, at: content.lowerBound)
        }
        let octets = first + 1..<content.upperBound
        let unused = bytes[first]
        guard unused <= 7, unused == 0 || !octets.isEmpty,
            octets.isEmpty || bytes[octets.upperBound - 1] & (1 << unused - 1) == 0
        else { throw DERError(.badBitString, at: first) }
        return (octets, Int(unused))
    }

    /// BIT STRING of nine named bits, at least one of them set, as key usages and reasons are: bit 0
    /// is the highest.
    mutating func nineNamedBits(_ tag: DERTag = .bitString) throws(DERError) -> UInt16 {
        let start = position
        let (octets, unused) = try bitString(tag)
        // Named bits end with the last that is set (X.690 §11.2.2).
        guard (1...2).contains(octets.count),
            bytes[octets.upperBound - 1] & (1 << unused) != 0,
            octets.count == 1 || unused == 7
        else { throw DERError(.badBitString, at: start) }
        let second = octets.count == 2 ? bytes[octets.lowerBound + 1] : 0
        return UInt16(bytes[octets.lowerBound]) << 8 | UInt16(second)
    }

    /// BIT STRING of whole octets, as keys and signatures are.
    package mutating func octetAlignedBits(
        _ tag: DERTag = .bitString
    ) throws(DERError) -> Range<Int> {
        let start = position
        let (octets, unused) = try bitString(tag)
        guard unused == 0 else { throw DERError(.badBitString, at: start) }
        return octets
    }

    /// The place of an IA5String's octets, all below 80.
    package mutating func ia5String(_ tag: DERTag = .ia5String) throws(DERError) -> Range<Int> {
        let content = try next(tag).content
        guard let high = content.first(where: { bytes[$0] >= 0x80 }) else { return content }
        throw DERError(.badString, at: high)
    }
}

// RFC 5280 §4.1.2.5.
extension DERReader {
    /// UTCTime for the years 1950 to 2049, GeneralizedTime from 2050 on, both to the second and in
    /// Zulu.
    package mutating func time() throws(DERError) -> Instant {
        nextTag == .utcTime
            ? try time(.utcTime, yearDigits: 2, from: 1950)
            : try time(.generalizedTime, yearDigits: 4, from: 2050)
    }

    /// GeneralizedTime of any year, to the second and in Zulu (RFC 5280 §5.3.2, RFC 6960 §4.2.1).
    package mutating func generalizedTime() throws(DERError) -> Instant {
        try time(.generalizedTime, yearDigits: 4, from: 0)
    }

    /// UTCTime, or GeneralizedTime of any year: CAs must not write it before 2050, and whoever uses
    /// certificates must be able to read it.
    ///
    /// - Returns: the time, and where it is GeneralizedTime of a year before 2050, its place.
    package mutating func anyTime() throws(DERError) -> (instant: Instant, misencoded: Int?) {
        guard nextTag == .generalizedTime else { return (try time(), nil) }
        let instant = try generalizedTime()
        // The 15 characters are just behind.
        return (instant, instant < Self.endOfUTCTime ? position - 15 : nil)
    }

    /// 2050-01-01T00:00:00Z.
    private static let endOfUTCTime = Instant(seconds: 2_524_608_000)

    private mutating func time(
        _ tag: DERTag,
        yearDigits: Int,
        from firstYear: Int
    ) throws(DERError) -> Instant {
        let element = try next(tag)
        let start = element.content.lowerBound
        guard element.content.count == yearDigits + 11,
            bytes[element.content.upperBound - 1] == UInt8(ascii: "Z"),
            var year = decimal(start, digits: yearDigits),
            let month = decimal(start + yearDigits, digits: 2),
            let day = decimal(start + yearDigits + 2, digits: 2),
            let hour = decimal(start + yearDigits + 4, digits: 2),
            let minute = decimal(start + yearDigits + 6, digits: 2),
            let second = decimal(start + yearDigits + 8, digits: 2)
        else { throw DERError(.badTime, at: start) }
        if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }  // §4.1.2.5.1
        guard year >= firstYear else { throw DERError(.badTime, at: start) }
        let civil = CivilTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        guard let instant = civil.instant else { throw DERError(.badTime, at: start) }
        return instant
    }

    private func decimal(_ start: Int, digits: Int) -> Int? {
        var value = 0
        for octet in bytes[start..<start + digits] {
            guard (0x30...0x39).contains(octet) else { return nil }
            value = value * 10 + Int(octet - 0x30)
        }
        return value
    }
}
