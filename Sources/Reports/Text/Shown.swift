/// Text of users and files in messages.
package enum Shown {
    /// Escaped for a terminal.
    package static func escaped(_ text: String) -> String {
        var shown = TerminalText(hasColour: false)
        shown.value(text)
        return shown.text
    }
}
