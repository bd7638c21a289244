import FuzzTargets
import ScenarioFormat

/// The lines of a text, split by code other than the reader under test.
struct NumberedText {
    let lines: [String]

    init(_ bytes: [UInt8]) {
        var bytes = bytes[...]
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
        let text = String(decoding: bytes, as: UTF8.self)
        // CR LF is one Character.
        lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
            .map(String.init)
    }

    /// Requires that the diagnostic's place is in the text and that its excerpt is that line.
    func check(_ diagnostic: Diagnostic) {
        invariant(
            !diagnostic.problem.isEmpty && diagnostic.length > 0,
            "a diagnostic has no message: \(diagnostic)"
        )
        guard let mark = diagnostic.mark else {
            let isOfWhole = [.empty, .notUTF8, .tooLarge].contains(diagnostic.code)
            return invariant(isOfWhole, "a diagnostic has no place: \(diagnostic)")
        }
        invariant(
            lines.indices.contains(mark.line - 1),
            "a diagnostic is outside the text: \(diagnostic)"
        )
        let line = lines[mark.line - 1]
        invariant(
            (1...line.unicodeScalars.count + 1).contains(mark.column),
            "a diagnostic is outside its line: \(diagnostic)"
        )
        invariant(diagnostic.excerpt == line, "a diagnostic quotes another line: \(diagnostic)")
    }
}
