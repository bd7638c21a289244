/// A line and a column in a file, both 1-based; the column counts Unicode scalars.
package struct Mark: Hashable, Comparable, Sendable {
    package let line, column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A problem in a file: the place, the problem and the fix.
///
/// The diagnostic's texts quote the file, which may come from an attacker. A caller that shows them
/// must escape them for its output.
package struct Diagnostic: Error, Hashable, Sendable {
    /// The consequence of a problem for a run.
    package enum Level: String, Hashable, Sendable {
        /// The file cannot be used, and nothing runs.
        case error
        /// The file can be used, but its author should check it.
        case warning
        /// The file has no fault, but could state more.
        case note
    }

    package let code: DiagnosticCode
    /// The path of the file, as named on the command line or found in a folder.
    package let file: String
    /// The place; nil for the whole file.
    package let mark: Mark?
    /// The length of the underlined range from `mark`, in Unicode scalars; at least 1.
    package let length: Int
    /// The problem: a lower-case fragment without a full stop.
    package let problem: String
    /// The fix; nil if the problem already says it.
    package let help: String?
    /// The line at `mark`.
    package let excerpt: String?

    package var level: Level { code.level }

    /// The maximum number of diagnostics for one document.
    ///
    /// A person fixes far fewer before the next run. Each diagnostic quotes its line, so that
    /// without a limit a hostile file could cause output of any size.
    package static let maximumPerDocument = 100
}

extension Diagnostic: Comparable {
    /// Orders diagnostics by file, place and code.
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        let start = Mark(line: 0, column: 0)
        if left.file != right.file { return left.file < right.file }
        let (leftMark, rightMark) = (left.mark ?? start, right.mark ?? start)
        if leftMark != rightMark { return leftMark < rightMark }
        return (left.code.rawValue, left.problem) < (right.code.rawValue, right.problem)
    }
}

/// A problem in a file, without its place.
///
/// The texts of faults are in files such as `WordingOfYAML.swift`.
package struct Fault: Error, Hashable, Sendable {
    package let code: DiagnosticCode
    /// The problem: a lower-case fragment; it quotes texts of files without escapes.
    package let problem: String
    /// The fix.
    package let help: String?

    package init(_ code: DiagnosticCode, _ problem: String, help: String? = nil) {
        self.code = code
        self.problem = problem
        self.help = help
    }
}
