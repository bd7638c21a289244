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
        try read(bytes).value
    }

    /// Reads the value, and the elements of an XML file.
    static func read(
        _ bytes: [UInt8]
    ) throws(NotationError) -> (value: PropertyListValue, outline: MarkupOutline?) {
        if bytes.starts(with: BinaryPropertyList.magic) {
            try BinaryPropertyList.check(bytes)
            return (try decoded(bytes), nil)
        }
        var (whole, reader) = (bytes, MarkupReader(bytes))
        // Wrap bare keys and values in a dictionary, and keep their lines and byte ranges.
        if let first = reader.firstElement, first.name == "key" {
            let opening = Array("<plist version=\"1.0\"><dict>".utf8)
            let start = first.startTag.lowerBound
            whole.insert(contentsOf: opening, at: start)
            let end = whole.count
            whole += Array("</dict></plist>".utf8)
            let inserted = [start..<(start + opening.count), end..<whole.count]
            reader = MarkupReader(whole, inserted: inserted)
        }
        // Foundation's reader is recursive without a limit; the size of this tree is bounded, and
        // libxml2's errors state lines.
        let outline = try reader.outline
        let root = outline.root.name
        guard root == "plist" || elements.contains(root) else { throw .notPropertyList(root: root) }
        return (try decoded(whole), outline)
    }

    private static let elements: Set<String> = [
        "dict", "array", "string", "true", "false", "integer", "real", "date", "data",
    ]

    private static func decoded(_ bytes: [UInt8]) throws(NotationError) -> PropertyListValue {
        let value: Any
        do {
            value = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        } catch {
            let words = (error as NSError).userInfo["NSDebugDescription"] as? String
            throw .badPropertyList(words ?? "it is not in the correct format")
        }
        return try converted(value)
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
