import Basics

/// An input that breaks a target, as the report in its folder has it.
package struct FaultRecord: Sendable {
    package let target: String
    /// The kind of fault, and the functions of the project that it was in, innermost first.
    package let kind: String
    package let frames: [String]
    /// The input's size in bytes, and that of the one that was found first; nil where this is it.
    package let size: Int
    package let originalSize: Int?

    /// Each parameter is the property of its name.
    package init(
        target: String,
        kind: String,
        frames: [String],
        size: Int,
        originalSize: Int? = nil
    ) {
        (self.target, self.kind, self.frames) = (target, kind, frames)
        (self.size, self.originalSize) = (size, originalSize)
    }

    /// The text of `report.txt`, whose first line is the command that shows the finding again.
    ///
    /// - Parameters:
    ///   - report: the sanitizer's, or libFuzzer's.
    ///   - folder: where the finding stands.
    /// - Returns: the text of the file.
    package func text(_ report: String, in folder: String) -> String {
        let bytes =
            originalSize.map { "\($0) bytes as found, brought down to \(size)" }
            ?? "\(size) bytes, as found"
        let places = frames.map { "  in  \($0)\n" }.joined()
        return """
            script/fuzz \(target) --replay \(Prose.shellQuoted("\(folder)/input"))

            \(target): \(kind)
            \(places)input: \(bytes)

            \(report)
            """
    }
}

/// The report of a finding, read again.
package struct FoundFault: Sendable {
    /// The command that shows the finding again, and its kind and places in words.
    package let command, reason: String
    /// All of the report.
    package let text: String

    /// Reads what `FaultRecord` writes; of a text that is something else the first line counts.
    package init(_ text: String) {
        let parts = text.split(separator: "\n\n", maxSplits: 2)
        command = parts.first.map(String.init) ?? ""
        reason = parts.count > 1 ? String(parts[1]) : ""
        self.text = text
    }
}
