/// Escapes text from users and files for messages.
package enum Shown {
    /// Returns a text escaped for a terminal.
    package static func escaped(_ text: String) -> String {
        var shown = TerminalText(hasColour: false)
        shown.value(text)
        return shown.text
    }

    /// Returns a text of any length escaped for a terminal, with its line feeds and tabs unchanged.
    package static func escapedLines(_ text: String) -> String {
        var shown = ""
        var before: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars {
            let isLayout = scalar == "\n" || scalar == "\t"
            shown += isLayout ? String(scalar) : TerminalText.visible(scalar, after: before)
            before = scalar
        }
        return shown
    }
}
