/// Refuses YAML constructs that Hatpin's files do not need or that cost too much, before the parser
/// runs.
///
/// The refused constructs are anchors, aliases, tags, merge keys, complex keys, directives, tabs,
/// and deep or huge structures.
///
/// The guard knows just enough of YAML 1.1 to distinguish tokens from quoted text, comments, block
/// scalars and plain text of several lines. In doubt the guard passes the text to the parser, whose
/// cost is linear without aliases.
struct LexicalGuard {
    /// The limit on nested lists and mappings; the format needs fewer than ten levels.
    static let maximumDepth = 32
    /// The limit on keys, scalars, lists and mappings in a file.
    static let maximumNodes = 100_000
    /// The number of faults after which further faults are ignored.
    private static let maximumFaults = 20

    private let source: Source
    private let bytes: [UInt8]
    private var index = 0
    /// The offset of the first byte of the line that contains `index`.
    private var lineStart = 0
    private var flowDepth = 0
    /// The column of the last key or dash; -1 before the first.
    ///
    /// The value of that key or dash must be indented more.
    private var parent = -1
    /// The columns of the open block mappings and sequences.
    private var open: [Int] = []
    private var nodes = 0
    private var diagnostics: [Diagnostic] = []

    private init(_ source: Source) {
        self.source = source
        bytes = source.bytes
    }

    /// Returns all faults, in the order of the file.
    static func diagnostics(of source: Source) -> [Diagnostic] {
        var scanner = LexicalGuard(source)
        scanner.scan()
        return scanner.diagnostics
    }

    private mutating func scan() {
        startLine()
        while index < bytes.count, diagnostics.count < Self.maximumFaults {
            token()
            if nodes > Self.maximumNodes {
                report(.tooManyNodes(limit: Self.maximumNodes), at: index)
                return
            }
            if flowDepth + open.count > Self.maximumDepth {
                report(.tooDeep(limit: Self.maximumDepth), at: index)
                return
            }
        }
    }

    private mutating func token() {
        let byte = bytes[index]
        switch byte {
        case .newline, .carriageReturn: breakLine()
        case .space, .tab, UInt8(ascii: ","): index += 1
        case UInt8(ascii: "#"): skipLine()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted(byte)
        case UInt8(ascii: "["), UInt8(ascii: "{"): openFlow()
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            flowDepth = max(0, flowDepth - 1)
            index += 1
            closeKey(startingAt: nil)
        case UInt8(ascii: "|") where flowDepth == 0, UInt8(ascii: ">") where flowDepth == 0:
            blockScalar()
        case UInt8(ascii: "&"): refuse(.anchor)
        case UInt8(ascii: "!"): refuse(.tag)
        case UInt8(ascii: "*"): star()
        case UInt8(ascii: "%") where index == lineStart: refuse(.directive)
        case UInt8(ascii: "?") where isBlank(at: index + 1): refuse(.complexKey)
        case UInt8(ascii: ":") where flowDepth > 0 || isBlank(at: index + 1): index += 1
        case UInt8(ascii: "-") where flowDepth == 0 && isBlank(at: index + 1):
            open(at: index - lineStart)
            nodes += 1
            index += 1
        case UInt8(ascii: "-") where isMarker("---"), UInt8(ascii: ".") where isMarker("..."):
            index += 3
            (parent, flowDepth, open) = (-1, 0, [])
        default: plain()
        }
    }

    // MARK: Lines

    private mutating func breakLine() {
        index += max(1, source.lineBreak(at: index))
        startLine()
    }

    /// Skips the indentation, in which tabs are only allowed in lists and mappings in brackets.
    private mutating func startLine() {
        lineStart = index
        while index < bytes.count, bytes[index] == .space { index += 1 }
        guard flowDepth == 0, index < bytes.count, bytes[index] == .tab else { return }
        let tab = index
        while index < bytes.count, bytes[index] == .space || bytes[index] == .tab { index += 1 }
        if index < bytes.count, !isLineEnd(bytes[index]) {
            report(.tab, at: tab)
        }
    }

    private mutating func skipLine() {
        while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
    }

    // MARK: Tokens

    private mutating func openFlow() {
        flowDepth += 1
        nodes += 1
        index += 1
    }

    /// Notes a key or dash at `column`, and closes the block structures that are indented more.
    private mutating func open(at column: Int) {
        parent = column
        while let last = open.last, last > column { open.removeLast() }
        if open.last != column { open.append(column) }
    }

