/// Text with placeholders, such as `--cacert={ca}`; `{{` and `}}` are literal braces.
package struct Template: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        case placeholder(ClientPlaceholder)
    }

    let parts: [Part]

    init(placeholder: ClientPlaceholder) { parts = [.placeholder(placeholder)] }

    private init(parts: [Part]) { self.parts = parts }

    /// Returns the template followed by a text and further parts.
    func followed(by text: String, _ rest: ArraySlice<Part>) -> Template {
        Template(parts: parts + [.literal(text)] + rest)
    }

    /// Reads a template.
    ///
    /// - Throws: a fault for an unmatched brace, an unknown placeholder, and a placeholder without
    ///   a value in this scope.
    init(_ text: String, in scope: PlaceholderScope) throws(Fault) {
        // The system would cut a word at its NUL without a diagnostic.
        guard !text.unicodeScalars.contains("\0") else { throw .nul(text) }
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            let isDoubled = rest.first == character
            switch character {
            case "{" where isDoubled, "}" where isDoubled:
                literal.append(character)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .openBrace(text) }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.placeholder(try Self.placeholder(rest[..<end], in: scope)))
                rest = rest[rest.index(after: end)...]
            case "}": throw .closingBrace(text)
            default: literal.append(character)
            }
        }
        self.parts = literal.isEmpty ? parts : parts + [.literal(literal)]
    }

    private static func placeholder(
        _ name: Substring,
        in scope: PlaceholderScope
    ) throws(Fault) -> ClientPlaceholder {
        let known = scope.placeholders.map(\.rawValue)
        let isName = name.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isName, !name.isEmpty else { throw .strayBrace }
        guard let placeholder = ClientPlaceholder(rawValue: String(name)) else {
            throw .unknownPlaceholder(String(name), known: known)
        }
        guard scope.placeholders.contains(placeholder) else {
            throw .strayPlaceholder(placeholder.rawValue, known: known)
        }
        return placeholder
    }

    /// The placeholders of the template.
    package var placeholders: Set<ClientPlaceholder> {
        Set(
            parts.compactMap { part in
                if case .placeholder(let placeholder) = part { placeholder } else { nil }
            }
        )
    }

    /// Returns the text with the values of its placeholders.
    ///
    /// - Throws: a placeholder that has no value, because the case does not use its feature.
    package func text(
        filling values: [ClientPlaceholder: String]
    ) throws(UnfilledPlaceholder) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder):
                guard let value = values[placeholder] else {
                    throw UnfilledPlaceholder(placeholder: placeholder)
                }
                text += value
            }
        }
        return text
    }

    /// The template as a definition states it.
    package var written: String {
        parts.map { part in
            switch part {
            case .literal(let text): text.replacing("{", with: "{{").replacing("}", with: "}}")
            case .placeholder(let placeholder): "{\(placeholder.rawValue)}"
            }
        }
        .joined()
    }
}

/// A placeholder without a value in this case.
package struct UnfilledPlaceholder: Error, Hashable, Sendable {
    package let placeholder: ClientPlaceholder
}
