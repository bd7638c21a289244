#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// OctetSearch finds octets among octets, and does not know their meaning.
//
// The standard library's `firstRange(of:)` compares elements through their metadata, which takes
// some 400 ns an octet (Swift 6.3): 3.9 s for 10 MB, through which `memchr` takes 2 ms.

extension ArraySlice<UInt8> {
    /// Where `octets` first stand in a row; nil if nowhere, or if there are none.
    package func firstPlace(of octets: [UInt8]) -> Range<Int>? {
        withUnsafeBytes { bytes in
            octets.withUnsafeBytes { sought in
                guard let offset = Self.offset(of: sought, in: bytes) else { return nil }
                return startIndex + offset..<startIndex + offset + sought.count
            }
        }
    }

    private static func offset(
        of sought: UnsafeRawBufferPointer,
        in bytes: UnsafeRawBufferPointer
    ) -> Int? {
        guard let begin = bytes.baseAddress, let octets = sought.baseAddress,
            let first = sought.first
        else { return nil }
        var offset = 0
        while offset + sought.count <= bytes.count {
            // Where the first octet may stand, so that the others fit behind it.
            let room = bytes.count - offset - sought.count + 1
            guard let found = memchr(begin + offset, CInt(first), room) else { return nil }
            offset = UnsafeRawPointer(found) - begin
            if memcmp(found, octets, sought.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}

extension [UInt8] {
    /// Where `octets` first stand in a row; nil if nowhere, or if there are none.
    package func firstPlace(of octets: [UInt8]) -> Range<Int>? {
        self[...].firstPlace(of: octets)
    }

    /// Whether they have the octets of `text`, which is not empty, in a row.
    package func holds(_ text: String) -> Bool { firstPlace(of: Array(text.utf8)) != nil }
}
