import Basics
import Foundation
import FoundationXML
import PathValidation

// Notations reads the files of application owners: property lists and XML, from bytes to the values
// that models use. Other folders interpret the values and find the files.

/// Reads XML as a tree, with Foundation's parser.
///
/// Comments and processing instructions are omitted; attribute names include their prefix. The line
/// of an element is the line where its start tag ends.
enum MarkupReader {
    /// The maximum depth.
    ///
    /// Known configurations nest at most eight levels deep. The limit is far above that, and far
    /// below the depth that would overflow the stack.
    static let maximumDepth = 64
    /// The maximum number of elements, equal to the limit on nodes in Hatpin's own files.
    ///
    /// No application's configuration comes near it.
    static let maximumElements = 100_000

    /// The root element.
    static func element(in bytes: [UInt8]) throws(NotationError) -> MarkupElement {
        _ = try MarkupProlog.end(in: bytes)
        let parser = XMLParser(data: Data(givingInstructionsData(bytes)))
        let builder = MarkupBuilder()
        parser.delegate = builder
        parser.shouldResolveExternalEntities = false
        // The result of `parse` does not show errors: it is true for a document that ends too
        // early. The delegate gets the errors.
        _ = parser.parse()
        if let fault = builder.fault { throw fault }
        guard let root = builder.root else {
            throw .notWellFormed(number: 4, line: 1)
        }
        return root
    }

    /// Adds data to each processing instruction that has none.
    ///
    /// For `<?target?>` libxml2 reports no data, but Foundation's parser reads its address anyway,
    /// which ends the process (swift-corelibs-foundation of Swift 6.3). The parser continues after
    /// errors, so it may treat bytes that look like a comment or text as such an instruction.
    private static func givingInstructionsData(_ bytes: [UInt8]) -> [UInt8] {
        var given: [UInt8] = []
        given.reserveCapacity(bytes.count)
        var rest = bytes[...]
        let mark = Array("?>".utf8)
        while let end = rest.firstPlace(of: mark) {
            let before = rest[..<end.lowerBound]
            given += before
            let start = before.lastIndex(of: UInt8(ascii: "<")) ?? before.startIndex
            let words = before[start...].split { " \t\r\n".utf8.contains($0) }
            if before[start...].starts(with: "<?".utf8), words.count == 1 {
                given += MarkupBuilder.data.utf8
            }
            given += rest[end]
            rest = rest[end.upperBound...]
        }
        return given + rest
    }
}

/// Collects elements until the first error, and ignores everything after it.
private final class MarkupBuilder: NSObject, XMLParserDelegate {
    /// The data added to an instruction without data.
    ///
    /// The private-use character in the data does not occur in text.
    static let data = " \u{10fffd}"

    private(set) var root: MarkupElement?
    private(set) var fault: NotationError?
    private var open: [MarkupElement] = []
    private var count = 0

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        if open.count == MarkupReader.maximumDepth {
            stop(parser, .tooDeep(limit: MarkupReader.maximumDepth))
        } else if count > MarkupReader.maximumElements {
            stop(parser, .tooManyElements(limit: MarkupReader.maximumElements))
        }
        guard fault == nil else { return }
        open.append(MarkupElement(name, attributes: attributes, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { append(text) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        append(String(decoding: block, as: UTF8.self).replacing(Self.data, with: ""))
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard fault == nil, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard fault == nil else { return }
        fault = .notWellFormed(number: (error as NSError).code, line: parser.lineNumber)
    }

    private func append(_ text: String) {
        guard fault == nil, !open.isEmpty else { return }
        open[open.count - 1].text += text
    }

    private func stop(_ parser: XMLParser, _ reason: NotationError) {
        guard fault == nil else { return }
        fault = reason
        parser.abortParsing()
    }
}
