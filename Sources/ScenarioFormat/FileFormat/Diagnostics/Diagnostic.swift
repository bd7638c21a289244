/// A place in a file, both 1-based; the column counts Unicode scalars.
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

/// A problem in a file: place, problem, and the way out.
///
/// Its texts quote the file, which may come from an attacker: a caller that shows them escapes them
/// for its output.
package struct Diagnostic: Error, Hashable, Sendable {
    /// The consequence for a run.
    package enum Severity: String, Hashable, Sendable {
        /// The file cannot be used; nothing runs.
        case error
        /// The file can be used; its author should look again.
        case warning
    }

    package let code: DiagnosticCode
    /// The file as it was named on the command line or found below it.
    package let file: String
    /// Nil for the file as a whole.
    package let mark: Mark?
    /// The length of the range at fault, in Unicode scalars from `mark`; at least 1.
    package let length: Int
    /// A lowercase fragment without a full stop.
    package let problem: String
    /// The way out; nil if the problem already says it.
    package let help: String?
    /// The line at `mark`, as it stands in the file.
    package let excerpt: String?

    package var severity: Severity { code.severity }

    /// The limit for one document; far more than a person fixes before the next run.
    ///
    /// Each diagnostic quotes its line, so that a hostile file could make an output of any size.
    package static let maximumPerDocument = 100
}

extension Diagnostic: Comparable {
    /// By file, place and code.
    package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        let start = Mark(line: 0, column: 0)
        if left.file != right.file { return left.file < right.file }
        let (leftMark, rightMark) = (left.mark ?? start, right.mark ?? start)
        if leftMark != rightMark { return leftMark < rightMark }
        return (left.code.rawValue, left.problem) < (right.code.rawValue, right.problem)
    }
}

/// A problem without its place; all sentences are made in the `Wording` files.
package struct Fault: Error, Hashable, Sendable {
    package let code: DiagnosticCode
    /// A lowercase fragment; texts of files in it are as they were written.
    package let problem: String
    /// The way out.
    package let help: String?

    package init(_ code: DiagnosticCode, _ problem: String, help: String? = nil) {
        self.code = code
        self.problem = problem
        self.help = help
    }
}
