/// Text of users and files in messages.
package enum Shown {
    /// Escaped for a terminal.
    package static func escaped(_ text: String) -> String {
        var shown = TerminalText(hasColour: false)
        shown.value(text)
        return shown.text
    }

    /// Several lines, each escaped for a terminal.
    package static func escapedLines(_ text: String) -> String {
        text.split(separator: "\n").map { escaped(String($0)) + "\n" }.joined()
    }
}
