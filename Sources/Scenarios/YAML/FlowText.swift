// Values written back as text.

extension Value {
    /// The value as it would be written on one line.
    var inline: String {
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
    /// The node in flow style, every text quoted as JSON quotes it.
    var flowText: String {
        switch content {
        case .null, .missing: "~"
        case .text(let text): Self.quoted(text)
        case .list(let list): "[" + list.map(\.flowText).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{"
                + entries.map { "\(Self.quoted($0.key)): \($0.value.flowText)" }
                .joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.count == 1 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
