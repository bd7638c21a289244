/// The content of a compressed stream, in the forms that the engine writes; brotli's compressed
/// meta-block of zeros is not read.
struct Decompression {
    /// The decompressed bytes.
    var content: [UInt8] = []
    /// Whether the stream ends with a correct checksum; true for brotli and zstd, whose streams
    /// have none.
    var isWhole = true
    /// Whether no byte follows the stream.
    var endsInTime = true

    /// Decompresses a stream; returns nil if this client cannot read the stream.
    init?(_ stream: [UInt8], by algorithm: CertificateCompression) {
        var reader = ByteReader(stream)
        let isReadable =
            switch algorithm {
            case .zlib: inflate(&reader)
            case .brotli: expandBrotli(&reader)
            case .zstd: expandFrame(&reader)
            }
        guard isReadable else { return nil }
        endsInTime = reader.isAtEnd
    }

    // MARK: zlib

    /// Decompresses a zlib stream (RFC 1950 §2.2).
    private mutating func inflate(_ reader: inout ByteReader) -> Bool {
        guard reader.number(2) == 0x7801 else { return false }
        var isLast = false
        while !isLast {
            guard let header = reader.number(1), header <= 1 || header & 7 == 3 else {
                return false
            }
            isLast = header & 1 == 1
            if header >> 1 & 3 == 1 { return expandFixed(header >> 3, &reader) }
            guard let low = reader.number(1), let high = reader.number(1),
                reader.number(2) != nil, let bytes = reader.bytes(high << 8 | low)
            else { return false }
            content += bytes
        }
        return checkSum(&reader)
    }

    private mutating func checkSum(_ reader: inout ByteReader) -> Bool {
        var checksum = Adler32()
        checksum.append(content)
        let stated = reader.number(4)
        isWhole = stated == checksum.value
        if stated == nil { _ = reader.bytes(reader.rest.count) }
        return true
    }

    /// Reads a last block with fixed codes (RFC 1951 §3.2.6) that contains only zeros.
    private mutating func expandFixed(_ first: Int, _ reader: inout ByteReader) -> Bool {
        var (byte, left) = (first, 5)
        func code(_ count: Int, _ reader: inout ByteReader) -> Int? {
            var code = 0
            for _ in 0..<count {
                if left == 0 {
                    guard let next = reader.number(1) else { return nil }
                    (byte, left) = (next, 8)
                }
                code = code << 1 | byte & 1
                (byte, left) = (byte >> 1, left - 1)
            }
            return code
        }
        while let short = code(7, &reader) {
            if short == 0 { return checkSum(&reader) }
            guard let bit = code(1, &reader) else { return false }
            switch short << 1 | bit {
            case 0x30: content.append(0)
            case 0b1100_0101 where code(5, &reader) == 0:
                content += [UInt8](repeating: content.last ?? 0, count: 258)
            default: return false
            }
        }
        return false
    }

    // MARK: brotli and zstd

    /// Reads a window of 64 KiB and uncompressed meta-blocks (RFC 7932 §9.2).
    private mutating func expandBrotli(_ reader: inout ByteReader) -> Bool {
        guard var first = reader.number(1) else { return false }
        // Only the first header starts with the bit for the window size.
        guard first & 1 == 0 else { return false }
        first >>= 1
        var width = 7
        while first & 3 != 3 {
            guard first & 7 == 0, let middle = reader.number(1), let high = reader.number(1) else {
                return false
            }
            let bits = first | middle << width | high << (width + 8)
            guard bits >> 19 & 1 == 1, let bytes = reader.bytes((bits >> 3 & 0xffff) + 1),
                let next = reader.number(1)
            else { return false }
            content += bytes
            (first, width) = (next, 8)
        }
        return true
    }

    /// Decompresses a zstd frame (RFC 8878 §3.1.1).
    private mutating func expandFrame(_ reader: inout ByteReader) -> Bool {
        guard reader.bytes(6) == [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38] else { return false }
        while let low = reader.number(1), let rest = reader.number(2) {
            let header = low | rest & 0xff00 | (rest & 0xff) << 16
            let size = header >> 3
            switch header >> 1 & 3 {
            case 0:
                guard let bytes = reader.bytes(size) else { return false }
                content += bytes
            case 1:
                guard let byte = reader.number(1) else { return false }
                content += [UInt8](repeating: UInt8(byte), count: size)
            default: return false
            }
            if header & 1 == 1 { return true }
        }
        return false
    }
}
