/// The Huffman code of header fields (RFC 7541 appendix B).
enum HuffmanCode {
    /// Decodes bytes to text; returns nil if the bytes are malformed (RFC 7541 §5.2).
    static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        var text: [UInt8] = []
        // The bits since the last symbol: their value and number.
        var (code, length) = (0, 0)
        for byte in bytes {
            for shift in stride(from: 7, through: 0, by: -1) {
                code = code << 1 | Int(byte >> UInt8(shift)) & 1
                length += 1
                guard length <= longest else { return nil }
                guard let symbol = symbol(code, length) else { continue }
                // The end-of-string symbol must not be sent.
                guard symbol < 256 else { return nil }
                text.append(UInt8(symbol))
                (code, length) = (0, 0)
            }
        }
        // The remaining bits must be a prefix of the end-of-string symbol: fewer than eight bits,
        // all of them 1.
        return length < 8 && code == (1 << length) - 1 ? text : nil
    }

    /// Returns the symbol of a code; nil for a prefix of longer codes.
    private static func symbol(_ code: Int, _ length: Int) -> Int? {
        let group = groups[length]
        let place = group.symbols.lowerBound + code - group.firstCode
        return group.symbols.contains(place) ? symbols[place] : nil
    }

    private static let longest = 30

    /// The codes of one length, which are consecutive numbers in the order of their symbols.
    private struct Group {
        let firstCode: Int
        /// The range in `HuffmanCode.symbols` of the symbols with these codes.
        let symbols: Range<Int>
    }

    /// All symbols by the length of their code, then by value; the end of string is 256.
    private static let symbols = lengths.indices.sorted {
        (lengths[$0], $0) < (lengths[$1], $1)
    }

    /// The groups of codes, in the order of their length.
    private static let groups: [Group] = {
        var (code, start) = (0, 0)
        return (0...longest).map { length in
            let end = start + lengths.count { $0 == length }
            defer { (code, start) = ((code + end - start) << 1, end) }
            return Group(firstCode: code, symbols: start..<end)
        }
    }()

    /// The length of each symbol's code in bits; the codes follow from the lengths.
    private static let lengths: [Int] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ]
}
