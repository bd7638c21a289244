import JSON

/// A GitHub workflow command: one line of a log that becomes an annotation.
package struct WorkflowCommand: Sink, Sendable {
    package private(set) var text: String
    private var isInProperty = false

    /// Writes `::error file=…,line=…,col=…,title=…::message` and ends the line.
    ///
    /// - Parameters:
    ///   - file: relative to the repository's root.
    ///   - line: 1-based.
    ///   - column: 1-based; nil for the whole line.
    ///   - title: shown in bold.
    ///   - message: what is wrong.
    package init(
        errorIn file: String,
        line: Int,
        column: Int? = nil,
        title: String,
        message: Untrusted
    ) {
        text = "::error "
        property("file=", file)
        property(",line=", String(line))
        if let column { property(",col=", String(column)) }
        property(",title=", title)
        text += "::"
        message.write(to: &self)
        text += "\n"
    }

    private mutating func property(_ name: StaticString, _ value: String) {
        text += name.description
        isInProperty = true
        escape(value)
        isInProperty = false
    }

    /// Percent-encodes what ends a line or a property (actions/toolkit, `command.ts`), and spells
    /// out what deceives and the second `#` of `##`.
    package mutating func escape(_ value: String) {
        var before: Unicode.Scalar = " "
        for scalar in value.unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            case ":" where isInProperty: text += "%3A"
            case "," where isInProperty: text += "%2C"
            default:
                if scalar.isDeceptive || scalar == "#" && before == "#" {
                    text += scalar.spelledOut
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
            before = scalar
        }
    }
}
