// Values as text in flow style.

extension Value {
    /// The value as it would be written on one line.
    package var inline: String {
        switch content {
        case .null, .missing: "~"
        case .text(let text): text
        case .list(let list): "[" + list.map(\.inline).joined(separator: ", ") + "]"
        case .mapping(let entries):
            entries.isEmpty
                ? "{}"
                : "{ " + entries.map { "\($0.key): \($0.value.inline)" }.joined(separator: ", ")
                    + " }"
        }
    }
}

extension Value {
    /// The node in flow style, with every text in JSON quotes.
    package var flowText: String {
        var text = ""
        writeFlow(to: &text)
        return text
    }

    /// Appends to one string for the whole node, for speed: a suite writes the definition of each
    /// case this way.
    private func writeFlow(to text: inout String) {
        switch content {
        case .null, .missing: text += "~"
        case .text(let word): text += Self.quoted(word)
        case .list(let list):
            text += "["
            for (index, value) in list.enumerated() {
                if index > 0 { text += ", " }
                value.writeFlow(to: &text)
            }
            text += "]"
        case .mapping(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                if index > 0 { text += ", " }
                text += Self.quoted(entry.key)
                text += ": "
                entry.value.writeFlow(to: &text)
            }
            text += "}"
        }
    }

    /// Text in double quotes, with escapes for everything that YAML refuses or editors do not show.
    static func quoted(_ text: String) -> String {
        // This path is faster and applies to nearly every text. A suite writes the definition of
        // each case this way.
        if text.utf8.allSatisfy({ $0.isPlainInQuotes }) { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.isHidden: quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let (letter, width) =
            switch scalar.value {
            case 0...0xff: ("x", 2)
            case 0...0xffff: ("u", 4)
            default: ("U", 8)
            }
        return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
    }
}

extension UInt8 {
    /// Whether the byte is visible ASCII or a space that needs no escape in quotes.
    fileprivate var isPlainInQuotes: Bool {
        (0x20..<0x7f).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}

extension Unicode.Scalar {
    /// Whether a file must not contain the character, or editors do not show it.
    var isHidden: Bool {
        // Most characters are ASCII; for others, the category requires a search in Unicode's
        // tables.
        if isASCII { return value < 0x20 || value == 0x7f }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            true
        default: false
        }
    }
}
