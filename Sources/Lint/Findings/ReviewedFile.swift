import ScenarioFormat

/// A file under review: its bytes, and the places of its lines.
package struct ReviewedFile: Sendable {
    /// The path of the file, as named on the command line or found in a named folder.
    package let name: String
    /// The content in UTF-8, without a byte order mark.
    package let bytes: [UInt8]
    /// The offsets of line starts.
    private let lineStarts: [Int]
    /// The number of characters before each block of bytes.
    private let charactersBefore: [Int]

    private static let block = 1_024

    package init(_ bytes: [UInt8], named name: String) {
        self.name = name
        self.bytes = TextBytes.utf8(bytes)
        var starts = [0]
        for (index, byte) in self.bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(index + 1)
        }
        lineStarts = starts
        var counts = [0]
        for start in stride(from: 0, to: self.bytes.count, by: Self.block) {
            let block = self.bytes[start..<min(start + Self.block, self.bytes.count)]
            counts.append((counts.last ?? 0) + Self.characters(block))
        }
        charactersBefore = counts
    }

    /// The last component of the name.
    package var lastName: String { name.split(separator: "/").last.map(String.init) ?? name }

    /// Returns the text in a range; replaces bytes that are not UTF-8.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// Returns the span of a range.
    package func span(_ range: Range<Int>) -> Span {
        let number = lineNumber(at: range.lowerBound)
        let line = lineRange(number)
        let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
        let end = min(max(range.upperBound, start), line.upperBound)
        return Span(
            range: range,
            mark: Mark(line: number, column: 1 + characters(line.lowerBound..<start)),
            length: max(1, characters(start..<end)),
            line: text(excerpt(of: line, around: start)),
            column: 1 + characters(excerpt(of: line, around: start).lowerBound..<start)
        )
    }

    /// Returns the part of a line around a place that a quotation keeps; a report shows fewer
    /// characters.
    ///
    /// Lines of generated code can have megabytes and thousands of findings.
    private func excerpt(of line: Range<Int>, around start: Int) -> Range<Int> {
        var low = max(line.lowerBound, start - Self.excerptLength)
        var high = min(line.upperBound, start + Self.excerptLength)
        while low > line.lowerBound, bytes[low] & 0xc0 == 0x80 { low -= 1 }
        while high < line.upperBound, bytes[high] & 0xc0 == 0x80 { high += 1 }
        return low..<high
    }

    /// The longest line that a fix shows, in bytes.
    private static let longestLine = 2_000

    /// The most bytes of an excerpt on each side of a place: 300 characters of four bytes, the most
    /// that a terminal report shows.
    private static let excerptLength = 1_200

    /// Returns the number of the line, from 1, that contains the byte at `offset`.
    package func lineNumber(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The bytes of each line, without its line break.
    package var lines: [Range<Int>] { lineStarts.indices.map { lineRange($0 + 1) } }

    /// Returns the bytes of a line, without its line break.
    package func lineRange(_ number: Int) -> Range<Int> {
        guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// Returns the range to delete: the given range, or its complete lines with their breaks if
    /// nothing else is on them.
    package func wholeLines(_ range: Range<Int>) -> Range<Int> {
        let first = lineRange(lineNumber(at: range.lowerBound))
        let lastNumber = lineNumber(at: max(range.lowerBound, range.upperBound - 1))
        let last = lineRange(lastNumber)
        func isBlank(_ part: Range<Int>) -> Bool {
            bytes[part].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        }
        guard isBlank(first.lowerBound..<range.lowerBound),
            isBlank(min(range.upperBound, last.upperBound)..<last.upperBound)
        else { return range }
        let end = lastNumber < lineStarts.count ? lineStarts[lastNumber] : bytes.count
        return first.lowerBound..<end
    }

    /// Returns the file after edits that do not overlap.
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

    /// Returns a fix with the lines that its edits change.
    package func fix(_ words: String, _ edits: Edit...) -> Fix { fix(words, edits) }

    /// Returns a fix with the lines that its edits change.
    package func fix(_ words: String, _ edits: [Edit]) -> Fix {
        let inOrder = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
        var lines: [Fix.Line] = []
        for (index, edit) in inOrder.enumerated() {
            let first = lineNumber(at: edit.range.lowerBound)
            let isDeletion = edit.replacement.isEmpty && areWholeLines(edit.range)
            guard !isDeletion, lines.last.map({ $0.number < first }) ?? true else { continue }
            let last = lineRange(
                lineNumber(at: max(edit.range.lowerBound, edit.range.upperBound - 1))
            )
            let all = lineRange(first).lowerBound..<max(last.upperBound, edit.range.upperBound)
            // Lines of generated code are too long to show; the edit is in the patch.
            guard all.count <= Self.longestLine else { continue }
            // Earlier edits that end on this line have deleted whole lines; the deleted lines are
            // not shown.
            let start = inOrder[..<index].lastIndex { $0.range.lowerBound < all.lowerBound }
            let inside = inOrder[(start.map { $0 + 1 } ?? 0)...].prefix {
                $0.range.lowerBound <= all.upperBound
            }
            var shown = Array(bytes[all])
            for edit in inside.reversed() {
                let low = edit.range.lowerBound - all.lowerBound
                let high = min(edit.range.upperBound - all.lowerBound, shown.count)
                shown.replaceSubrange(low..<max(low, high), with: edit.replacement.utf8)
            }
            let texts = String(decoding: shown, as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: true)
            for (index, text) in texts.enumerated() {
                lines.append(Fix.Line(number: first + index, text: String(text)))
            }
        }
        return Fix(words, edits: edits, lines: lines)
    }

    /// Returns whether a range consists of whole lines.
    private func areWholeLines(_ range: Range<Int>) -> Bool {
        let isStart = lineRange(lineNumber(at: range.lowerBound)).lowerBound == range.lowerBound
        let end = range.upperBound
        let isEnd = end >= bytes.count || end > 0 && bytes[end - 1] == UInt8(ascii: "\n")
        return isStart && isEnd
    }

    private func characters(_ range: Range<Int>) -> Int {
        // Most ranges are shorter than a block, so count them directly.
        guard range.count > Self.block else { return Self.characters(bytes[range]) }
        return characters(before: range.upperBound) - characters(before: range.lowerBound)
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        for byte in bytes where byte & 0xc0 != 0x80 { count += 1 }
        return count
    }

    private func characters(before offset: Int) -> Int {
        let block = offset / Self.block
        return charactersBefore[block] + Self.characters(bytes[(block * Self.block)..<offset])
    }
}
