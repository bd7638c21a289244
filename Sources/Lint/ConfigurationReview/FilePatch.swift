import ScenarioFormat

/// The fixes of a file as one patch.
package struct FilePatch: Sendable {
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let bytes: [UInt8]
    /// The edits in the order of the file, without overlaps; offsets count from the start of the
    /// file, including a byte order mark.
    private let edits: [UnifiedDiff.Edit]
    /// The findings that the edits fix.
    package let fixed: [Finding]

    /// Takes the fix of each finding, the most severe first, unless the fix overlaps an earlier
    /// fix.
    ///
    /// Notes get no edits, because their code is usually intended, such as tests and local
    /// connections.
    ///
    /// - Parameters:
    ///   - findings: the findings of the file, the most severe first.
    ///   - bytes: the content of the file.
    package init(_ findings: [Finding], of bytes: [UInt8]) {
        // Findings count offsets after the byte order mark.
        let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        var taken = SeparateEdits()
        var fixed: [Finding] = []
        // The offsets of findings count the bytes of the text in UTF-8.
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

    /// Returns the change in the format of `diff -u`; empty if nothing is fixed.
    ///
    /// - Parameter path: the path of the file, relative to the folder in which the patch is
    ///   applied.
    /// - Returns: the text.
    package func diff(of path: String) -> String { UnifiedDiff.text(of: path, bytes, edits) }
}

/// Edits without overlaps; generated code can have thousands of edits.
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

    /// Returns whether the edits of one fix change a byte twice; adjacent edits are allowed.
    static func overlap(_ edits: [Edit]) -> Bool {
        let ranges = edits.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        return zip(ranges, ranges.dropFirst()).contains { $0.upperBound > $1.lowerBound }
    }

    mutating func insert(_ edit: Edit) { inOrder.insert(edit, at: place(of: edit)) }

    /// Returns the position after all edits that begin earlier than `edit`.
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
