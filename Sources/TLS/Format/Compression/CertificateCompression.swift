/// An algorithm for compressing certificates (RFC 8879 §7.3).
///
/// The engine writes valid streams that store their bytes uncompressed: decoders treat them like
/// other streams, and no library is needed to write them.
package enum CertificateCompression: UInt16, CaseIterable, Hashable, Sendable {
    case zlib = 1
    case brotli, zstd

    /// Returns a stream of these bytes followed by this many zeros, at most 2^24.
    ///
    /// Only the zeros are compressed.
    package func stream(of bytes: [UInt8], zeros: Int = 0) -> [UInt8] {
        switch self {
        case .zlib: Self.zlibStream(bytes, zeros)
        case .brotli: Self.brotliStream(bytes, zeros)
        case .zstd: Self.zstandardFrame(bytes, zeros)
        }
    }

    // MARK: zlib

    /// Writes a zlib stream (RFC 1950 §2.2) with stored blocks and one block of fixed codes (RFC
    /// 1951 §3.2.4, §3.2.6).
    private static func zlibStream(_ bytes: [UInt8], _ zeros: Int) -> [UInt8] {
        // The header of the stream: a window of 32 KiB, and the fastest compression.
        var stream: [UInt8] = [0x78, 0x01]
        let pieces = bytes.pieces(of: 0xffff)
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1 && zeros == 0
            stream.append(isLast ? 1 : 0)
            stream.putLittle(piece.count, bytes: 2)
            stream.putLittle(~piece.count, bytes: 2)
            stream += piece
        }
        if zeros > 0 { stream += fixedBlock(ofZeros: zeros) }
        var checksum = Adler32()
        checksum.append(bytes)
        checksum.append(zeros: zeros)
        stream.put(checksum.value, bytes: 4)
        return stream
    }

    /// Writes the last block: 1 to 258 literal zeros, and copies of zeros.
    ///
    /// Each copy has 258 bytes, the maximum.
    private static func fixedBlock(ofZeros count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put(0b011, count: 3)
        let copies = (count - 1) / 258
        for _ in 0..<count - copies * 258 { bits.put(code: 0x30, count: 8) }
        for _ in 0..<copies {
            // A copy: length code 285, which has no extra bits, and a distance of one.
            bits.put(code: 0b1100_0101, count: 8)
            bits.put(code: 0, count: 5)
        }
        bits.put(code: 0, count: 7)
        return bits.bytes
    }

    // MARK: brotli

    /// Writes a brotli stream (RFC 7932 §9) with uncompressed meta-blocks and, for many zeros, one
    /// compressed meta-block of a single command.
    private static func brotliStream(_ bytes: [UInt8], _ zeros: Int) -> [UInt8] {
        var bits = BitWriter()
        // The header of the stream: a window of 64 KiB.
        bits.put(0, count: 1)
        for piece in bytes.pieces(of: 1 << 16) where !piece.isEmpty {
            bits.put(0, count: 1)
            bits.put(0, count: 2)
            bits.put(piece.count - 1, count: 16)
            bits.put(1, count: 1)
            bits.append(piece)
        }
        if zeros > 0 { bits.putBrotliZeros(zeros) }
        // The last meta-block is empty.
        bits.put(0b11, count: 2)
        return bits.bytes
    }

    // MARK: zstd

    /// Writes a zstd frame (RFC 8878 §3.1.1) with raw blocks and run-length blocks, without the
    /// content size.
    private static func zstandardFrame(_ bytes: [UInt8], _ zeros: Int) -> [UInt8] {
        // The header of the frame: the magic number, no checksum, and a window of 128 KiB. No block
        // is longer than the window.
        var frame: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
        let longest = 1 << 17
        for piece in bytes.pieces(of: longest) {
            frame.putLittle(piece.count << 3, bytes: 3)
            frame += piece
        }
        for start in stride(from: 0, to: zeros, by: longest) {
            frame.putLittle(min(longest, zeros - start) << 3 | 0b010, bytes: 3)
            frame.append(0)
        }
        // The last block is raw and empty.
        frame.putLittle(1, bytes: 3)
        return frame
    }
}

extension BitWriter {
    /// Writes a meta-block of this many zeros: a literal zero and a copy of it, or a few zeros
    /// uncompressed.
    ///
    /// In the compressed form, each prefix code has only one symbol.
    fileprivate mutating func putBrotliZeros(_ count: Int) {
        // The shortest such meta-block: one literal, and the base length of copy length code 23
        // (RFC 7932 §5).
        let least = 2_119
        guard (least...1 << 24).contains(count) else {
            let zeros = [UInt8](repeating: 0, count: count)
            put(0, count: 3)
            put(count - 1, count: 16)
            put(1, count: 1)
            return append(zeros)
        }
        let nibbles = count > 1 << 20 ? 6 : count > 1 << 16 ? 5 : 4
        put(0, count: 1)
        put(nibbles - 4, count: 2)
        put(count - 1, count: nibbles * 4)
        // The header of a compressed meta-block: one block type of each kind, no postfix bits, no
        // direct distances, one context mode, and one tree of each kind.
        put(0, count: 1 + 3 + 6 + 2 + 2)
        // The tree of literals has only zero. The tree of lengths has only the symbol that inserts
        // one literal and copies with code 23. The tree of distances has only code 16.
        for (symbol, width) in [(0, 8), (399, 10), (16, 6)] {
            put(0b0001, count: 4)
            put(symbol, count: width)
        }
        put(count - least, count: 24)
        // The distance is one.
        put(0, count: 1)
    }
}

extension [UInt8] {
    /// Splits these bytes into pieces of at most this length; returns one empty piece for no bytes.
    fileprivate func pieces(of longest: Int) -> [ArraySlice<UInt8>] {
        guard !isEmpty else { return [[]] }
        return stride(from: 0, to: count, by: longest).map {
            self[$0..<Swift.min(count, $0 + longest)]
        }
    }
}
