/// The reason why a file is not in the notation of its setting.
///
/// A sound file whose content a client refuses is left to the model of that client.
package enum NotationError: Error, Hashable, Sendable {
    case notUTF8
    /// A declared encoding other than UTF-8.
    case encoding(String)
    /// A document type with declarations of its own, which may be entities.
    case declarations
    case tooDeep(limit: Int)
    case tooManyElements(limit: Int)
    /// libxml2's number, and the line on which it noticed.
    case notWellFormed(number: Int, line: Int)
    /// The element that a property list cannot begin with.
    case notPropertyList(root: String)
    /// The reader's own words.
    case badPropertyList(String)
    /// A binary property list that is none: what is wrong with it.
    case badBinary(String)
    /// A value that no file on disk has, such as an archiver's reference.
    case unknownValue(String)

    /// The line of the error, from 1; nil where it is about the whole file.
    package var line: Int? { if case .notWellFormed(_, let line) = self { line } else { nil } }

    /// A lowercase fragment; words of the file in it are as they were written.
    package var reason: String {
        switch self {
        case .notUTF8: "it is not UTF-8"
        case .encoding(let name): "it is in \(name), and only UTF-8 is read"
        case .declarations: "its document type declares something, such as entities"
        case .tooDeep(let limit): "it nests deeper than \(limit)"
        case .tooManyElements(let limit): "it holds more than \(limit) elements"
        case .notWellFormed(let number, let line):
            "it is no XML: \(Self.words(for: number)) at line \(line)"
        case .notPropertyList(let root): "a property list does not begin with <\(root)>"
        case .badPropertyList(let words): "it is no property list: \(words)"
        case .badBinary(let words): "it is no binary property list: \(words)"
        case .unknownValue(let type): "it holds a value that no configuration has: \(type)"
        }
    }

    /// Words for the most frequent error numbers of libxml2 (libxml/xmlerror.h).
    private static func words(for number: Int) -> String {
        switch number {
        case 4: "no element begins"
        case 5: "it ends too early, or goes on after its end,"
        case 9: "a character that XML does not have"
        case 26: "an entity that nothing declares"
        case 38: "a < in an attribute value"
        case 39: "an attribute value without quotes"
        case 41: "an attribute without a value"
        case 42: "an attribute that stands twice"
        case 45: "a comment that does not end"
        case 47: "a processing instruction that does not end"
        case 65: "a space that is missing"
        case 68: "a name that is missing, as after a lone & or <"
        case 73: "a tag that does not end"
        case 76: "an end tag that is not its element's"
        case 77: "an element that does not end"
        default: "error \(number) of libxml2"
        }
    }
}
