/// Refuses bytes that are not text: other encodings, control characters and invisible marks.
enum TextGuard {
    /// Returns the faults, at most twenty of them.
    static func diagnostics(of source: Source) -> [Diagnostic] {
        guard String(validating: source.bytes, as: UTF8.self) != nil else {
            return [notUTF8(source)]
        }
        return controlCharacters(in: source.bytes).prefix(20).map { offset, scalar in
            Diagnostic(.controlCharacter(scalar), in: source, at: source.mark(at: offset))
        }
    }

    private static func notUTF8(_ source: Source) -> Diagnostic {
        let start = Array(source.bytes.prefix(2))
        if start == [0xff, 0xfe] || start == [0xfe, 0xff] {
            return Diagnostic(.notUTF8(encoding: "UTF-16"), in: source)
        }
        var decoder = UTF8.ForwardParser()
        var iterator = source.bytes.makeIterator()
        var offset = 0
        while case .valid(let encoded) = decoder.parseScalar(from: &iterator) {
            offset += encoded.count
        }
        return Diagnostic(.notUTF8(encoding: nil), in: source, at: source.mark(at: offset))
    }

    /// Returns the characters that YAML 1.1 does not allow in a stream (§4.1), and the line breaks
    /// that only YAML recognizes, each with its offset.
    private static func controlCharacters(in bytes: [UInt8]) -> [(Int, Unicode.Scalar)] {
        var found: [(Int, Unicode.Scalar)] = []
        for (offset, byte) in bytes.enumerated() {
            // Characters with several bytes can only be refused if they start with one of these
            // bytes.
            guard byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xe2 || byte == 0xef else {
                continue
            }
            guard byte != 0x09, byte != 0x0a, byte != 0x0d else { continue }
            let scalar = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
                .unicodeScalars.first
            if let scalar, isRefused(scalar) { found.append((offset, scalar)) }
        }
        return found
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff: true
        default: false
        }
    }
}
