import Basics
import CXML2
import PathValidation

// Notations reads the files of application owners: property lists and XML, from bytes to the values
// that models use. Other folders interpret the values and find the files.

/// Reads an XML file with libxml2, as a tree with the byte ranges of its parts.
///
/// libxml2 decides what is well-formed, resolves references and prefixes, and reports where a tag
/// ends. A tag cannot contain `<`, so the tag begins at the last `<` before its end. The reader
/// scans the bytes of the tag for attributes.
///
/// libxml2 loads nothing: the reader stops at a document type with declarations and has no callback
/// for external subsets or entities. Of a comment, only its byte range is kept; processing
/// instructions are omitted.
final class MarkupReader {
    /// The maximum depth.
    ///
    /// Known configurations nest at most eight levels deep. The limit is far above that, and far
    /// below the depth that would overflow the stack.
    static let maximumDepth = 64
    /// The maximum number of elements, equal to the limit on nodes in Hatpin's own files.
    ///
    /// No application's configuration comes near it. libxml2 limits the file to about 10 MB
    /// (`XML_MAX_LOOKUP_LIMIT`).
    static let maximumElements = 100_000

    private let bytes: [UInt8]
    /// The ranges of bytes that the caller inserted and that are not in the file.
    private let inserted: [Range<Int>]
    private var context: xmlParserCtxtPtr?
    private var open: [MarkupNode] = []
    private var root: MarkupNode?
    private var comments: [Range<Int>] = []
    private var count = 0
    private var fault: NotationError?

    /// Reads the bytes until the first error.
    init(_ bytes: [UInt8], inserted: [Range<Int>] = []) {
        (self.bytes, self.inserted) = (bytes, inserted)
        fault = Self.fault(ofEncoding: bytes)
        // The shortest document is `<a/>`. For a shorter file libxml2 would report an unexpected
        // end, not an empty document.
        if fault == nil, bytes.count >= 4 { parse() }
    }

    /// The outline of the whole file.
    var outline: MarkupOutline {
        get throws(NotationError) {
            if let fault { throw fault }
            guard let root else { throw .notWellFormed(number: 4, line: 1) }
            return MarkupOutline(root: root, comments: comments)
        }
    }

    /// The root element, even if an error follows.
    var firstElement: MarkupNode? { open.first ?? root }

    /// Returns the error for bytes that are not UTF-8, or that declare another encoding; nil for
    /// valid bytes.
    ///
    /// libxml2 ignores the declaration. It could read other encodings, but configurations need no
    /// other encoding, and byte ranges would differ from the ranges in the file.
    private static func fault(ofEncoding bytes: [UInt8]) -> NotationError? {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            return .notUTF8
        }
        let text = bytes[(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)...]
        guard text.starts(with: "<?xml".utf8), let end = text.firstPlace(of: Array("?>".utf8))
        else { return nil }
        let declaration = String(decoding: text[..<end.lowerBound], as: UTF8.self)
        guard let start = declaration.firstRange(of: "encoding") else { return nil }
        let value = declaration[start.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first else { return nil }
        let name = value.dropFirst().prefix { $0 != quote }
        return ["utf-8", "us-ascii"].contains(name.lowercased()) ? nil : .encoding(String(name))
    }
}

