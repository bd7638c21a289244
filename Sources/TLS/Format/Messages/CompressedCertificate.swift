/// A compressed Certificate message (RFC 8879 §4).
package struct CompressedCertificate: Hashable, Sendable {
    /// The number of the compression algorithm.
    package var algorithm: UInt16
    /// The length that the message states for the uncompressed content.
    package var length: Int
    package var stream: [UInt8]

    package init(algorithm: UInt16, length: Int, stream: [UInt8]) {
        (self.algorithm, self.length, self.stream) = (algorithm, length, stream)
    }

    package var encoded: [UInt8] {
        var bytes = [UInt8](algorithm)
        bytes.put(length, bytes: 3)
        bytes.putVector(stream, lengthBytes: 3)
        return bytes
    }
}

extension ClientHello {
    /// The algorithms that the client can decompress, by number (RFC 8879 §3).
    package var compressionAlgorithms: [UInt16] {
        let item = extensions.first { $0.type == Extension.compressCertificate }
        var data = ByteReader(item?.data ?? [])
        var list = data.nested(1)
        return list?.pairs() ?? []
    }
}
