import Basics

/// A fault that an input triggers in a fuzz target, for the report in the finding's folder.
package struct FaultRecord: Sendable {
    package let target: String
    /// The kind of fault, and the project's functions on the stack, innermost first.
    package let kind: String
    package let frames: [String]
    /// The size of the input in bytes, and its size before minimization; the latter is nil if the
    /// input was not minimized.
    package let size: Int
    package let originalSize: Int?

    /// Each parameter sets the property of its name.
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

    /// Returns the text of `report.txt`, whose first line is the command that repeats the finding.
    ///
    /// - Parameters:
    ///   - report: the report of the sanitizer or of libFuzzer.
    ///   - folder: the folder of the finding.
    /// - Returns: the text of the file.
    package func text(_ report: String, in folder: String) -> String {
        let bytes =
            originalSize.map { "\($0) bytes as found, minimized to \(size)" }
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

/// The report of a finding, read from its file.
package struct FoundFault: Sendable {
    /// The command that repeats the finding; the fault's kind, stack and input size in words.
    package let command, reason: String
    /// The whole report.
    package let text: String

    /// Reads the text that `FaultRecord` writes.
    ///
    /// In any other text, the part before the first empty line counts as the command.
    package init(_ text: String) {
        let parts = text.split(separator: "\n\n", maxSplits: 2)
        command = parts.first.map(String.init) ?? ""
        reason = parts.count > 1 ? String(parts[1]) : ""
        self.text = text
    }
}