// Events of libxml2.
extension MarkupReader {
    private func parse() {
        xmlInitParser()
        var handler = Self.handler
        // The context keeps a copy of the handler, and the reader as long as this call lasts.
        let reader = Unmanaged.passUnretained(self).toOpaque()
        guard let context = xmlCreatePushParserCtxt(&handler, reader, nil, 0, nil) else { return }
        defer { xmlFreeParserCtxt(context) }
        self.context = context
        // Without NOENT, `&amp;` in an attribute stays a reference.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
        xmlCtxtUseOptions(context, CInt(options | XML_PARSE_IGNORE_ENC.rawValue))
        bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = xmlParseChunk(context, start, CInt(clamping: bytes.count), 1)
        }
        self.context = nil
    }

    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = XML_SAX2_MAGIC
        handler.internalSubset = { reader, _, _, _ in MarkupReader.at(reader)?.findDocumentType() }
        handler.startElementNs = { reader, name, prefix, _, spaces, space, count, _, attribute in
            var values: [String: String] = [:]
            // A pair is a prefix and its namespace; the default namespace has no prefix.
            for pair in stride(from: 0, to: 2 * Int(spaces), by: 2) {
                let prefix = space?[pair]
                values[prefix == nil ? "xmlns" : "xmlns:" + text(prefix)] = text(space?[pair + 1])
            }
            // Five values describe an attribute: name, prefix, namespace, and the start and the end
            // of the value.
            for parts in stride(from: 0, to: 5 * Int(count), by: 5) {
                guard let attribute, let start = attribute[parts + 3] else { continue }
                let value = UnsafeBufferPointer(
                    start: start,
                    count: attribute[parts + 4].map { $0 - start } ?? 0
                )
                values[qualified(attribute[parts], attribute[parts + 1])] =
                    String(decoding: value, as: UTF8.self)
            }
            MarkupReader.at(reader)?.begin(qualified(name, prefix), values)
        }
        handler.endElementNs = { reader, _, _, _ in MarkupReader.at(reader)?.end() }
        handler.characters = { MarkupReader.at($0)?.append($1, $2) }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        handler.comment = { reader, _ in MarkupReader.at(reader)?.findComment() }
        handler.serror = { reader, error in
            guard let error = error?.pointee else { return }
            let (number, line) = (Int(error.code), Int(error.line))
            MarkupReader.at(reader)?.fault = .notWellFormed(number: number, line: line)
        }
        return handler
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> MarkupReader? {
        let reader = pointer.map { Unmanaged<MarkupReader>.fromOpaque($0).takeUnretainedValue() }
        return reader?.fault == nil ? reader : nil
    }

    private func findDocumentType() {
        if bytes[consumed...].first == UInt8(ascii: "[") { stop(.declarations) }
    }

    private func begin(_ name: String, _ values: [String: String]) {
        count += 1
        let line = Int(xmlSAX2GetLineNumber(context))
        if open.count == Self.maximumDepth { return stop(.tooDeep(limit: Self.maximumDepth)) }
        if count > Self.maximumElements {
            return stop(.tooManyElements(limit: Self.maximumElements))
        }
        let end = consumed
        let closing = bytes[end...].starts(with: "/>".utf8) ? 2 : 1
        // If the tag lacks its `>`, libxml2 reports this error next.
        let tag = start(of: "<", before: end)..<min(end + closing, bytes.count)
        let nameRange = (tag.lowerBound + 1)..<(tag.lowerBound + 1 + name.utf8.count)
        guard nameRange.upperBound <= end else {
            // libxml2 reported a tag that is not in these bytes, which is an error of libxml2.
            return stop(.notWellFormed(number: 1, line: line))
        }
        open.append(
            MarkupNode(
                name: name,
                attributes: attributes(nameRange.upperBound..<end, values),
                line: line,
                startTag: place(tag),
                nameRange: place(nameRange),
                endTag: place(tag.upperBound..<tag.upperBound)
            )
        )
    }

    private func end() {
        guard var node = open.popLast() else { return }
        let end = consumed
        if place(end) > node.startTag.upperBound {
            node.endTag = place(start(of: "</", before: end)..<end)
        }
        if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }

    private func append(_ start: UnsafePointer<xmlChar>?, _ count: CInt) {
        guard !open.isEmpty else { return }
        let bytes = UnsafeBufferPointer(start: start, count: Int(count))
        open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }

    private func findComment() {
        comments.append(place(start(of: "<!--", before: consumed)..<consumed))
    }

    private func stop(_ reason: NotationError) {
        fault = reason
        xmlStopParser(context)
    }
}

// Byte ranges.
extension MarkupReader {
    /// The offset up to which libxml2 has read.
    private var consumed: Int { min(max(0, xmlByteConsumed(context)), bytes.count) }

    /// Returns the offset of the last `mark` before `end`.
    private func start(of mark: String, before end: Int) -> Int {
        let mark = Array(mark.utf8)
        var start = end - mark.count
        while start > 0, !bytes[start...].starts(with: mark) { start -= 1 }
        return max(start, 0)
    }

    /// Returns the attributes in a part of a well-formed start tag; `values` has their values by
    /// name.
    private func attributes(
        _ part: Range<Int>,
        _ values: [String: String]
    ) -> [MarkupNode.Attribute] {
        var attributes: [MarkupNode.Attribute] = []
        var rest = bytes[part]
        while let quote = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
            let end = rest[(quote + 1)...].firstIndex(of: rest[quote])
        {
            let name = rest.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            let text = String(decoding: name, as: UTF8.self)
            attributes.append(
                MarkupNode.Attribute(
                    name: text,
                    value: values[text] ?? "",
                    nameRange: place(name.startIndex..<name.endIndex),
                    valueRange: place((quote + 1)..<end)
                )
            )
            rest = rest[(end + 1)...]
        }
        return attributes
    }

    /// Returns the range in the file, without the inserted bytes.
    private func place(_ range: Range<Int>) -> Range<Int> {
        place(range.lowerBound)..<place(range.upperBound)
    }

    private func place(_ offset: Int) -> Int {
        inserted.reduce(offset) { $0 - min(max(0, offset - $1.lowerBound), $1.count) }
    }
}

private func text(_ start: UnsafePointer<xmlChar>?) -> String {
    start.map { String(cString: $0) } ?? ""
}

/// Returns a name with its prefix.
private func qualified(
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?
) -> String {
    prefix == nil ? text(name) : text(prefix) + ":" + text(name)
}
