import Basics

/// The settings of a file, such as `.npmrc` or `nginx.conf`: keys, values and sections.
///
/// The reader is for the files of many programs. It accepts every form of comment, quotation and
/// separator that one of these programs accepts.
struct SettingsFile {
    /// A key with its value.
    struct Setting {
        /// The index of the section.
        var section: Int
        var key: Range<Int>
        /// The bytes of the value, inside its quotation marks; nil without a value.
        var value: Range<Int>?
        /// The bytes of the whole setting.
        var range: Range<Int>
    }

    /// A part of the file with settings of its own.
    struct Section {
        /// The bytes of the name; empty for the part before the first section.
        let name: Range<Int>
        /// The index of the section around this section; nil for the part before the first section.
        let parent: Int?
    }

    let bytes: [UInt8]
    private(set) var settings: [Setting] = []
    private(set) var sections = [Section(name: 0..<0, parent: nil)]
    /// The section that the next settings belong to.
    private var current = 0
    /// The place before which a quotation mark ends no text, by the mark.
    private var unclosed: [UInt8: Int] = [:]
    /// The most sections around a setting that are considered; hand-written files nest only a few.
    private static let deepest = 32
    /// The most bytes of a section's name that are considered.
    private static let longestName = 4_096

    /// Reads a file; in the form `lines`, each key that `begins` matches begins a section.
    init(_ bytes: [UInt8], _ form: SettingPattern.Form, _ begins: Expression? = nil) {
        self.bytes = bytes
        switch form {
        case .lines: readLines(begins)
        case .blocks: readBlocks()
        case .braces: readBraces()
        }
    }

    func text(_ range: Range<Int>?) -> String {
        String(decoding: bytes[range ?? 0..<0], as: UTF8.self)
    }

    /// Returns a section and the sections around it, the innermost first.
    func sections(around section: Int) -> [Int] {
        var (found, next): ([Int], Int?) = ([], section)
        while let section = next, found.count < Self.deepest {
            found.append(section)
            next = sections[section].parent
        }
        return found
    }

    /// Returns the names of the sections around a setting, the outermost first, joined with `::` as
    /// apt does; long names are data, and only their beginning counts.
    func sectionName(of setting: Setting) -> String {
        var joined = ""
        for section in sections(around: setting.section).reversed()
        where joined.utf8.count < Self.longestName {
            let name = text(sections[section].name.prefix(Self.longestName))
            if name.isEmpty { continue }
            joined += joined.isEmpty ? name : "::" + name
        }
        return joined
    }

    private mutating func enter(_ name: Range<Int>, in parent: Int) {
        sections.append(Section(name: name, parent: parent))
        current = sections.count - 1
    }

    // MARK: Lines

    private mutating func readLines(_ begins: Expression?) {
        var start = 0
        // The column of the last key whose value can continue on the next lines.
        var open: Int?
        while start < bytes.count {
            let line = logicalLine(from: start)
            let indent = bytes[line].prefix(while: Self.isBlank).count
            let range = trimmed(line)
            start = line.upperBound + 1
            guard let first = range.first.map({ bytes[$0] }) else { continue }
            if isComment(range) { continue }
            if let column = open, indent > column, !isAssignment(range) {
                extendLast(with: range)
                continue
            }
            open = nil
            switch first {
            case UInt8(ascii: "["): open = readHeader(range, indent)
            case UInt8(ascii: "<"): readTag(range)
            default:
                open = readSetting(range) ? indent : nil
                if let begins { beginSection(begins) }
            }
        }
    }

    /// Begins a section with the last setting if `begins` matches the setting's key.
    private mutating func beginSection(_ begins: Expression) {
        guard let last = settings.last, begins.matches(text(last.key)) else { return }
        enter(last.range, in: 0)
        settings[settings.count - 1].section = current
    }

    /// Adds a line to the value of the last setting.
    private mutating func extendLast(with line: Range<Int>) {
        guard var last = settings.popLast() else { return }
        let start = last.value.flatMap { $0.isEmpty ? nil : $0.lowerBound } ?? line.lowerBound
        last.value = start..<line.upperBound
        last.range = last.range.lowerBound..<line.upperBound
        settings.append(last)
    }

