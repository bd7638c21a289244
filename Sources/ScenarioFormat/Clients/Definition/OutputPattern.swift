import Synchronization

/// A regular expression that is searched for in a program's output.
package struct OutputPattern: Hashable, Sendable {
    package let text: String
    private let compiled: Compiled

    /// - Throws: a fault for a text that is no regular expression.
    init(_ text: String) throws(Fault) {
        do {
            compiled = try Compiled(text)
        } catch {
            throw .badPattern(text, "\(error)")
        }
        self.text = text
    }

    /// The first group of the first match, or the whole match of a pattern without groups; nil where
    /// nothing matches.
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

/// A pattern that is compiled once: each refusal of a program is put before all patterns of its
/// definition.
private final class Compiled: Sendable {
    /// Locked since `Regex` is not Sendable.
    let regex: Mutex<Regex<AnyRegexOutput>>

    /// Lines are matched on their own, since programs state reasons anywhere in their output, and by
    /// scalars, since output need not be text of any language.
    init(_ text: String) throws {
        regex = Mutex(
            try Regex(text).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
        )
    }
}
