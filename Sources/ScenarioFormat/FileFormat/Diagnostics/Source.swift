/// The text of a file, which diagnostics quote.
package final class Source: Sendable {
    /// As it was named on the command line or found below it.
    package let path: String
    /// The folder that paths in it are relative to: empty for the working directory, else with a
    /// slash at its end.
    package let folder: String
    /// The folder, links resolved, that holds all files which it may name; nil for a text that is no
    /// file, and may name none.
    package let root: String?
    /// Without a byte order mark.
    package let bytes: [UInt8]
    /// The place after the last byte.
    package let end: Mark

    /// The file at `path` or, without a root, a text of that name.
    package init(path: String, bytes: [UInt8], root: String? = nil) {
        self.path = path
        self.root = root
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        end = self.bytes.mark(at: self.bytes.count)
    }

    /// Where the byte at `offset` stands.
    package func mark(at offset: Int) -> Mark { bytes.mark(at: offset) }

    /// The text of a 1-based line, without its break; what is not UTF-8 is replaced.
    package func line(_ number: Int) -> String {
        var (line, index) = (1, 0)
        while line < number, index < bytes.count {
            let width = lineBreak(at: index)
            index += max(width, 1)
            if width > 0 { line += 1 }
        }
        var end = index
        while end < bytes.count, lineBreak(at: end) == 0 { end += 1 }
        return String(decoding: bytes[index..<end], as: UTF8.self)
    }

    /// The bytes of the line break at `index`, 0 where there is none.
    package func lineBreak(at index: Int) -> Int { bytes.lineBreak(at: index) }

    /// How many Unicode scalars the key or scalar at `mark` takes in the file, quotes included; 1
    /// for what is no scalar, or goes on over several lines.
    package func length(of text: String, at mark: Mark) -> Int {
        let rest = Array(line(mark.line).unicodeScalars.dropFirst(mark.column - 1))
        if !text.isEmpty, rest.starts(with: text.unicodeScalars) {
            return text.unicodeScalars.count
        }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return 1 }
        var index = 1
        while index < rest.count {
            if rest[index] == "\\", quote == "\"" {
                index += 2
            } else if rest[index] == quote {
                return index + 1
            } else {
                index += 1
            }
        }
        return 1
    }
}

/// The place of a value in a file.
package struct Place: Sendable {
    package let source: Source
    package let mark: Mark

    package init(source: Source, mark: Mark) {
        self.source = source
        self.mark = mark
    }
}

extension Diagnostic {
    /// A fault at a place, where `text` is the key or scalar that is meant as a whole.
    package init(_ fault: Fault, at place: Place, text: String? = nil) {
        self.init(
            fault,
            in: place.source,
            at: place.mark,
            length: text.map { place.source.length(of: $0, at: place.mark) } ?? 1
        )
    }

    /// A fault at a mark; nil for the file as a whole.
    package init(_ fault: Fault, in source: Source, at mark: Mark? = nil, length: Int = 1) {
        self.init(
            code: fault.code,
            file: source.path,
            mark: mark,
            length: length,
            problem: fault.problem,
            help: fault.help,
            excerpt: mark.map { source.line($0.line) }
        )
    }
}

extension [UInt8] {
    /// Where the byte at `offset` stands.
    fileprivate func mark(at offset: Int) -> Mark {
        var (line, start, index) = (1, 0, 0)
        while index < Swift.min(offset, count) {
            let width = lineBreak(at: index)
            index += Swift.max(width, 1)
            if width > 0, index <= offset { (line, start) = (line + 1, index) }
        }
        let before = self[start..<Swift.max(start, Swift.min(offset, count))]
        return Mark(line: line, column: 1 + before.count { $0 & 0xc0 != 0x80 })
    }

    /// The bytes of the line break at `index`, 0 where there is none.
    ///
    /// The other breaks that YAML 1.1 knows (§4.2: U+0085, U+2028, U+2029) are refused before
    /// anyone counts lines.
    fileprivate func lineBreak(at index: Int) -> Int {
        switch self[index] {
        case 0x0a: 1
        case 0x0d: index + 1 < count && self[index + 1] == 0x0a ? 2 : 1
        default: 0
        }
    }
}
