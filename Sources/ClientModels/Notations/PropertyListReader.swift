import Foundation
import PathValidation
import X509

/// Reads property lists as values, with Foundation's reader.
///
/// XML and binary are supported. XML may be a copied part of an `Info.plist`: a bare `<dict>`, or
/// keys with their values. The older text form, with braces and semicolons, is rejected, because it
/// accepts nearly any text as a string.
enum PropertyListReader {
    static func value(in bytes: [UInt8]) throws(NotationError) -> PropertyListValue {
        if bytes.starts(with: BinaryPropertyList.magic) {
            try BinaryPropertyList.check(bytes)
            return try converted(read(bytes))
        }
        let whole = try whole(bytes).bytes
        // Foundation's reader is recursive without a limit; the size of the parser's tree is
        // bounded, and the parser's errors state lines.
        let root = try MarkupReader.element(in: whole)
        guard root.name == "plist" || Self.elements.contains(root.name) else {
            throw .notPropertyList(root: root.name)
        }
        return try converted(read(whole))
    }

    private static let elements: Set<String> = [
        "dict", "array", "string", "true", "false", "integer", "real", "date", "data",
    ]

    /// Wraps bare keys and values in a dictionary, keeping their lines.
    ///
    /// Returns the offset where
    /// bytes are added, and their number.
    static func whole(
        _ bytes: [UInt8]
    ) throws(NotationError) -> (bytes: [UInt8], start: Int, added: Int) {
        let start = try MarkupProlog.end(in: bytes)
        guard MarkupProlog.elementName(in: bytes, at: start) == "key" else { return (bytes, 0, 0) }
        let opening = Array("<plist version=\"1.0\"><dict>".utf8)
        let whole = bytes[..<start] + opening + bytes[start...] + Array("</dict></plist>".utf8)
        return (Array(whole), start, opening.count)
    }

    private static func read(_ bytes: [UInt8]) throws(NotationError) -> Any {
        do {
            return try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        } catch {
            let words = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw .badPropertyList(words ?? "it is not in the correct format")
        }
    }

    private static func converted(_ value: Any) throws(NotationError) -> PropertyListValue {
        switch value {
        case let entries as [String: Any]:
            var converted: [String: PropertyListValue] = [:]
            for (key, value) in entries { converted[key] = try Self.converted(value) }
            return .dictionary(converted)
        case let elements as [Any]:
            var converted: [PropertyListValue] = []
            for element in elements { converted.append(try Self.converted(element)) }
            return .array(converted)
        case let text as String: return .string(text)
        case let date as Date: return try instant(date)
        case let data as Data: return .data(Array(data))
        case let number as NSNumber: return try self.number(number)
        default: throw .unknownValue("\(type(of: value))")
        }
    }

    /// Returns the value of a number or a Boolean.
    ///
    /// Foundation reads every number as a Boolean too, so the number's type decides.
    private static func number(_ number: NSNumber) throws(NotationError) -> PropertyListValue {
        switch String(cString: number.objCType) {
        case "c", "B": return .boolean(number.boolValue)
        case "d", "f": return .real(number.doubleValue)
        default:
            guard let integer = Int(exactly: number) else { throw .unknownValue("\(number)") }
            return .integer(integer)
        }
    }

    private static func instant(_ date: Date) throws(NotationError) -> PropertyListValue {
        guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else {
            throw .unknownValue("a date")
        }
        return .date(Instant(seconds: seconds))
    }
}
