/// The choice between plain and quoted text.
enum Quoting {
    /// Returns the text as YAML, plain or in double quotes.
    static func text(_ text: String) -> String {
        isPlain(text) ? text : Value.quoted(text)
    }

    /// Whether text needs no quotes for any YAML reader, also in lists and mappings in brackets.
    ///
    /// Quotes are needed for YAML's indicators, for text that a typing reader would read as a
    /// number, flag or null, and for invisible characters.
    static func isPlain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, scalars.last != " ", beginsPlain(first),
            !isTyped(text), !scalars.contains(where: \.isHidden)
        else { return false }
        // A hyphen or a dot may start an element or a marker, unless more text follows.
        if "-.".unicodeScalars.contains(first) {
            guard let second = scalars.dropFirst().first, isLetterOrDigit(second) else {
                return false
            }
        }
        // Within text, apostrophes, stars and other indicators have no meaning.
        return !scalars.contains { "#,[]{}\"`\\".unicodeScalars.contains($0) }
            && hasPlainColons(text)
    }

    /// One colon is allowed between a type and its value, as in `ip:192.0.2.1`.
    private static func hasPlainColons(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return true }
        guard parts.count == 2, let next = parts[1].unicodeScalars.first else { return false }
        return isLetterOrDigit(next)
    }

    private static func beginsPlain(_ scalar: Unicode.Scalar) -> Bool {
        isLetterOrDigit(scalar) || "-.+/(_$".unicodeScalars.contains(scalar)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// Whether a YAML 1.1 or 1.2 reader may read the text as another type (YAML 1.1 §10.1 and its
    /// types, 1.2.2 §10.3).
    ///
    /// Dates are not considered.
    private static func isTyped(_ text: String) -> Bool {
        let word = text.lowercased()
        if ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n"].contains(word) {
            return true
        }
        let digits = word.drop { $0 == "+" || $0 == "-" }.filter { $0 != "_" }
        guard let first = digits.first, first.isASCIIDigit || first == "." else { return false }
        let isSexagesimal =
            digits.contains(":") && digits.allSatisfy { $0.isASCIIDigit || $0 == ":" || $0 == "." }
        return Double(digits) != nil || isSexagesimal
            || [".inf", ".nan"].contains(digits)
            || ["0b", "0o", "0x"].contains { digits.hasPrefix($0) }
    }
}
