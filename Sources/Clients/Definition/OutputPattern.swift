import FileFormat

/// A regular expression that is searched for in a program's output.
package struct OutputPattern: Hashable, Sendable {
    package let text: String

    /// - Throws: a fault for a text that is no regular expression.
    init(_ text: String) throws(Fault) {
        do {
            _ = try Self.compiled(text)
        } catch {
            throw .badPattern(text, "\(error)")
        }
        self.text = text
    }

    /// The first group of the first match, or the whole match of a pattern without groups; nil where
    /// nothing matches.
    package func firstMatch(in output: String) -> String? {
        // `Regex` is not Sendable, so that it is compiled where it is used; `init` has tried it.
        guard let regex = try? Self.compiled(text),
            let match = try? regex.firstMatch(in: output)
        else { return nil }
        let range = match.output.count > 1 ? match.output[1].range : nil
        return String(output[range ?? match.range])
    }

    /// Lines are matched on their own, since programs state reasons anywhere in their output, and by
    /// scalars, since output need not be text of any language.
    private static func compiled(_ text: String) throws -> Regex<AnyRegexOutput> {
        try Regex(text).anchorsMatchLineEndings().matchingSemantics(.unicodeScalar)
    }
}
