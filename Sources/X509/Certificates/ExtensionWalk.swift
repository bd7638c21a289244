extension DERReader {
    /// Reads the Extensions of a CRL, a CRL entry or an OCSP response: at least one extension, no
    /// extension twice.
    ///
    /// Each body is decoded when it is read.
    ///
    /// - Parameter decode: decodes the body of a known extension from a reader over its extnValue;
    ///   returns false for an unknown extension.
    /// - Returns: all extensions, in order.
    /// - Throws: `DERError` for the first fault, and the errors of `decode`.
    mutating func extensions(
        _ decode: (Extension, inout DERReader) throws(DERError) -> Bool
    ) throws(DERError) -> [Extension] {
        var extensions: [Extension] = []
        var seen = SeenIdentifiers(in: self)
        _ = try forEach { reader throws(DERError) in
            let next = try Extension(&reader)
            guard seen.insert(next.identifier, after: extensions.lazy.map(\.identifier)) else {
                throw DERError(.badValue, at: next.identifier.lowerBound, in: "extnID")
            }
            var body = DERReader(reader.bytes, in: next.value, rules: reader.rules)
            try field("extnValue", Self.decoding(next, &body, decode))
            extensions.append(next)
        }
        return extensions
    }

    private static func decoding(
        _ next: Extension,
        _ body: inout DERReader,
        _ decode: (Extension, inout DERReader) throws(DERError) -> Bool
    ) throws(DERError) {
        if try decode(next, &body) { try body.finishBody() }
    }

    /// Reads `[number] EXPLICIT Extensions OPTIONAL`, as `extensions(_:)` does; empty if absent.
    mutating func extensions(
        tagged number: UInt8,
        _ decode: (Extension, inout DERReader) throws(DERError) -> Bool = { _, _ in false }
    ) throws(DERError) -> [Extension] {
        guard let wrapper = try nextIfPresent(.context(number, constructed: true)) else {
            return []
        }
        var inner = try inside(wrapper)
        let extensions = try inner.extensions(decode)
        try inner.finish()
        return extensions
    }

    /// Returns the last arc of an identifier below id-ce (2.5.29), where RFC 5280's extensions are;
    /// nil for other identifiers.
    func arcBelowCE(_ identifier: Range<Int>) -> UInt8? {
        let start = identifier.lowerBound
        guard identifier.count == 3, bytes[start] == 0x55, bytes[start + 1] == 0x1d else {
            return nil
        }
        return bytes[start + 2]
    }
}