    /// Skips the colon after the last token, which makes that token a key, if there is a colon.
    private mutating func closeKey(startingAt start: Int?) {
        var next = index
        while next < bytes.count, bytes[next] == .space { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { return }
        guard flowDepth > 0 || isBlank(at: next + 1) else { return }
        index = next + 1
        if flowDepth == 0, let start { open(at: start - lineStart) }
    }

    private mutating func quoted(_ quote: UInt8) {
        let (start, startLine) = (index, lineStart)
        nodes += 1
        index += 1
        let escape = quote == UInt8(ascii: "'") ? quote : UInt8(ascii: "\\")
        while index < bytes.count {
            // In single quotes, a quote is escaped by a second one.
            let isEscape =
                bytes[index] == escape
                && (escape != quote || (index + 1 < bytes.count && bytes[index + 1] == quote))
            if bytes[index] == quote, !isEscape { break }
            if isEscape { index += 1 }
            if index < bytes.count, isLineEnd(bytes[index]) { lineStart = index + 1 }
            index += 1
        }
        index = min(index + 1, bytes.count)
        closeKey(startingAt: startLine == lineStart ? start : nil)
    }

    /// Skips a literal or folded scalar: lines that are blank or indented more than its parent, up
    /// to the end of the document.
    private mutating func blockScalar() {
        nodes += 1
        skipLine()
        while index < bytes.count {
            let lineEnd = index
            index += max(1, source.lineBreak(at: index))
            let start = index
            while index < bytes.count, bytes[index] == .space { index += 1 }
            guard index < bytes.count else { return }
            let isBeyond = index - start <= parent || isMarker("---", at: start)
            if !isLineEnd(bytes[index]), isBeyond || isMarker("...", at: start) {
                index = lineEnd
                return
            }
            skipLine()
        }
    }

    private mutating func star() {
        let next = index + 1 < bytes.count ? bytes[index + 1] : .space
        guard next == UInt8(ascii: ".") || isEnd(of: next) else { return refuse(.alias) }
        refuse(.unquotedWildcard)
    }

    private mutating func plain() {
        let (start, startLine) = (index, lineStart)
        nodes += 1
        plainLine()
        let trailing = bytes[start..<index].reversed().prefix { $0 == .space || $0 == .tab }.count
        if bytes[start..<index].dropLast(trailing).elementsEqual("<<".utf8) {
            report(.mergeKey, at: start, length: 2)
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
            closeKey(startingAt: startLine == lineStart ? start : nil)
            return
        }
        while continuesPlain() { plainLine() }
    }

    /// Skips plain text up to its end on this line, including the spaces before the end.
    private mutating func plainLine() {
        while index < bytes.count {
            let byte = bytes[index]
            if isLineEnd(byte) { return }
            if byte == UInt8(ascii: ":"), isBlank(at: index + 1) || endsFlow(at: index + 1) {
                return
            }
            if byte == UInt8(ascii: "#"), index > 0, isBlank(at: index - 1) { return }
            if flowDepth > 0, isFlowIndicator(byte) { return }
            index += 1
        }
    }

    /// Moves to the next line with text, if that text belongs to the plain scalar.
    private mutating func continuesPlain() -> Bool {
        guard index < bytes.count, isLineEnd(bytes[index]) else { return false }
        let before = self
        while index < bytes.count, isLineEnd(bytes[index]) { breakLine() }
        guard index < bytes.count, bytes[index] != UInt8(ascii: "#"),
            flowDepth > 0
                ? !isFlowIndicator(bytes[index])
                : index - lineStart > parent && !isMarker("---") && !isMarker("...")
        else {
            self = before
            return false
        }
        return true
    }

    // MARK: Faults

    private enum Refusal {
        case anchor, alias, tag, directive, complexKey, unquotedWildcard
    }

    /// Reports the token that starts here and skips it.
    private mutating func refuse(_ refusal: Refusal) {
        let start = index
        index += 1
        while index < bytes.count, !isEnd(of: bytes[index]) { index += 1 }
        let token = String(decoding: bytes[start..<index], as: UTF8.self)
        let fault: Fault =
            switch refusal {
            case .anchor: .anchor(token)
            case .alias: .alias(token)
            case .tag: .tag(token)
            case .directive: .directive(token)
            case .complexKey: .complexKey
            case .unquotedWildcard: .unquotedWildcard(token)
            }
        report(fault, at: start, length: token.unicodeScalars.count)
        if refusal == .directive { skipLine() }
    }

    private mutating func report(_ fault: Fault, at offset: Int, length: Int = 1) {
        diagnostics.append(
            Diagnostic(fault, in: source, at: source.mark(at: offset), length: length)
        )
    }

    // MARK: Characters

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == .newline || byte == .carriageReturn }

    private func isEnd(of byte: UInt8) -> Bool {
        byte == .space || byte == .tab || isLineEnd(byte)
            || (flowDepth > 0 && isFlowIndicator(byte))
    }

    /// Whether a space, a line break or the end of the file is at `offset`.
    private func isBlank(at offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        return bytes[offset] == .space || bytes[offset] == .tab || isLineEnd(bytes[offset])
    }

    private func endsFlow(at offset: Int) -> Bool {
        flowDepth > 0 && offset < bytes.count && isFlowIndicator(bytes[offset])
    }

    private func isFlowIndicator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private func isMarker(_ marker: String) -> Bool {
        index == lineStart && isMarker(marker, at: index)
    }

    private func isMarker(_ marker: String, at offset: Int) -> Bool {
        bytes[offset...].starts(with: marker.utf8) && isBlank(at: offset + 3)
    }
}

extension UInt8 {
    fileprivate static let tab: UInt8 = 0x09
    fileprivate static let newline: UInt8 = 0x0a
    fileprivate static let carriageReturn: UInt8 = 0x0d
    fileprivate static let space: UInt8 = 0x20
}
