/// The one writer of changes of files in the unified format, which `git apply` and `patch -p1` take.
///
/// It works on bytes: the parts of a line that the edits leave alone come out as they went in.
enum UnifiedDiff {
    /// A range of the file, in bytes from its start, and what takes its place.
    typealias Edit = (range: Range<Int>, replacement: [UInt8])

    /// Lines of the file that change, and what takes their place.
    private struct Change {
        /// From 0.
        let lines: Range<Int>
        /// Each with its break.
        let new: [ArraySlice<UInt8>]
    }

    /// Unchanged lines that are shown around a change, as `diff -u` does.
    private static let context = 3
    private static let lineFeed = UInt8(ascii: "\n")

    /// The change of a file; empty where no line changes.
    ///
    /// - Parameters:
    ///   - path: of the file, from the folder in which the change is applied.
    ///   - bytes: of the file.
    ///   - edits: in the order of the file; none overlaps another.
    /// - Returns: the text.
    static func text(of path: String, _ bytes: [UInt8], _ edits: [Edit]) -> String {
        let old = lines(bytes[...])
        let changes = changes(in: old, bytes, edits)
        guard !changes.isEmpty else { return "" }
        var text = Array(
            "--- \(PatchPath.written("a/" + path))\n+++ \(PatchPath.written("b/" + path))\n".utf8
        )
        var start = 0
        // Lines that the file has more after the changes so far.
        var shift = 0
        while start < changes.count {
            var end = start + 1
            while end < changes.count, areNear(changes[end - 1], changes[end]) { end += 1 }
            text += hunk(changes[start..<end], in: old, &shift)
            start = end
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A part of the file after the edits in it.
    static func result(of edits: ArraySlice<Edit>, in bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var place = bytes.startIndex
        for (range, replacement) in edits {
            text += bytes[place..<range.lowerBound] + replacement
            place = range.upperBound
        }
        return text + bytes[place...]
    }

    // MARK: Lines

    /// Each with its break, which the last may lack.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        for index in bytes.indices where bytes[index] == lineFeed {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.endIndex { lines.append(bytes[start...]) }
        return lines
    }

    private static func changes(
        in old: [ArraySlice<UInt8>],
        _ bytes: [UInt8],
        _ edits: [Edit]
    ) -> [Change] {
        var changes: [Change] = []
        var next = 0
        while next < edits.count {
            let start = next
            let first = line(at: edits[start].range.lowerBound, of: old)
            let low = first < old.count ? old[first].startIndex : bytes.count
            var (end, high) = (first, low)
            // Further edits of the lines that one of them reaches belong to one change, and so does a
            // line that they join to the one before.
            repeat {
                while next < edits.count,
                    next == start || line(at: edits[next].range.lowerBound, of: old) < end
                {
                    end = max(end, lastLine(of: edits[next].range, old))
                    next += 1
                }
                if end > first { high = old[end - 1].endIndex }
                let last = lastByte(of: edits[start..<next], in: bytes[low..<high])
                guard end < old.count, let last, last != lineFeed else { break }
                end += 1
            } while true
            let new = result(of: edits[start..<next], in: bytes[low..<high])
            changes += [change(of: first..<end, in: old, to: lines(new[...]))].compactMap(\.self)
        }
        return changes
    }

    /// The number of the line with a byte, from 0; that after the last at the end of the last break.
    private static func line(at offset: Int, of lines: [ArraySlice<UInt8>]) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            let line = lines[middle]
            let isAfter =
                line.endIndex < offset
                || line.endIndex == offset && line.last == lineFeed
            if isAfter { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number after the last line of which a range has something.
    private static func lastLine(of range: Range<Int>, _ lines: [ArraySlice<UInt8>]) -> Int {
        let last = line(at: range.upperBound, of: lines)
        return last == lines.count || lines[last].startIndex == range.upperBound ? last : last + 1
    }

    /// The last byte of a part of the file after the edits in it; nil where nothing is left.
    private static func lastByte(of edits: ArraySlice<Edit>, in bytes: ArraySlice<UInt8>) -> UInt8?
    {
        var end = bytes.endIndex
        for (range, replacement) in edits.reversed() where range.upperBound == end {
            if let last = replacement.last { return last }
            end = range.lowerBound
        }
        return bytes[..<end].last
    }

    /// Without the lines at its start and end that stay; nil where all do.
    private static func change(
        of lines: Range<Int>,
        in old: [ArraySlice<UInt8>],
        to new: [ArraySlice<UInt8>]
    ) -> Change? {
        let most = min(lines.count, new.count)
        var (start, end) = (0, 0)
        while start < most, old[lines.lowerBound + start] == new[start] { start += 1 }
        while end < most - start,
            old[lines.upperBound - 1 - end] == new[new.count - 1 - end]
        {
            end += 1
        }
        let changed = lines.lowerBound + start..<lines.upperBound - end
        let rest = Array(new[start..<new.count - end])
        return changed.isEmpty && rest.isEmpty ? nil : Change(lines: changed, new: rest)
    }

    private static func areNear(_ first: Change, _ second: Change) -> Bool {
        second.lines.lowerBound - first.lines.upperBound <= 2 * context
    }

    // MARK: Text

    private static func hunk(
        _ changes: ArraySlice<Change>,
        in old: [ArraySlice<UInt8>],
        _ shift: inout Int
    ) -> [UInt8] {
        guard let first = changes.first, let last = changes.last else { return [] }
        let start = max(0, first.lines.lowerBound - context)
        let end = min(old.count, last.lines.upperBound + context)
        var text: [UInt8] = []
        var (place, more) = (start, 0)
        func add(_ sign: Character, _ lines: some Sequence<ArraySlice<UInt8>>) {
            for line in lines {
                text += String(sign).utf8
                text += line
                if line.last != lineFeed { text += "\n\\ No newline at end of file\n".utf8 }
            }
        }
        for change in changes {
            add(" ", old[place..<change.lines.lowerBound])
            add("-", old[change.lines])
            add("+", change.new)
            place = change.lines.upperBound
            more += change.new.count - change.lines.count
        }
        add(" ", old[place..<end])
        let count = end - start
        let head = "@@ -\(range(start, count)) +\(range(start + shift, count + more)) @@\n"
        shift += more
        return Array(head.utf8) + text
    }

    /// Of no line it names the line before.
    private static func range(_ start: Int, _ count: Int) -> String {
        "\(count == 0 ? start : start + 1),\(count)"
    }
}
