/// The report of the sanitizer or of libFuzzer on an input that breaks a target, with demangled
/// function names.
struct FuzzerReport {
    /// All lines of the report, with paths relative to the project's folder.
    ///
    /// If the program failed without a summary by a sanitizer or by libFuzzer, a last line says how
    /// it failed.
    let text: String
    /// The identity of the fault, or nil without a fault.
    let bucket: Bucket?

    /// Reads the output of a target.
    ///
    /// - Parameters:
    ///   - output: the whole output.
    ///   - root: the project's folder as compiled into the program; only frames of files below this
    ///     folder belong to the project.
    ///   - failure: how the program failed, or nil if it succeeded. A killed process prints no
    ///     report.
    init(_ output: String, root: String, failure: String? = nil) {
        let prefix = root.hasSuffix("/") ? root : root + "/"
        let unreported = failure.map { "\($0) without a report" }
        let kind = Self.kind(in: output)
        let end = kind == nil ? unreported.map { "\($0)\n" } ?? "" : ""
        text = output.replacing(prefix, with: "") + end
        bucket = (kind ?? unreported).map { kind in
            let stack = Self.stack(in: output)
            let frames = stack.compactMap { Self.ownFrame($0, below: prefix) }
            return Bucket(kind: Self.named(kind, stack, output), frames: frames)
        }
    }

    /// Returns the words of the report's summary for the fault.
    private static func kind(in output: String) -> String? {
        let lines = output.split(separator: "\n")
        guard let summary = lines.last(where: { $0.hasPrefix("SUMMARY: ") }) else { return nil }
        let words = summary.split(separator: " ").dropFirst(2)
        if summary.contains("libFuzzer:") { return words.joined(separator: " ") }
        if summary.contains(" leaked in ") { return "leak" }
        return words.first.map(String.init)
    }

    /// Returns the description of a fault.
    ///
    /// A trap is described by Swift's message. A broken property is described by the text before
    /// the colon, since the text after it depends on the input. Any other fault is described by the
    /// summary.
    private static func named(_ kind: String, _ stack: [Substring], _ output: String) -> String {
        let failure = "Swift runtime failure: "
        // The project's function is not always in the first frame: without a sanitizer, libFuzzer's
        // own frames come first.
        for frame in stack {
            guard let mark = frame.firstRange(of: failure) else { continue }
            return String(frame[mark.upperBound...].prefix { $0 != "/" })
        }
        let fatal = ": Fatal error: "
        for line in output.split(separator: "\n") {
            guard let mark = line.firstRange(of: fatal) else { continue }
            let words = line[mark.upperBound...]
            return String(words[..<(words.firstRange(of: ": ")?.lowerBound ?? words.endIndex)])
        }
        return kind
    }

    /// Returns the lines of the first stack, innermost first.
    private static func stack(in output: String) -> [Substring] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("#0 ") }) else { return [] }
        return Array(lines[start...].prefix { $0.hasPrefix("#") })
    }

    /// Returns the function of a frame, or nil if the function is not the project's, or if it only
    /// reports the fault or calls the target.
    private static func ownFrame(_ line: Substring, below prefix: String) -> String? {
        guard let name = line.firstRange(of: " in "), let path = line.firstRange(of: " " + prefix),
            name.upperBound <= path.lowerBound
        else { return nil }
        let file = line[path.upperBound...].prefix { $0 != ":" }
        guard !file.hasSuffix("/FuzzTarget.swift"), !file.hasSuffix("/EntryPoint.swift"),
            !file.hasPrefix(".build/")
        else { return nil }
        return String(line[name.upperBound..<path.lowerBound])
    }
}
