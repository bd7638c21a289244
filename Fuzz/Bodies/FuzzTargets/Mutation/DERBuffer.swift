/// Bytes at the start of a caller's memory, edited in place.
struct DERBuffer {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// The number of bytes in use.
    private(set) var count: Int

    /// Creates a buffer of the first `count` bytes of `memory`; the rest is room to grow.
    init(_ memory: UnsafeMutableBufferPointer<UInt8>, count: Int) {
        self.memory = memory
        self.count = min(count, memory.count)
    }

    /// Returns `bytes`, cut to `size`, after an edit in `size` bytes of memory.
    static func edited(
        _ bytes: [UInt8],
        upTo size: Int,
        _ edit: (inout DERBuffer) -> Void
    ) -> [UInt8] {
        Array(unsafeUninitializedCapacity: size) { memory, count in
            count = memory.update(fromContentsOf: bytes.prefix(size))
            var buffer = DERBuffer(memory, count: count)
            edit(&buffer)
            count = buffer.count
        }
    }

    /// The bytes in use.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: memory[..<count]) }

    subscript(index: Int) -> UInt8 {
        get { memory[index] }
        nonmutating set { memory[index] = newValue }
    }

    subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: memory[range])
    }

    /// The number of bytes that still fit.
    var room: Int { memory.count - count }

    /// Mutates the bytes with a function that gets all of the memory and returns the new count.
    mutating func mutate(by raw: LibFuzzerMutate) {
        count = max(0, min(raw(memory.baseAddress, count, memory.count), memory.count))
    }

    /// Replaces `range`, which lies in the element `parent`, and corrects the lengths of all
    /// enclosing elements.
    ///
    /// - Parameters:
    ///   - range: bytes inside one element, or between two elements.
    ///   - parent: the index of that element in `places`; nil outside all elements.
    ///   - places: the places of the elements before the edit.
    ///   - bytes: the new bytes; they may be a part of the buffer itself.
    /// - Returns: false, with the bytes unchanged, if there is not enough room.
    mutating func replace(
        _ range: Range<Int>,
        in parent: Int?,
        of places: borrowing DERPlaces,
        with bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let growth = bytes.count - range.count
        guard growth != 0 else {
            copy(bytes, to: range.lowerBound)
            return true
        }
        guard count + largestGrowth(growth, in: parent, of: places) <= memory.count else {
            return false
        }
        // The bytes after the gap move. If the new bytes are among them, copy the new bytes before
        // the move.
        if let start = offset(of: bytes), start + bytes.count > range.lowerBound {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { spare in
                _ = spare.update(fromContentsOf: bytes)
                move(range, bytes.count)
                copy(UnsafeBufferPointer(spare), to: range.lowerBound)
            }
        } else {
            move(range, bytes.count)
            copy(bytes, to: range.lowerBound)
        }
        correctLengths(growth, in: parent, of: places)
        return true
    }

    mutating func append(_ byte: UInt8) {
        guard room > 0 else { return }
        memory[count] = byte
        count += 1
    }

    /// Swaps two ranges, the first before the second, and keeps the bytes between them.
    func swap(_ first: Range<Int>, _ second: Range<Int>) {
        let whole = first.lowerBound..<second.upperBound
        reverse(whole)
        reverse(whole.prefix(second.count))
        reverse(whole.dropFirst(second.count).dropLast(first.count))
        reverse(whole.suffix(first.count))
    }

    private func reverse(_ range: Range<Int>) {
        var part = UnsafeMutableBufferPointer(rebasing: memory[range])
        part.reverse()
    }

    /// Returns the offset of a part of the bytes; nil for bytes from elsewhere.
    private func offset(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = memory.baseAddress, let start = bytes.baseAddress,
            UnsafePointer(base) <= start, start < base + memory.count
        else { return nil }
        return start - UnsafePointer(base)
    }

    private func copy(_ bytes: UnsafeBufferPointer<UInt8>, to start: Int) {
        guard !bytes.isEmpty, let target = memory.baseAddress, let source = bytes.baseAddress
        else { return }
        // Unlike initialize(from:), update(from:) allows overlapping memory.
        (target + start).update(from: source, count: bytes.count)
    }

    /// Makes room for `length` bytes in place of `range`.
    private mutating func move(_ range: Range<Int>, _ length: Int) {
        let rest = self[range.upperBound..<count]
        count += length - range.count
        copy(rest, to: range.lowerBound + length)
    }

    /// Returns the largest growth of the whole buffer while the content of `parent` grows by
    /// `growth`, which is not 0, and the headers around it change.
    ///
    /// A header that was longer than necessary shrinks, but only after the content has grown.
    private func largestGrowth(
        _ growth: Int,
        in parent: Int?,
        of places: borrowing DERPlaces
    ) -> Int {
        var (growth, largest, around) = (growth, growth, parent)
        while growth != 0, let index = around {
            let place = places[index]
            growth += Self.headerCount(place.content.count + growth) - place.header.count
            largest = max(largest, growth)
            around = place.parent
        }
        return largest
    }

    private mutating func correctLengths(
        _ growth: Int,
        in parent: Int?,
        of places: borrowing DERPlaces
    ) {
        var (growth, around) = (growth, parent)
        // The headers are edited from the inside out, since an edit does not move the headers
        // before it.
        while growth != 0, let index = around {
            let place = places[index]
            let length = place.content.count + growth
            let headerCount = Self.headerCount(length)
            if headerCount != place.header.count { move(place.header, headerCount) }
            writeLength(length, at: place.header.lowerBound + 1, bytes: headerCount - 1)
            growth += headerCount - place.header.count
            around = place.parent
        }
    }

    /// Returns the number of identifier and length bytes in the shortest form for `length` bytes of
    /// content.
    private static func headerCount(_ length: Int) -> Int {
        length < 0x80 ? 2 : 2 + (Int.bitWidth - length.leadingZeroBitCount + 7) / 8
    }

    private func writeLength(_ length: Int, at start: Int, bytes: Int) {
        guard bytes > 1 else { return self[start] = UInt8(truncatingIfNeeded: length) }
        self[start] = 0x80 | UInt8(truncatingIfNeeded: bytes - 1)
        for index in 1..<bytes {
            self[start + index] = UInt8(truncatingIfNeeded: length >> (8 * (bytes - 1 - index)))
        }
    }
}
