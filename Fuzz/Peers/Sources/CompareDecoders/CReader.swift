import CPeer
import DecoderComparison

/// A decoder with a C interface.
struct CReader {
    let decoder: Decoder
    private let read: peer_read
    private var reading = peer_reading()

    /// Creates a reader for the library of this name and version, with its adapter's function.
    init(_ name: String, _ version: String, _ read: @escaping peer_read) {
        decoder = Decoder(name: name, version: version)
        self.read = read
    }

    /// The library's reading of these bytes.
    mutating func reading(of bytes: [UInt8]) -> Reading {
        bytes.withUnsafeBufferPointer { read($0.baseAddress, $0.count, &reading) }
        guard let refusal = reading.refusal else { return .accept(fields) }
        guard let known = Refusal(rawValue: String(cString: refusal)) else {
            fatalError("unknown refusal \(String(cString: refusal))")
        }
        let words = withUnsafeBytes(of: reading.words) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .refuse(known, words)
    }

    private var fields: Fields {
        var fields = Fields()
        withUnsafeBytes(of: reading.values) { bytes in
            for (field, value) in zip(Field.allCases, bytes.bindMemory(to: peer_value.self)) {
                guard value.is_reported else { continue }
                fields[field] = Array(UnsafeBufferPointer(start: value.bytes, count: value.count))
            }
        }
        return fields
    }
}
