/// The text of a setting, in which `$(spki(leaf))` is the pin of an entity.
///
/// The text around a pin has the notation of the client, such as curl's `sha256//$(spki(leaf))`.
package struct SettingText: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case plain(String)
        case pin(EntityPin)
    }

    private var parts: [Part] = []

    /// Parses a text.
    ///
    /// - Throws: `PolicyModelError.unclosedPin` or `.unknownPin` for the first `$(` that does not
    ///   begin a pin.
    package init(_ text: String) throws(PolicyModelError) {
        var rest = text[...]
        while let start = rest.firstRange(of: "$(") {
            let operand = rest[start.upperBound...]
            guard let end = operand.closingParenthesis else { throw .unclosedPin(text) }
            guard let pin = EntityPin(operand[..<end]) else {
                throw .unknownPin(String(operand[..<end]))
            }
            parts += [.plain(String(rest[..<start.lowerBound])), .pin(pin)]
            rest = operand[operand.index(after: end)...]
        }
        parts.append(.plain(String(rest)))
    }

    /// The pins in the text, in their order.
    package var pins: [EntityPin] {
        parts.compactMap { if case .pin(let pin) = $0 { pin } else { nil } }
    }

    /// Fills in the pins.
    ///
    /// - Parameter entities: certificates by the names of entities.
    /// - Returns: the text with the base64 of SHA-256 in place of each pin; a pin without a hash is
    ///   kept as written, and therefore matches no key.
    package func filled(from entities: [String: [UInt8]]) -> String {
        parts.map { part in
            switch part {
            case .plain(let text): text
            case .pin(let pin):
                entities[pin.entity].flatMap(pin.base64) ?? "$(\(pin.written))"
            }
        }
        .joined()
    }
}

extension Substring {
    /// The index of the closing parenthesis whose opening parenthesis precedes this text; nil if
    /// the parenthesis is never closed.
    fileprivate var closingParenthesis: Index? {
        var depth = 1
        return indices.first { place in
            if self[place] == "(" { depth += 1 }
            if self[place] == ")" { depth -= 1 }
            return depth == 0
        }
    }
}
