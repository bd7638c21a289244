/// The syntax of a text, with a parser and a writer of values.
package struct Syntax<Parsed: Sendable>: Sendable {
    /// The syntax without parser and writer, for the schema and the strict reader.
    package let shape: TextSyntax
    /// Returns the value of a text, or throws its fault.
    package let parse: @Sendable (String) throws(Fault) -> Parsed
    /// Returns the text of a value, or throws if the value has none.
    package let write: @Sendable (Parsed) throws(Unwritable) -> Written

    /// - Parameters:
    ///   - noun: the noun with its article, such as "a validity".
    ///   - pattern: an ECMA 262 regular expression for editors, which all valid texts match except
    ///     `words`.
    ///   - words: valid texts that the pattern does not match, for editors.
    ///   - readings: the types that other YAML readers may give to valid texts.
    ///   - write: returns the text of a value.
    ///   - parse: returns the value of a text, or throws its fault.
    package init(
        _ noun: String,
        pattern: String? = nil,
        words: [String] = [],
        readings: TextSyntax.Readings = .text,
        write: @escaping @Sendable (Parsed) throws(Unwritable) -> Written,
        parse: @escaping @Sendable (String) throws(Fault) -> Parsed
    ) {
        (self.parse, self.write) = (parse, write)
        shape = TextSyntax(noun, pattern: pattern, words: words, readings: readings) { text in
            do throws(Fault) {
                _ = try parse(text)
                return nil
            } catch {
                return error
            }
        }
    }

    /// This syntax with the additional word `none`, which means nil.
    package var orNone: Syntax<Parsed?> {
        let (parse, write) = (parse, write)
        return Syntax<Parsed?>(
            shape.noun,
            pattern: shape.pattern,
            words: ["none"],
            readings: shape.readings,
            write: { parsed throws(Unwritable) in try parsed.map(write) ?? .word("none") }
        ) { text throws(Fault) in
            if text == "none" { return nil }
            return try parse(text)
        }
    }
}

extension Syntax where Parsed == String {
    /// Returns the syntax of any text.
    package static func any(_ noun: String) -> Syntax {
        Syntax(noun, readings: .any, write: Written.text) { text in text }
    }

    /// Returns the syntax of text for people, which must not be blank.
    package static func prose(_ noun: String) -> Syntax {
        Syntax(noun, readings: .any, write: Written.text) { text throws(Fault) in
            if text.allSatisfy(\.isWhitespace) { throw .emptyText(noun) }
            return text
        }
    }

    /// The syntax of a name: lower-case letters, digits and hyphens.
    package static var name: Syntax {
        Syntax(
            "a name",
            pattern: "^[a-z0-9-]+$",
            readings: .textOrNumber,
            write: Written.text
        ) { text throws(Fault) in
            guard !text.isEmpty, text.unicodeScalars.allSatisfy(isOfName) else {
                throw .badName(text)
            }
            return text
        }
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "-": true
        default: false
        }
    }
}

extension Syntax where Parsed == Int {
    /// Returns the syntax of a whole number in decimal digits without a sign.
    package static func number(_ range: ClosedRange<Int>) -> Syntax {
        Syntax(
            "a number",
            pattern: "^[0-9]+$",
            readings: .textOrNumber,
            write: Written.number
        ) { text throws(Fault) in
            guard let number = wholeNumber(text), range.contains(number) else {
                throw .badNumber(text, in: range)
            }
            return number
        }
    }
}

/// Reads decimal digits without a sign; nil for other texts.
package func wholeNumber(_ text: String) -> Int? {
    text.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
}

extension Character {
    /// Whether the character is one of 0 to 9; `isNumber` is true for other digits too.
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
