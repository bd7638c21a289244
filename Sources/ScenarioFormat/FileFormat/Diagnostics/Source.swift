/// The text of a file, which diagnostics quote.
package final class Source: Sendable {
    /// The path of the file, as named on the command line or found in a folder.
    package let path: String
    /// The folder that paths in the file are relative to: empty for the working directory,
    /// otherwise with a trailing slash.
    package let folder: String
    /// The resolved folder that contains all files that the text may name; nil for a text that is
    /// not a file and may name none.
    package let root: String?
    /// The bytes without a byte order mark.
    package let bytes: [UInt8]
    /// The mark after the last byte.
    package let end: Mark

    /// Creates the source of the file at `path`.
    ///
    /// Without `root`, the text is not a file, and `path` is only its name.
    package init(path: String, bytes: [UInt8], root: String? = nil) {
        self.path = path
        self.root = root
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        end = self.bytes.mark(at: self.bytes.count)
    }

    /// Returns the mark of the byte at `offset`.
    package func mark(at offset: Int) -> Mark { bytes.mark(at: offset) }

    /// Returns the text of a 1-based line without its line break; invalid UTF-8 is replaced.
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

    /// Returns the length of the line break at `index`, in bytes; 0 if there is none.
    package func lineBreak(at index: Int) -> Int { bytes.lineBreak(at: index) }

    /// Returns the length of the key or scalar at `mark` in Unicode scalars, with its quotes; 1 for
    /// other nodes and for scalars of several lines.
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

/// The file and mark of a value.
package struct Place: Sendable {
    package let source: Source
    package let mark: Mark

    package init(source: Source, mark: Mark) {
        self.source = source
        self.mark = mark
    }
}

extension Diagnostic {
    /// Creates the diagnostic of a fault at a place; `text` is the key or scalar to underline.
    package init(_ fault: Fault, at place: Place, text: String? = nil) {
        self.init(
            fault,
            in: place.source,
            at: place.mark,
            length: text.map { place.source.length(of: $0, at: place.mark) } ?? 1
        )
    }

    /// Creates the diagnostic of a fault at a mark; nil for the whole file.
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
    /// Returns the mark of the byte at `offset`.
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

    /// Returns the length of the line break at `index`, in bytes; 0 if there is none.
    ///
    /// Line breaks that only YAML 1.1 has (§4.2: U+0085, U+2028, U+2029) are refused before lines
    /// are counted.
    fileprivate func lineBreak(at index: Int) -> Int {
        switch self[index] {
        case 0x0a: 1
        case 0x0d: index + 1 < count && self[index + 1] == 0x0a ? 2 : 1
        default: 0
        }
    }
}
