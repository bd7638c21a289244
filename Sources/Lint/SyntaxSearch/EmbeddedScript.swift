import Basics

/// A shell script inside another file.
struct EmbeddedScript {
    /// The index of the file.
    let file: Int
    /// The offset of the text in the file, in bytes.
    let offset: Int
    /// The text for the shell.
    ///
    /// The text has as many bytes as in the file, with blanks in place of the notation of the file.
    let text: [UInt8]

    /// Returns the scripts that the shared rules `script` and `words` match in a text.
    ///
    /// - Parameters:
    ///   - text: the file, or a script in it.
    ///   - result: the matches in the text.
    ///   - file: the index of the file.
    ///   - offset: the offset of the text in the file, in bytes.
    /// - Returns: the scripts, in the order of the matches.
    static func all(
        in text: SearchedFile,
        _ result: SyntaxResult,
        of file: Int,
        at offset: Int
    ) -> [EmbeddedScript] {
        guard case .matches(let matches, _, _) = result else { return [] }
        return matches.compactMap { match in
            var notation = ScriptNotation(text.bytes, text.language)
            let range: Range<Int>
            switch match.target {
            case .shared(.script):
                range = match.captures["SCRIPT"] ?? match.range
                notation.blankScript(range)
            case .shared(.words):
                let lists = ["WORDS", "MORE"].compactMap { match.captures[$0] }
                let parts = lists.isEmpty ? [match.range] : lists
                range = notation.blankLists(parts.sorted { $0.lowerBound < $1.lowerBound })
            case .search, .shared: return nil
            }
            let text = Array(notation.bytes[range])
            guard text.contains(where: { $0 != .blank && $0 != .newline }) else { return nil }
            return EmbeddedScript(file: file, offset: offset + range.lowerBound, text: text)
        }
    }
}

/// Replaces the notation of a file around and inside its scripts by what a shell reads, without
/// moving a byte.
private struct ScriptNotation {
    var bytes: [UInt8]
    let language: SourceLanguage

    init(_ bytes: [UInt8], _ language: SourceLanguage) {
        (self.bytes, self.language) = (bytes, language)
    }

    private static let blank = UInt8(ascii: " ")

    private mutating func blank(_ range: Range<Int>) {
        for index in range { bytes[index] = Self.blank }
    }

    private mutating func joinLines(_ range: Range<Int>) {
        for index in range where bytes[index] == .newline { bytes[index] = Self.blank }
    }

    private func end(ofLineAt index: Int, in range: Range<Int>) -> Int {
        bytes[index..<range.upperBound].firstIndex(of: .newline) ?? range.upperBound
    }

    // MARK: Scripts

