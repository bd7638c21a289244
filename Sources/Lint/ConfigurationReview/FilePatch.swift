/// Fixes of a file, applied to it.
package struct FilePatch: Sendable {
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let bytes: [UInt8]
    /// In bytes from the start of the file, its mark included, and in its order; none overlaps another.
    private let edits: [UnifiedDiff.Edit]
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
        // Findings count after it.
        let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var taken = SeparateEdits()
        var fixed: [Finding] = []
        // Offsets count the bytes of UTF-8.
        let isText = TextBytes.isUTF8(bytes)
        for finding in findings where isText && finding.severity != .note {
            guard let edits = finding.fix?.edits, !edits.isEmpty else { continue }
            let end = bytes.count - start
            let new = edits.filter { !taken.contains($0) }
            guard new.allSatisfy({ $0.range.upperBound <= end && taken.hasRoom(for: $0) }),
                !SeparateEdits.overlap(new)
            else { continue }
            for edit in new { taken.insert(edit) }
            fixed.append(finding)
        }
        self.bytes = bytes
        self.fixed = fixed
        edits = taken.inOrder.map { edit in
            let range = edit.range
            return (
                start + range.lowerBound..<start + range.upperBound, Array(edit.replacement.utf8)
            )
        }
    }

    /// The whole file after the edits.
    package var result: [UInt8] { UnifiedDiff.result(of: edits[...], in: bytes[...]) }

    /// The change as `diff -u` writes it; empty where nothing is fixed.
    ///
    /// - Parameter path: of the file, from the folder in which the change is applied.
    /// - Returns: the text.
    package func diff(of path: String) -> String { UnifiedDiff.text(of: path, bytes, edits) }
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

    /// Whether edits of one fix, which may touch, change one byte in two ways.
    static func overlap(_ edits: [Edit]) -> Bool {
        let ranges = edits.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        return zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }

    mutating func insert(_ edit: Edit) { inOrder.insert(edit, at: place(of: edit)) }

    /// After all that begin before the edit.
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
