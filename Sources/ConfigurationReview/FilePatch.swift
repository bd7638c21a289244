import Findings

/// Fixes of a file, applied to it.
package struct FilePatch: Sendable {
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let hasMark: Bool
    /// Without the byte order mark.
    private let old: [UInt8]
    /// In the order of the file; none overlaps another.
    private let edits: [Edit]
    /// The findings that the edits fix.
    package let fixed: [Finding]

    /// Takes the fix of each finding, the most severe first, that touches no place of one before it.
    ///
    /// Notes are left alone: tests and connections to this machine are as their owner means them.
    ///
    /// - Parameters:
    ///   - findings: of the file, the most severe first.
    ///   - bytes: of the file.
    package init(_ findings: [Finding], of bytes: [UInt8]) {
        hasMark = bytes.starts(with: Self.byteOrderMark)
        let old = hasMark ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
        var taken = SeparateEdits()
        var fixed: [Finding] = []
        // Offsets count the bytes of UTF-8.
        let isText = String(validating: old, as: UTF8.self) != nil
        for finding in findings where isText && finding.gravity != .note {
            guard let edits = finding.mend?.edits, !edits.isEmpty else { continue }
            let new = edits.filter { !taken.contains($0) }
            guard new.allSatisfy({ $0.range.upperBound <= old.count && taken.hasRoom(for: $0) })
            else { continue }
            for edit in new { taken.insert(edit) }
            fixed.append(finding)
        }
        self.old = old
        self.fixed = fixed
        edits = taken.inOrder
    }

    /// The whole file after the edits.
    package var result: [UInt8] {
        (hasMark ? Self.byteOrderMark : []) + text(from: 0, to: old.count, with: edits[...])
    }

    private func text(from start: Int, to end: Int, with edits: ArraySlice<Edit>) -> [UInt8] {
        var text: [UInt8] = []
        var place = start
        for edit in edits {
            text += old[place..<edit.range.lowerBound] + Array(edit.replacement.utf8)
            place = edit.range.upperBound
        }
        return text + old[place..<max(place, end)]
    }
}

/// Edits that touch none of each other; generated code has thousands.
private struct SeparateEdits {
    private(set) var inOrder: [Edit] = []

    func contains(_ edit: Edit) -> Bool {
        let place = place(of: edit)
        return inOrder.indices.contains(place) && inOrder[place] == edit
    }

    func hasRoom(for edit: Edit) -> Bool {
        let place = place(of: edit)
        let endsBefore =
            place == inOrder.count || edit.range.upperBound < inOrder[place].range.lowerBound
        return endsBefore
            && (place == 0 || inOrder[place - 1].range.upperBound < edit.range.lowerBound)
    }

    mutating func insert(_ edit: Edit) { inOrder.insert(edit, at: place(of: edit)) }

    /// Behind all that begin before the edit.
    private func place(of edit: Edit) -> Int {
        var (low, high) = (0, inOrder.count)
        while low < high {
            let middle = (low + high) / 2
            if inOrder[middle].range.lowerBound < edit.range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

// MARK: The diff

extension FilePatch {
    /// Lines that change, with the edits in them.
    private struct Hunk {
        /// From 0.
        var lines: Range<Int>
        var edits: ArraySlice<Edit>
    }

    /// Lines of the file that are shown around a change, as `diff -u` does.
    private static let context = 3

    /// The change in the unified format, as `git apply` and `patch -p1` take it; empty where nothing is
    /// fixed.
    package func diff(of file: String) -> String {
        let starts = lineStarts
        let hunks = hunks(starts)
        guard !hunks.isEmpty else { return "" }
        var shift = 0
        let (old, new) = file.hasPrefix("/") ? (file, file) : ("a/" + file, "b/" + file)
        var text = "--- \(PatchPath.written(old))\n+++ \(PatchPath.written(new))\n"
        for hunk in hunks { text += diff(of: hunk, starts, &shift) }
        return text
    }

    /// The offset of each line, and the end of the file.
    private var lineStarts: [Int] {
        var starts = [0]
        for (index, byte) in old.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(index + 1)
        }
        if starts.last != old.count { starts.append(old.count) }
        return starts
    }

    private func hunks(_ starts: [Int]) -> [Hunk] {
        func line(of offset: Int) -> Int {
            max(0, (starts.firstIndex { $0 > offset } ?? starts.count - 1) - 1)
        }
        var hunks: [Hunk] = []
        for (index, edit) in edits.enumerated() {
            let first = line(of: edit.range.lowerBound)
            let last = line(of: max(edit.range.lowerBound, edit.range.upperBound - 1))
            if let before = hunks.last, first <= before.lines.upperBound + 2 * Self.context {
                hunks[hunks.count - 1].lines =
                    before.lines
                    .lowerBound..<max(
                        before.lines.upperBound,
                        last + 1
                    )
                hunks[hunks.count - 1].edits = edits[before.edits.startIndex...index]
            } else {
                hunks.append(Hunk(lines: first..<(last + 1), edits: edits[index...index]))
            }
        }
        return hunks
    }

    private func diff(of hunk: Hunk, _ starts: [Int], _ shift: inout Int) -> String {
        let count = starts.count - 1
        let first = max(0, hunk.lines.lowerBound - Self.context)
        let end = min(count, hunk.lines.upperBound + Self.context)
        let before = lines(old[starts[first]..<starts[end]])
        let changed = text(from: starts[first], to: starts[end], with: hunk.edits)
        let after = lines(changed[...])
        let difference = after.difference(from: before)
        defer { shift += after.count - before.count }
        return "@@ -\(first + 1),\(before.count) +\(first + 1 + shift),\(after.count) @@\n"
            + Self.body(before, after, difference)
    }

    private static func body(
        _ before: [String],
        _ after: [String],
        _ difference: CollectionDifference<String>
    ) -> String {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (text, old, new) = ("", 0, 0)
        while old < before.count || new < after.count {
            if old < before.count, removed.contains(old) {
                text += "-" + before[old] + "\n"
                old += 1
            } else if new < after.count, inserted.contains(new) {
                text += "+" + after[new] + "\n"
                new += 1
            } else if old < before.count {
                text += " " + before[old] + "\n"
                (old, new) = (old + 1, new + 1)
            } else {
                break
            }
        }
        return text
    }

    private func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes
        guard !bytes.isEmpty else { return [] }
        return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
