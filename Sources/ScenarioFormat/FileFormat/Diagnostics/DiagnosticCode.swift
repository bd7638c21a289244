/// A kind of diagnostic, by the code that users look up with `hatpin explain`.
///
/// The set is open: a target that reads files of its own adds the codes of their meaning.
///
/// ```swift
/// static let complexKey = DiagnosticCode(
///     "Y006",
///     about: "A key is one word; lists and mappings cannot be keys."
/// )
/// ```
package struct DiagnosticCode: Sendable {
    /// A letter and three digits, such as `S001`; it keeps its meaning for ever.
    ///
    /// `Y` is for bytes and YAML, `S` for the shape of a file and the spelling of its words, `E` for
    /// the meaning of several values together, `C` for definitions of clients.
    package let rawValue: String
    package let severity: Diagnostic.Severity
    /// Why the rule exists and how to satisfy it, for `hatpin explain S001`.
    package let about: String

    /// A warning is for a file that can be used, though hardly as its author meant it.
    package init(_ rawValue: String, severity: Diagnostic.Severity = .error, about: String) {
        self.rawValue = rawValue
        self.severity = severity
        self.about = about
    }
}

extension DiagnosticCode: Hashable {
    /// Codes are told apart by their names alone.
    package static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
