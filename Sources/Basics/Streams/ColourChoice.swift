/// The value of `--color`.
package enum ColourChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether a stream gets colours.
    package func hasColour(on stream: StandardStream) -> Bool {
        hasColour(Environment.colour, isTerminal: stream.isTerminal)
    }

    /// Whether a stream gets colours, given these environment variables.
    ///
    /// The first of the following that is set decides: `--color`; `FORCE_COLOR` and
    /// `CLICOLOR_FORCE`; `NO_COLOR` (https://no-color.org: not empty); `TERM=dumb`; whether the
    /// stream is a terminal. Standard output and standard error are decided separately.
    func hasColour(_ environment: [String: String], isTerminal: Bool) -> Bool {
        func isSet(_ name: String) -> Bool {
            environment[name].map { !$0.isEmpty } ?? false
        }
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if isSet("FORCE_COLOR") { return environment["FORCE_COLOR"] != "0" }
        if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
        if isSet("NO_COLOR") || environment["TERM"] == "dumb" { return false }
        return isTerminal
    }
}