    /// Returns a line with the lines that a backslash at its end adds, without the last line break.
    private func logicalLine(from start: Int) -> Range<Int> {
        let first = bytes[start...].firstIndex { !Self.isBlank($0) } ?? bytes.count
        let goesOn = !isComment(first..<min(first + 2, bytes.count))
        var end = start
        while true {
            end = bytes[end...].firstIndex(of: .newline) ?? bytes.count
            let text = bytes[start..<end].last == 0x0d ? start..<end - 1 : start..<end
            let slashes = bytes[text].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            guard goesOn, slashes % 2 == 1, end < bytes.count else { return start..<end }
            end += 1
        }
    }

    private func isComment(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return false }
        // MariaDB and Dovecot include files by `!include` and `!includedir`.
        if bytes[range].starts(with: "!include".utf8) { return false }
        return [UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "!")].contains(bytes[first])
            || bytes[range].starts(with: "//".utf8)
    }

    /// Returns whether a line begins with a word and `=`, so that it does not continue a value.
    private func isAssignment(_ range: Range<Int>) -> Bool {
        let rest = bytes[range].drop { byte in
            Self.isLetterOrDigit(byte) || [0x2d, 0x2e, 0x5f].contains(byte)
        }
        return rest.startIndex > range.lowerBound
            && rest.drop(while: Self.isBlank).first == UInt8(ascii: "=")
    }

    /// Reads `[name]`; git allows a setting after it on the same line.
    private mutating func readHeader(_ range: Range<Int>, _ indent: Int) -> Int? {
        guard let end = place(of: UInt8(ascii: "]"), in: range) else { return nil }
        enter(trimmed(range.lowerBound + 1..<end), in: 0)
        let rest = trimmed(end + 1..<range.upperBound)
        guard !rest.isEmpty, !isComment(rest) else { return nil }
        return readSetting(rest) ? indent : nil
    }

    /// Reads `<name>` or `</name>` of Apache.
    private mutating func readTag(_ range: Range<Int>) {
        if bytes[range].starts(with: "</".utf8) {
            leave()
        } else if let end = bytes[range].lastIndex(of: UInt8(ascii: ">")) {
            enter(trimmed(range.lowerBound + 1..<end), in: current)
        }
    }

    /// Reads a key and its value.
    ///
    /// - Returns: whether the next lines can continue the value, as after `=` and `:`.
    private mutating func readSetting(_ range: Range<Int>) -> Bool {
        var key = range.lowerBound..<range.lowerBound
        var rest = range.upperBound..<range.upperBound
        if let quote = bytes[range].first, Self.quotes.contains(quote),
            let end = bytes[range.dropFirst()].firstIndex(of: quote)
        {
            key = range.lowerBound + 1..<end
            rest = end + 1..<range.upperBound
        } else {
            // The keys of RubyGems begin with a colon.
            let end =
                bytes[range.dropFirst()].firstIndex {
                    Self.isBlank($0) || Self.separators.contains($0)
                }
                ?? range.upperBound
            key = range.lowerBound..<end
            rest = end..<range.upperBound
        }
        rest = trimmed(rest)
        let isSeparated = bytes[rest].first.map(Self.separators.contains) ?? false
        if isSeparated { rest = trimmed(rest.dropFirst()) }
        rest = trimmed(rest.lowerBound..<comment(in: rest))
        let end = rest.isEmpty ? max(key.upperBound, rest.lowerBound) : rest.upperBound
        settings.append(
            Setting(
                section: current,
                key: key,
                value: rest.isEmpty && !isSeparated ? nil : unquoted(rest),
                range: range.lowerBound..<min(end, range.upperBound)
            )
        )
        return isSeparated
    }

    /// Returns where a comment after a value begins, or otherwise the end of the value.
    private func comment(in value: Range<Int>) -> Int {
        var quote: UInt8?
        for index in value {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if Self.quotes.contains(byte), index == value.lowerBound {
                quote = byte
            } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";"),
                index == value.lowerBound || Self.isBlank(bytes[index - 1])
            {
                return index
            }
        }
        return value.upperBound
    }

    /// Enters a block whose words come before the brace at `index`.
    private mutating func enterBlock(_ words: [Range<Int>], at index: Int) {
        let first = words.first ?? index..<index
        enter(first.lowerBound..<(words.last ?? first).upperBound, in: current)
    }

    private mutating func leave() { current = sections[current].parent ?? 0 }

    // MARK: Blocks

    private mutating func readBlocks() {
        var index = 0
        var words: [Range<Int>] = []
        while index < bytes.count {
            let byte = bytes[index]
            let rest = bytes[index...]
            if Self.isBlank(byte) || byte == .newline {
                index += 1
            } else if byte == UInt8(ascii: "#") || isDashes(at: index)
                || words.isEmpty && rest.starts(with: "//".utf8)
            {
                index = rest.firstIndex(of: .newline) ?? bytes.count
            } else if words.isEmpty, rest.starts(with: "/*".utf8) {
                index = rest.firstPlace(of: Array("*/".utf8))?.upperBound ?? bytes.count
            } else if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}") {
                add(words)
                words = []
                if byte == UInt8(ascii: "}") { leave() }
                index += 1
            } else if byte == UInt8(ascii: "{") {
                // The block contains code in Lua.
                if let name = words.first, text(name).hasSuffix("_by_lua_block") {
                    index = endOfBraces(from: index)
                } else {
                    enterBlock(words, at: index)
                    index += 1
                }
                words = []
            } else {
                let end = endOfWord(from: index)
                words.append(index..<end)
                index = end
            }
        }
        add(words)
    }

    /// Returns whether two dashes begin a comment of SQL, as a word of their own.
    private func isDashes(at index: Int) -> Bool {
        guard bytes[index...].starts(with: "--".utf8) else { return false }
        let next = bytes[(index + 2)...].first ?? .newline
        return Self.isBlank(next) || next == .newline
    }

    // MARK: Braces

    private mutating func readBraces() {
        var index = 0
        var words: [Range<Int>] = []
        // The number of open parentheses; inside them, a line break ends no setting.
        var depth = 0
        while index < bytes.count {
            let byte = bytes[index]
            let rest = bytes[index...]
            switch byte {
            case _ where Self.isBlank(byte): index += 1
            case UInt8(ascii: "/") where rest.starts(with: "//".utf8), UInt8(ascii: "#"):
                index = rest.firstIndex(of: .newline) ?? bytes.count
            case .newline, UInt8(ascii: ";"):
                if depth == 0 { addPair(&words) }
                index += 1
            case UInt8(ascii: ","):
                if depth == 0, words.count > 1, isPair(words) { addPair(&words) }
                // The end of an array of JSON.
                if words.count == 1, text(words[0]) == "]" { words = [] }
                index += 1
            case UInt8(ascii: "}"):
                addPair(&words)
                leave()
                depth = 0
                index += 1
            case UInt8(ascii: "{") where beginsBlock(at: index):
                enterBlock(words, at: index)
                (words, depth) = ([], 0)
                index += 1
            default:
                let end = endOfBareWord(from: index)
                let isQuoted = Self.quotes.contains(byte) || byte == UInt8(ascii: "`")
                for place in index..<end where !isQuoted {
                    if bytes[place] == UInt8(ascii: "(") { depth += 1 }
                    if bytes[place] == UInt8(ascii: ")") { depth = max(depth - 1, 0) }
                }
                words.append(index..<end)
                index = end
            }
        }
        addPair(&words)
    }

    /// Returns whether a brace begins a block, not a placeholder such as `{http.request.host}`.
    private func beginsBlock(at index: Int) -> Bool {
        // An object of JSON.
        if bytes[(index + 1)...].first == UInt8(ascii: "\"") { return true }
        let inside = bytes[(index + 1)...].prefix(Self.longestPlaceholder).prefix {
            $0 != UInt8(ascii: "}") && $0 != .newline && !Self.isBlank($0)
        }
        return inside.endIndex == bytes.count || bytes[inside.endIndex] != UInt8(ascii: "}")
            || inside.isEmpty
    }

    /// Returns whether words are a key and a value with `:` or `=`.
    private func isPair(_ words: [Range<Int>]) -> Bool {
        words.first.map { Self.separators.contains(bytes[$0.upperBound - 1]) } ?? false
            || words.dropFirst().first.map { Self.separators.contains(bytes[$0.lowerBound]) }
                ?? false
    }

    /// Adds a setting without the `:`, `=` or `+=` after its key.
    private mutating func addPair(_ words: inout [Range<Int>]) {
        defer { words = [] }
        guard var key = words.first else { return }
        var rest = words.dropFirst()
        if key.count > 1, Self.separators.contains(bytes[key.upperBound - 1]) {
            key = key.lowerBound..<key.upperBound - 1
        } else if let next = rest.first, ["=", ":", "+="].contains(text(next)) {
            rest = rest.dropFirst()
        }
        add([key] + rest)
    }

    /// Returns the end of a word with the quoted texts in it; a quotation mark that nothing closes
    /// counts as any other character.
    private mutating func endOfBareWord(from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            let rest = bytes[(index + 1)...]
            if byte == .newline || Self.isBlank(byte) { break }
            if Self.quotes.contains(byte) || byte == UInt8(ascii: "`") {
                if let end = closing(byte, after: index) {
                    // A key of JSON, whose value may follow without a space.
                    let isKey = index == start && bytes[(end + 1)...].first == UInt8(ascii: ":")
                    if isKey { return end + 2 }
                    index = end
                }
            } else if byte == UInt8(ascii: "{") {
                if index > start, beginsBlock(at: index) { break }
                index = rest.firstIndex(of: UInt8(ascii: "}")) ?? index
            } else if [UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ",")].contains(byte),
                index > start
            {
                break
            } else if byte == UInt8(ascii: "["), index == start {
                return index + 1
            }
            index += 1
        }
        return max(index, start + 1)
    }

    /// The most bytes of a placeholder.
    private static let longestPlaceholder = 256

    /// Returns the place of the quotation mark that ends a text.
    ///
    /// A backquote may be in a later line, and cannot be escaped; other marks must be in the same
    /// line.
    private mutating func closing(_ quote: UInt8, after start: Int) -> Int? {
        // An earlier search that began before this place has already found no closing mark.
        guard start >= unclosed[quote, default: 0] else { return nil }
        let isLong = quote == UInt8(ascii: "`")
        var index = start + 1
        while index < bytes.count, isLong || bytes[index] != .newline {
            if bytes[index] == quote { return index }
            index += !isLong && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        unclosed[quote] = index
        return nil
    }

    private mutating func add(_ words: [Range<Int>]) {
        guard let first = words.first, let last = words.last else { return }
        let value = words.count > 1 ? words[1].lowerBound..<last.upperBound : nil
        settings.append(
            Setting(
                section: current,
                key: unquoted(first),
                value: value.map { words.count == 2 ? unquoted($0) : $0 },
                range: first.lowerBound..<last.upperBound
            )
        )
    }

    private func endOfWord(from start: Int) -> Int {
        if Self.quotes.contains(bytes[start]) {
            var index = start + 1
            while index < bytes.count, bytes[index] != bytes[start] {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 1, bytes.count)
        }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "{"), index > start, bytes[index - 1] == UInt8(ascii: "$") {
                index = bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count - 1
            } else if Self.isBlank(byte) || byte == .newline || Self.ends.contains(byte) {
                break
            }
            index += 1
        }
        return max(index, start + 1)
    }

    /// Returns the place after the brace that closes the brace at `start`.
    private func endOfBraces(from start: Int) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "{") { depth += 1 }
            if bytes[index] == UInt8(ascii: "}") {
                depth -= 1
                if depth == 0 { return index + 1 }
            }
        }
        return bytes.count
    }

    // MARK: Bytes

    private static let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    private static let separators: Set = [UInt8(ascii: "="), UInt8(ascii: ":")]
    private static let ends: Set = [UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}")]

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0d].contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        guard let first = bytes[range].firstIndex(where: { !Self.isBlank($0) }),
            let last = bytes[range].lastIndex(where: { !Self.isBlank($0) })
        else { return range.lowerBound..<range.lowerBound }
        return first..<last + 1
    }

    private func unquoted(_ range: Range<Int>) -> Range<Int> {
        guard range.count > 1, let first = bytes[range].first, Self.quotes.contains(first),
            bytes[range.upperBound - 1] == first
        else { return range }
        return range.lowerBound + 1..<range.upperBound - 1
    }

    /// Returns the place of a byte outside quotation marks.
    private func place(of wanted: UInt8, in range: Range<Int>) -> Int? {
        var isQuoted = false
        return range.first { index in
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            return bytes[index] == wanted && !isQuoted
        }
    }
}
