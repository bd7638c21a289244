/// A type of diagnostic, with the code that users look up with `hatpin explain`.
///
/// Other modules can add codes for the files that they read.
///
/// ```swift
/// static let complexKey = DiagnosticCode(
///     "Y006",
///     about: "A key is one word; lists and mappings cannot be keys."
/// )
/// ```
package struct DiagnosticCode: Sendable {
    /// The code: a letter and three digits, such as `S001`; its meaning never changes.
    ///
    /// `Y` is for bytes and YAML, `S` for the shape of a file and the syntax of values, `E` for the
    /// meaning of several values together, `C` for client definitions.
    package let rawValue: String
    package let level: Diagnostic.Level
    /// The reason for the rule and how to satisfy it, for `hatpin explain S001`.
    package let about: String

    /// A warning means that the file can be used, but probably does not do what its author
    /// intended.
    package init(_ rawValue: String, level: Diagnostic.Level = .error, about: String) {
        self.rawValue = rawValue
        self.level = level
        self.about = about
    }
}

extension DiagnosticCode: Hashable {
    /// Codes are equal if their names are equal.
    package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
