import Crypto

/// The types of records (RFC 8446 §5.1).
package enum ContentType {
    package static let changeCipherSpec: UInt8 = 20
    package static let alert: UInt8 = 21
    package static let handshake: UInt8 = 22
    package static let applicationData: UInt8 = 23
    package static let heartbeat: UInt8 = 24
}

/// Sends and receives records under the current keys.
package struct RecordLayer: ~Copyable {
    package struct Record {
        package let type: UInt8
        package let content: [UInt8]
    }

    /// The longest content of a record (RFC 8446 §5.1).
    private static let longestContent = 1 << 14
    /// The maximum number of bytes by which ciphertext may be longer than content (RFC 5246
    /// §6.2.3).
    ///
    /// TLS 1.3 allows an eighth of this number.
    private static let expansion = 2_048

    private var input: [UInt8] = []
    private var read = 0
    private var output: [UInt8] = []
    private var opening: RecordProtection?
    private var sealing: RecordProtection?
    /// The low byte of the version in record headers.
    package var minorVersion: UInt8 = 3
    /// The number of bytes of records that may still be skipped, such as rejected early data.
    private var skippable = 0
    /// Whether any records were skipped.
    package private(set) var hasSkipped = false

    package init() {}

    /// From now on, skips records of application data that cannot be decrypted.
    ///
    /// Skips at most this many bytes. The skipping ends with the first record that can be decrypted
    /// (RFC 8446 §4.2.10).
    package mutating func skip(atMost bytes: Int) { skippable = bytes }

    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        if read == input.count {
            input.removeAll(keepingCapacity: true)
            read = 0
        }
        input += bytes
    }

    package mutating func takeOutput(into bytes: inout [UInt8]) {
        if bytes.isEmpty {
            swap(&bytes, &output)
        } else {
            bytes += output
        }
        output.removeAll(keepingCapacity: true)
    }

    /// Appends these bytes to the output without a record header.
    package mutating func write(raw bytes: [UInt8]) { output += bytes }

    package mutating func reads(under protection: RecordProtection?) {
        opening = protection
    }

    package mutating func writes(under protection: RecordProtection?) {
        sealing = protection
    }

    /// Returns the next whole record, decrypted; nil until all bytes of the record have come.
    package mutating func next() throws(ProtocolFailure) -> Record? {
        while let (fragment, type) = try nextFragment() {
            if let record = try open(fragment, type) { return record }
        }
        return nil
    }

    private mutating func nextFragment() throws(ProtocolFailure) -> ([UInt8], UInt8)? {
        let available = input.count - read
        guard available > 0 else { return nil }
        let type = input[read]
        guard (20...24).contains(type), available < 2 || input[read + 1] == 3 else {
            throw .notTLS
        }
        guard available >= 5 else { return nil }
        let length = Int(input[read + 3]) << 8 | Int(input[read + 4])
        guard length <= Self.longestContent + Self.expansion else { throw .tooLong }
        guard available >= 5 + length else { return nil }
        let fragment = Array(input[read + 5..<read + 5 + length])
        read += 5 + length
        return (fragment, type)
    }

    /// Decides whether to skip a record of application data; counts the skipped bytes.
    private mutating func skips(_ fragment: [UInt8], _ type: UInt8) -> Bool {
        guard type == ContentType.applicationData, skippable > fragment.count else { return false }
        skippable -= fragment.count + 1
        hasSkipped = true
        return true
    }

    /// Removes the protection of a record; returns nil for a record that is skipped.
    private mutating func open(
        _ fragment: [UInt8],
        _ type: UInt8
    ) throws(ProtocolFailure) -> Record? {
        guard opening != nil else {
            return skips(fragment, type) ? nil : Record(type: type, content: fragment)
        }
        if opening?.hidesType == true, type != ContentType.applicationData {
            // RFC 8446 §5: a plaintext ChangeCipherSpec has no effect. A client that rejects the
            // ServerHello sends its alert in plaintext, while this end already expects encryption.
            guard type == ContentType.changeCipherSpec || type == ContentType.alert else {
                throw .unexpected(type: type)
            }
            return Record(type: type, content: fragment)
        }
        var opened: (type: UInt8, content: [UInt8])?
        do throws(OpenSSLError) {
            opened = try opening?.open(fragment, type: type)
        } catch {
            throw .primitive(error)
        }
        guard let opened else {
            guard skips(fragment, type) else { throw .undecryptable }
            return nil
        }
        skippable = 0
        // RFC 8446 §5: a protected ChangeCipherSpec is an error.
        if opening?.hidesType == true, opened.type == ContentType.changeCipherSpec {
            throw .unexpected(type: opened.type)
        }
        guard opened.content.count <= Self.longestContent else { throw .tooLong }
        return Record(type: opened.type, content: opened.content)
    }

    /// Appends records with this content to the output.
    ///
    /// `inPlaintext` omits the current protection.
    package mutating func write(
        _ content: [UInt8],
        type: UInt8,
        inPlaintext: Bool = false,
        shape: RecordShape = RecordShape()
    ) throws(OpenSSLError) {
        let longest = max(shape.longest, 1)
        guard content.count > longest else {
            return try writeOne(content, type, inPlaintext, shape)
        }
        var start = 0
        while start < content.count {
            let end = min(start + longest, content.count)
            try writeOne(Array(content[start..<end]), type, inPlaintext, shape)
            if start == 0, let interlude = shape.interlude {
                let isPlaintext = inPlaintext || interlude.inPlaintext
                try writeOne(interlude.bytes, interlude.type, isPlaintext, RecordShape())
            }
            start = end
        }
    }

    private mutating func writeOne(
        _ content: [UInt8],
        _ type: UInt8,
        _ inPlaintext: Bool,
        _ shape: RecordShape
    ) throws(OpenSSLError) {
        var (shown, fragment) = (type, content)
        let inner = shape.innerType ?? type
        let padding = shape.innerLength.map { max(0, $0 - content.count - 1) } ?? shape.padding
        if !inPlaintext,
            let sealed = try sealing?.seal(
                content,
                type: inner,
                padding: padding,
                blocks: shape.blocks
            )
        {
            (shown, fragment) = sealed
        }
        shape.damage.forEach { $0.apply(to: &fragment) }
        for _ in 0..<shape.copies {
            output += [shape.outerType ?? shown, 3, minorVersion]
            output.putVector(fragment, lengthBytes: 2)
        }
    }
}
