/// The reason why a file is not in the notation of its setting.
///
/// For a well-formed file whose content a client rejects, the model of that client reports the
/// error.
package enum NotationError: Error, Hashable, Sendable {
    case notUTF8
    /// The file declares an encoding other than UTF-8.
    case encoding(String)
    /// A document type with declarations of its own, which may be entities.
    case declarations
    case tooDeep(limit: Int)
    case tooManyElements(limit: Int)
    /// XML that is not well-formed: libxml2's error number, and the line where the error was
    /// detected.
    case notWellFormed(number: Int, line: Int)
    /// An element that cannot be the root of a property list.
    case notPropertyList(root: String)
    /// A property list that Foundation's reader rejects, with the reader's message.
    case badPropertyList(String)
    /// Bytes that are not a valid binary property list, with the reason.
    case badBinary(String)
    /// A value that no file on disk has, such as an archiver's reference.
    case unknownValue(String)

    /// The line of the error, from 1; nil if the error concerns the whole file.
    package var line: Int? { if case .notWellFormed(_, let line) = self { line } else { nil } }

    /// A lowercase fragment; text from the file is quoted as written.
    package var reason: String {
        switch self {
        case .notUTF8: "it is not UTF-8"
        case .encoding(let name): "its encoding is \(name), but only UTF-8 is supported"
        case .declarations: "its document type contains declarations, such as entities"
        case .tooDeep(let limit): "it nests deeper than \(limit)"
        case .tooManyElements(let limit): "it has more than \(limit) elements"
        case .notWellFormed(let number, let line):
            "it is not XML: \(Self.words(for: number)) at line \(line)"
        case .notPropertyList(let root): "a property list does not begin with <\(root)>"
        case .badPropertyList(let words): "it is not a property list: \(words)"
        case .badBinary(let words): "it is not a binary property list: \(words)"
        case .unknownValue(let type): "it contains a value that no configuration has: \(type)"
        }
    }

    /// Descriptions of the most frequent error numbers of libxml2 (libxml/xmlerror.h).
    private static func words(for number: Int) -> String {
        switch number {
        case 4: "it has no element"
        case 5: "it ends too early, or has content after its end,"
        case 9: "a character that XML does not allow"
        case 26: "an undeclared entity"
        case 38: "a < in an attribute value"
        case 39: "an attribute value without quotes"
        case 41: "an attribute without a value"
        case 42: "an attribute that appears twice"
        case 45: "an unclosed comment"
        case 47: "an unclosed processing instruction"
        case 65: "a missing space"
        case 68: "a missing name, as after a lone & or <"
        case 73: "an unclosed tag"
        case 76: "an end tag that does not match its start tag"
        case 77: "an element without an end tag"
        default: "libxml2 error \(number)"
        }
    }
}
