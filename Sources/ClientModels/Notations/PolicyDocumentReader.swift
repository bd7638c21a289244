extension PolicyDocument {
    /// Reads the content of a file.
    ///
    /// - Throws: an error for bytes that are not in the notation.
    package init(_ bytes: [UInt8], in notation: Notation) throws(NotationError) {
        switch notation {
        case .propertyList: self = .propertyList(try PropertyListReader.value(in: bytes))
        case .markup: self = .markup(try MarkupOutline(bytes).element)
        case .text:
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
            self = .text(text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text)
        case .file: self = .file(bytes)
        }
    }
}
