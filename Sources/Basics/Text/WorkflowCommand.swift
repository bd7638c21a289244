/// A GitHub workflow command: one line of a log that becomes an annotation.
package struct WorkflowCommand: Sink, Sendable {
    package private(set) var text: String
    private var isInProperty = false

    /// The level of an annotation.
    package enum Kind: String, CaseIterable, Sendable {
        case error, warning, notice
    }

    /// The place where an annotation is shown.
    package struct Place: Sendable {
        /// The path relative to the repository's root.
        let file: String
        /// The line, from 1.
        let line: Int
        /// The column, from 1; nil for the whole line.
        let column: Int?

        /// Makes a place; each parameter sets the property with its name.
        package init(file: String, line: Int, column: Int? = nil) {
            (self.file, self.line, self.column) = (file, line, column)
        }
    }

    /// Writes `::error file=…,line=…,col=…,title=…::message` and ends the line.
    ///
    /// - Parameters:
    ///   - kind: the level.
    ///   - place: the place where it is shown.
    ///   - title: the text in bold.
    ///   - message: what is wrong.
    package init(_ kind: Kind, at place: Place, title: String, message: Untrusted) {
        text = "::\(kind.rawValue) "
        property("file=", place.file)
        property(",line=", String(place.line))
        if let column = place.column { property(",col=", String(column)) }
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

    /// Percent-encodes characters that end a line or a property (actions/toolkit, `command.ts`).
    ///
    /// Also spells out deceptive scalars and the second `#` of `##`.
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
