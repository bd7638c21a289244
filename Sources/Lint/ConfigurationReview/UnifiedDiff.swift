/// Writes changes in the unified diff format, which `git apply` and `patch -p1` accept.
///
/// The diff is made from bytes, so that the unchanged parts of a line stay exactly the same.
enum UnifiedDiff {
    /// A byte range of the file and its replacement.
    typealias Edit = (range: Range<Int>, replacement: [UInt8])

    /// Lines of the file that change, and their replacement.
    private struct Change {
        /// The range of line numbers, from 0.
        let lines: Range<Int>
        /// The new lines, each with its line break.
        let new: [ArraySlice<UInt8>]
    }

    /// The number of unchanged lines around a change, as in `diff -u`.
    private static let context = 3
    private static let lineFeed = UInt8(ascii: "\n")

    /// Returns the diff of a file; empty if no line changes.
    ///
    /// - Parameters:
    ///   - path: the path of the file, relative to the folder in which the patch is applied.
    ///   - bytes: the content of the file.
    ///   - edits: the edits in the order of the file, without overlaps.
    /// - Returns: the diff.
    static func text(of path: String, _ bytes: [UInt8], _ edits: [Edit]) -> String {
        let old = lines(bytes[...])
        let changes = changes(in: old, bytes, edits)
        guard !changes.isEmpty else { return "" }
        var text = Array(
            "--- \(PatchPath.written("a/" + path))\n+++ \(PatchPath.written("b/" + path))\n".utf8
        )
        var start = 0
        // The number of lines that the changes so far have added.
        var shift = 0
        while start < changes.count {
            var end = start + 1
            while end < changes.count, areNear(changes[end - 1], changes[end]) { end += 1 }
            text += hunk(changes[start..<end], in: old, &shift)
            start = end
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a part of the file after the edits in it.
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

    /// Returns the lines, each with its line break; the last line may have none.
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
            // Further edits of the same lines belong to one change, and so does a line that the
            // edits join to the previous line.
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

    /// Returns the number of the line that contains a byte, from 0.
    ///
    /// The end of the last line break belongs to the line after it.
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

    /// Returns the number after the last line that a range touches.
    private static func lastLine(of range: Range<Int>, _ lines: [ArraySlice<UInt8>]) -> Int {
        let last = line(at: range.upperBound, of: lines)
        return last == lines.count || lines[last].startIndex == range.upperBound ? last : last + 1
    }

    /// Returns the last byte of a part of the file after the edits in it; nil if the part is empty.
    private static func lastByte(of edits: ArraySlice<Edit>, in bytes: ArraySlice<UInt8>) -> UInt8?
    {
        var end = bytes.endIndex
        for (range, replacement) in edits.reversed() where range.upperBound == end {
            if let last = replacement.last { return last }
            end = range.lowerBound
        }
        return bytes[..<end].last
    }

    /// Returns the change without unchanged lines at its start and end; nil if all lines are
    /// unchanged.
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

    /// Returns the numbers of a range in a hunk's header; an empty range names the line before it.
    private static func range(_ start: Int, _ count: Int) -> String {
        "\(count == 0 ? start : start + 1),\(count)"
    }
}
