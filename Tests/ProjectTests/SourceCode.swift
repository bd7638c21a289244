/// The type names in a Swift file: comments and the text of strings are ignored, but expressions
/// inside strings count.
struct SourceCode {
    /// The top-level types that other files of the target can name.
    let declaredTypes: Set<String>
    /// Capitalised names, except names after a dot, which belong to members.
    let names: Set<String>

    init(_ text: String) {
        var stripper = Stripper(text)
        stripper.readCode(upToParenthesis: false)
        let code = stripper.code
        let lines = code.split(separator: UInt8(ascii: "\n"))
        declaredTypes = Set(lines.compactMap(Self.declaredType))
        names = Self.capitalisedNames(in: code)
    }

    private static let modifiers: Set = [
        "package", "public", "internal", "final", "indirect", "nonisolated",
    ]
    private static let keywords: Set = [
        "struct", "enum", "class", "protocol", "actor", "typealias",
    ]

    /// Returns the type that a line declares; nil if the line is indented, declares a private type,
    /// or declares no type.
    private static func declaredType(_ line: ArraySlice<UInt8>) -> String? {
        guard line.first != UInt8(ascii: " ") else { return nil }
        let words = String(decoding: line, as: UTF8.self)
            .replacing(/@\w+(\([^)]*\))? */, with: "")
            .split { !($0.isLetter || $0.isNumber || $0 == "_") }
            .drop { modifiers.contains(String($0)) }
        guard let keyword = words.first, keywords.contains(String(keyword)) else { return nil }
        return words.dropFirst().first.map(String.init)
    }

    private static func capitalisedNames(in code: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        var index = 0
        while index < code.count {
            let start = index
            while index < code.count, isOfName(code[index]) { index += 1 }
            if index > start, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(code[start]),
                start == 0 || code[start - 1] != UInt8(ascii: ".")
            {
                names.insert(String(decoding: code[start..<index], as: UTF8.self))
            }
            index = max(index, start + 1)
        }
        return names
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Copies code without comments and without the text of strings.
private struct Stripper {
    private(set) var code: [UInt8] = []
    private let text: [UInt8]
    private var index = 0

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    private func isNext(_ expected: String) -> Bool {
        text[index...].starts(with: expected.utf8)
    }

    private mutating func skip(to end: String) {
        while index < text.count, !isNext(end) { index += 1 }
    }

    /// Copies code until the end, or until the parenthesis that ends an expression inside a string.
    mutating func readCode(upToParenthesis: Bool) {
        var depth = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "/") where isNext("//"): skip(to: "\n")
            case UInt8(ascii: "/") where isNext("/*"): skip(to: "*/")
            case UInt8(ascii: "\""): readString(hashes: "")
            case UInt8(ascii: "#") where isNext("#\""):
                index += 1
                readString(hashes: "#")
            case UInt8(ascii: ")") where upToParenthesis && depth == 0: return
            case let byte:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                code.append(byte)
                index += 1
            }
        }
    }

    /// Reads a string literal from its first quotation mark and copies the expressions in it.
    private mutating func readString(hashes: String) {
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
        let end = quotes + hashes
        index += quotes.utf8.count
        code.append(UInt8(ascii: " "))
        while index < text.count, !isNext(end) {
            // A quotation mark in a regular expression does not start a string, so the scan
            // continues on the next line.
            if quotes == "\"", isNext("\n") { return }
            if isNext("\\\(hashes)(") {
                index += 2 + hashes.utf8.count
                readCode(upToParenthesis: true)
                code.append(UInt8(ascii: " "))
            } else {
                index += hashes.isEmpty && isNext("\\") ? 2 : 1
            }
        }
        index += end.utf8.count
    }
}
