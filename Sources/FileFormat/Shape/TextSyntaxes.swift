extension TextSyntax {
    /// Text for people: anything but nothing.
    package static func prose(_ noun: String) -> TextSyntax {
        TextSyntax(noun, readings: .any) { text in
            text.allSatisfy(\.isWhitespace) ? .emptyText(noun) : nil
        }
    }

    /// Lower-case letters, digits and hyphens.
    package static let name = TextSyntax("a name", pattern: "^[a-z0-9-]+$", readings: .textOrNumber)
    {
        text in
        isName(text) ? nil : .badName(text)
    }

    /// A whole number.
    package static func number(_ range: ClosedRange<Int>) -> TextSyntax {
        TextSyntax("a number", pattern: "^[0-9]+$", readings: .textOrNumber) { text in
            wholeNumber(text).map(range.contains) ?? false ? nil : .badNumber(text, in: range)
        }
    }
}

/// Decimal digits without sign; nil for anything else.
package func wholeNumber(_ text: String) -> Int? {
    text.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
}

private func isName(_ text: String) -> Bool {
    !text.isEmpty
        && text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
}

extension Character {
    /// Whether it is one of 0 to 9, which is less than `isNumber` takes.
    package var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
