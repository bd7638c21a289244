/// Text for the log of a CI service, whose runner obeys commands in the output of a step.
package enum LogText {
    /// Returns the text without commands that a runner would obey.
    ///
    /// GitHub's runner obeys `::name::` at the start of a line, after any white space, and
    /// `##[name]` anywhere in a line (actions/runner, `ActionCommand.cs`). Azure's runner obeys
    /// `##vso[` and `##[` (azure-pipelines-agent, `Command.cs`). The function replaces the second
    /// character of each command by its JSON escape, so that JSON keeps its meaning. The text must
    /// consist of whole lines.
    package static func withoutCommands(_ text: String) -> String {
        guard text.contains("::") || text.contains("##") else { return text }
        var safe = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        var isAtStart = true
        while let scalar = rest.popFirst() {
            safe.append(scalar)
            if isAtStart, scalar == ":", rest.first == ":" {
                safe.append(contentsOf: "\\u003a".unicodeScalars)
                rest.removeFirst()
            } else if scalar == "#", isCommand(rest) {
                safe.append(contentsOf: "\\u0023".unicodeScalars)
                rest.removeFirst()
            }
            // Both runners end lines at CR, LF or both.
            let endsLine = scalar == "\n" || scalar == "\r"
            isAtStart = endsLine || isAtStart && scalar.properties.isWhitespace
        }
        return String(safe)
    }

    /// Whether a command follows a `#`; Azure also accepts capitals.
    private static func isCommand(_ rest: Substring.UnicodeScalarView) -> Bool {
        let next = String(rest.prefix(5)).lowercased()
        return next.hasPrefix("#[") || next.hasPrefix("#vso[")
    }
}
