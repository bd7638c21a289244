import Crypto

/// Compressed certificates (RFC 8879).
extension StrictClient {
    /// The maximum number of bytes that this client decompresses: the limit for uncompressed
    /// messages (RFC 8879 §5).
    private static let longestCertificates = 1 << 17

    /// Reads a CompressedCertificate that comes in place of a Certificate; returns false if no
    /// CompressedCertificate is allowed there.
    mutating func takeCompressed(_ message: [UInt8]) throws(Refusal) -> Bool {
        guard version == .v1_3,
            let place = order[position...].firstIndex(where: { $0.type == .certificate }),
            asked.contains(Extension.compressCertificate) || lacks(.compressionUnasked)
        else { return false }
        for skipped in order[position..<place] where !skipped.isOptional {
            try require(.missing(skipped.type), false, 10)
        }
        position = place + 1
        let content = try decompressed(ByteReader(Array(message.dropFirst(4))))
        try hash(message)
        try take(certificate: ByteReader(content))
        return true
    }

    /// Decompresses the content (RFC 8879 §4).
    private func decompressed(_ message: ByteReader) throws(Refusal) -> [UInt8] {
        var body = message
        guard let number = body.number(2), let length = body.number(3),
            let stream = body.vector(3), body.isAtEnd
        else { throw .unreadable }
        // A faulty client that accepts compression without having offered it has no list of
        // algorithms.
        let isOffered =
            offer.compressions.isEmpty || offer.compressions.contains(UInt16(number))
        try require(.compressionOffered, isOffered, 47)
        try require(.certificatesTooLong, length <= Self.longestCertificates, 42)
        guard let algorithm = CertificateCompression(rawValue: UInt16(number)),
            let found = Decompression(stream, by: algorithm)
        else { throw Refusal(nil, 42) }
        try require(.streamWhole, found.isWhole, 42)
        try require(.streamEnd, found.endsInTime, 42)
        guard found.content.count != length else { return found.content }
        // A client without the length check takes the whole content. A client without the check of
        // the bound takes as much as the stated length.
        guard !lacks(.decompressedLength) else { return found.content }
        guard found.content.count > length, lacks(.decompressedBound) else {
            throw Refusal(.rule(.decompressedLength), 42)
        }
        return Array(found.content.prefix(length))
    }
}