    /// Blanks the quotation marks, headers and escapes of a script.
    mutating func blankScript(_ range: Range<Int>) {
        fillHoles(range)
        // Blank the prefixes of Python's literals, such as `f"…"`.
        let prefix = bytes[range].prefix(2).prefix { "bfruBFRU".utf8.contains($0) }.count
        let isPrefixed = range.count > prefix && language == .python
        if isPrefixed { blank(range.prefix(prefix)) }
        let range = isPrefixed ? range.dropFirst(prefix) : range
        let first = range.first.map { bytes[$0] } ?? 0
        if language == .yaml, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
            let end = end(ofLineAt: range.lowerBound, in: range)
            blank(range.lowerBound..<end)
            if first == UInt8(ascii: ">") { joinLines(range) }
        } else if bytes[range].starts(with: "<<".utf8) {
            blankHeredoc(range)
        } else if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
            || first == UInt8(ascii: "`")
        {
            blankQuotes(range, first)
        } else if language == .yaml {
            joinLines(range)
        } else if language == .dockerfile {
            blankComments(range)
        }
    }

    /// Blanks the first and the last line of a here-document.
    private mutating func blankHeredoc(_ range: Range<Int>) {
        blank(range.lowerBound..<end(ofLineAt: range.lowerBound, in: range))
        if let last = bytes[range].lastIndex(of: .newline) { blank(last..<range.upperBound) }
    }

    /// Blanks the quotation marks around a text, and its escapes of a quotation mark.
    private mutating func blankQuotes(_ range: Range<Int>, _ quote: UInt8) {
        let isTriple = bytes[range].prefix(3).count { $0 == quote } == 3 && range.count >= 6
        let count = isTriple ? 3 : 1
        guard range.count >= 2 * count else { return }
        blank(range.prefix(count))
        blank(range.suffix(count))
        let inner = range.dropFirst(count).dropLast(count)
        if quote == UInt8(ascii: "\"") {
            unescape(inner)
        } else if language == .yaml || language == .bash {
            for index in inner.dropLast() where bytes[index] == quote && bytes[index + 1] == quote {
                bytes[index] = Self.blank
            }
        }
        if language == .yaml { joinLines(inner) }
    }

    /// Blanks the backslash of `\"`, `\\` and `\$`, and, except in Bash, replaces `\n` by a line
    /// break and a blank.
    private mutating func unescape(_ range: Range<Int>) {
        var index = range.lowerBound
        while index + 1 < range.upperBound {
            guard bytes[index] == .backslash else {
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n") where language != .bash:
                (bytes[index], bytes[index + 1]) = (.newline, Self.blank)
            case UInt8(ascii: "\""), .backslash, UInt8(ascii: "$"): bytes[index] = Self.blank
            default: break
            }
            index += 2
        }
    }

    /// Blanks comments between the lines of one command, which Docker removes.
    private mutating func blankComments(_ range: Range<Int>) {
        var start = range.lowerBound
        var isContinued = false
        while start < range.upperBound {
            let end = end(ofLineAt: start, in: range)
            let line = bytes[start..<end].drop { $0 == Self.blank || $0 == .tab }
            if isContinued, line.isEmpty || line.first == .hash {
                blank(start..<min(end + 1, range.upperBound))
            } else {
                isContinued = line.last { $0 != .carriageReturn && $0 != Self.blank } == .backslash
            }
            start = end + 1
        }
    }

    /// Replaces the placeholders of templates by letters, because they are not shell code.
    ///
    /// The placeholders are `{{ … }}` and `${{ … }}` in Bash, Dockerfiles, YAML and JSON, and `${ …
    /// }` in other languages.
    private mutating func fillHoles(_ range: Range<Int>) {
        let isOfShells = [.bash, .dockerfile, .yaml, .json].contains(language)
        let opening = Array((isOfShells ? "{{" : "${").utf8)
        let closing = Array((isOfShells ? "}}" : "}").utf8)
        var start = range.lowerBound
        while let open = bytes[start..<range.upperBound].firstPlace(of: opening),
            let close = bytes[open.upperBound..<range.upperBound].firstPlace(of: closing)
        {
            let hasMark =
                open.lowerBound > range.lowerBound
                && bytes[open.lowerBound - 1] == UInt8(ascii: "$")
            for index in (hasMark ? open.lowerBound - 1 : open.lowerBound)..<close.upperBound
            where bytes[index] != .newline { bytes[index] = UInt8(ascii: "x") }
            start = close.upperBound
        }
    }

    // MARK: Lists of words

    /// Makes one command of the items of lists in JSON or YAML.
    ///
    /// - Returns: the bytes from the first list to the last list.
    mutating func blankLists(_ lists: [Range<Int>]) -> Range<Int> {
        guard let first = lists.first, let last = lists.last else { return 0..<0 }
        for (list, next) in zip(lists, lists.dropFirst())
        where list.upperBound <= next.lowerBound { blank(list.upperBound..<next.lowerBound) }
        for list in lists {
            fillHoles(list)
            let isInBrackets = "[(".utf8.contains(bytes[list].first ?? 0)
            if isInBrackets { blankBrackets(list) } else { blankItems(list) }
        }
        return first.lowerBound..<max(first.upperBound, last.upperBound)
    }

    /// Blanks brackets, commas, line breaks and comments outside quotation marks.
    private mutating func blankBrackets(_ range: Range<Int>) {
        var (quote, item) = (UInt8?.none, range.lowerBound)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if let open = quote {
                if byte == .backslash, open == UInt8(ascii: "\"") { index += 1 }
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == .hash, bytes[index - 1] == Self.blank {
                blank(index..<end(ofLineAt: index, in: range))
            } else if "[](),".utf8.contains(byte) || byte == .newline {
                bytes[index] = Self.blank
                if byte != .newline {
                    quoteItem(item..<index)
                    item = index + 1
                }
            }
            index += 1
        }
    }

    /// Blanks the hyphens, comments and line breaks of a YAML list with one item per line.
    ///
    /// The lines of an item with `|` remain separate lines.
    private mutating func blankItems(_ range: Range<Int>) {
        let line = bytes[..<range.lowerBound].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        let column = range.lowerBound - line
        var start = range.lowerBound
        var isBlock = false
        while start < range.upperBound {
            let end = end(ofLineAt: start, in: range)
            let text = start + bytes[start..<end].prefix { $0 == Self.blank }.count
            let indent = start == range.lowerBound ? column : text - start
            if text < end, bytes[text] == UInt8(ascii: "-"), indent <= column {
                blank(text..<text + 1)
                let value = bytes[text + 1..<end].drop { $0 == Self.blank }
                isBlock = value.first == UInt8(ascii: "|") || value.first == UInt8(ascii: ">")
                if isBlock { blank(text..<end) }
            } else if !isBlock, text < end, bytes[text] == .hash {
                blank(text..<end)
            }
            if !isBlock {
                if let hash = bytes[text..<end].firstPlace(of: Array(" #".utf8)) {
                    blank(hash.lowerBound..<end)
                }
                if end < range.upperBound { bytes[end] = Self.blank }
                quoteItem(text..<end)
            }
            start = end + 1
        }
    }

    /// Puts quotation marks in the blanks around an item of several words that has no quotation
    /// marks, because the item is one word of the command.
    private mutating func quoteItem(_ range: Range<Int>) {
        let item = bytes[range].drop { $0 == Self.blank }
        let end = item.lastIndex { $0 != Self.blank }.map { $0 + 1 } ?? item.startIndex
        let text = item[..<end]
        guard text.contains(Self.blank), !text.contains(UInt8(ascii: "'")),
            text.first != UInt8(ascii: "\""), item.startIndex > range.lowerBound,
            end < bytes.count, bytes[end] == Self.blank
        else { return }
        bytes[item.startIndex - 1] = UInt8(ascii: "'")
        bytes[end] = UInt8(ascii: "'")
    }
}
