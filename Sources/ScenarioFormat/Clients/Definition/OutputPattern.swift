import Synchronization

/// A regular expression to search for in a program's output.
package struct OutputPattern: Hashable, Sendable {
    package let text: String
    private let compiled: Compiled

    /// - Throws: a fault if the text is not a regular expression.
    init(_ text: String) throws(Fault) {
        do {
            compiled = try Compiled(text)
        } catch {
            throw .badPattern(text, "\(error)")
        }
        self.text = text
    }

    /// Returns the first group of the first match, or the whole match of a pattern without groups;
    /// nil if there is no match.
    package func firstMatch(in output: String) -> String? {
        compiled.regex.withLock { regex in
            guard let match = try? regex.firstMatch(in: output) else { return nil }
            let range = match.output.count > 1 ? match.output[1].range : nil
            return String(output[range ?? match.range])
        }
    }

    package static func == (one: OutputPattern, other: OutputPattern) -> Bool {
        one.text == other.text
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A pattern that is compiled once, because each refusal of a program is compared with all patterns
/// of its definition.
private final class Compiled: Sendable {
    /// Locked because `Regex` is not Sendable.
    let regex: Mutex<Regex<AnyRegexOutput>>

    /// Compiles a pattern.
    ///
    /// `^` and `$` match at the ends of each line, because programs print reasons anywhere in their
    /// output. A pattern matches Unicode scalars, because output may be in any encoding.
    init(_ text: String) throws {
        regex = Mutex(
            try Regex(text).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
        )
    }
}
