import FileFormat
import SourceText

/// A file under review: its text and, where it has one, its tree.
package struct ReviewedFile: Sendable {
    /// As it was named on the command line or found below it.
    package let name: String
    /// Without a byte order mark.
    package let bytes: [UInt8]
    /// Its tokens, where its name or first line says a language; read once for all systems.
    package let source: SourceFile?
    /// The offsets at which lines begin.
    private let lineStarts: [Int]

    package init(_ bytes: [UInt8], named name: String) {
        self.name = name
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        var starts = [0]
        for (index, byte) in self.bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(index + 1)
        }
        lineStarts = starts
        let lastName = name.split(separator: "/").last.map(String.init) ?? name
        let text = self.bytes
        source = Language.of(lastName, text).map { SourceFile(text, $0) }
    }

    /// The last part of the name.
    package var lastName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// The file's text in a range; octets that are not UTF-8 are replaced.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// A range with its place.
    package func span(_ range: Range<Int>) -> Span {
        let number = lineNumber(at: range.lowerBound)
        let line = lineRange(number)
        let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
        let end = min(max(range.upperBound, start), line.upperBound)
        return Span(
            range: range,
            mark: Mark(line: number, column: 1 + characters(line.lowerBound..<start)),
            length: max(1, characters(start..<end)),
            line: text(line)
        )
    }

    /// The number of the line, from 1, with the byte at `offset`.
    package func lineNumber(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The bytes of every line, without breaks.
    package var lines: [Range<Int>] { lineStarts.indices.map { lineRange($0 + 1) } }

    /// The bytes of a line, without its break.
    package func lineRange(_ number: Int) -> Range<Int> {
        guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// The range and, where nothing else stands on its lines, all of these lines with their breaks:
    /// the range to delete.
    package func wholeLines(_ range: Range<Int>) -> Range<Int> {
        let first = lineRange(lineNumber(at: range.lowerBound))
        let lastNumber = lineNumber(at: max(range.lowerBound, range.upperBound - 1))
        let last = lineRange(lastNumber)
        let around =
            bytes[first.lowerBound..<range.lowerBound]
            + bytes[min(range.upperBound, last.upperBound)..<last.upperBound]
        guard around.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return range }
        let end = lastNumber < lineStarts.count ? lineStarts[lastNumber] : bytes.count
        return first.lowerBound..<end
    }

    /// The file after edits, which do not overlap.
    package func applying(_ edits: [Edit]) -> [UInt8] {
        var edited = bytes
        for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            edited.replaceSubrange(
                edit.range.clamped(to: 0..<bytes.count),
                with: edit.replacement.utf8
            )
        }
        return edited
    }

    /// A mend with the lines that its edits change.
    package func mend(_ words: String, _ edits: Edit...) -> Mend { mend(words, edits) }

    /// A mend with the lines that its edits change.
    package func mend(_ words: String, _ edits: [Edit]) -> Mend {
        var lines: [Mend.Line] = []
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let first = lineNumber(at: edit.range.lowerBound)
            let isDeletion = edit.replacement.isEmpty && wholeLines(edit.range) == edit.range
            guard !isDeletion, lines.last.map({ $0.number < first }) ?? true else { continue }
            let last = lineRange(
                lineNumber(at: max(edit.range.lowerBound, edit.range.upperBound - 1))
            )
            let all = lineRange(first).lowerBound..<max(last.upperBound, edit.range.upperBound)
            let inside = edits.filter {
                all.lowerBound <= $0.range.lowerBound && $0.range.lowerBound <= all.upperBound
            }
            var shown = Array(bytes[all])
            for edit in inside.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
                let low = edit.range.lowerBound - all.lowerBound
                let high = min(edit.range.upperBound - all.lowerBound, shown.count)
                shown.replaceSubrange(low..<max(low, high), with: edit.replacement.utf8)
            }
            let texts = String(decoding: shown, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: true)
            for (index, text) in texts.enumerated() {
                lines.append(Mend.Line(number: first + index, text: String(text)))
            }
        }
        return Mend(words, edits: edits, lines: lines)
    }

    private func characters(_ range: Range<Int>) -> Int {
        bytes[range].count { $0 & 0xc0 != 0x80 }
    }
}
