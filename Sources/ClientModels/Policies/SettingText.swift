/// The text of a setting, in which `$(spki(leaf))` stands for the pin of an entity.
///
/// The notation around a pin is the original's, such as curl's `sha256//$(spki(leaf))`.
package struct SettingText: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case plain(String)
        case pin(EntityPin)
    }

    private var parts: [Part] = []

    /// Takes a text apart.
    ///
    /// - Throws: `PolicyModelError.unclosedPin` or `.unknownPin` for the first `$(` that begins no
    ///   pin.
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

    /// The pins in it, in their order.
    package var pins: [EntityPin] {
        parts.compactMap { if case .pin(let pin) = $0 { pin } else { nil } }
    }

    /// Fills in the pins.
    ///
    /// - Parameter entities: certificates by the names of entities.
    /// - Returns: the text with the base64 of SHA-256 in place of each pin; a pin without a hash
    ///   stays as it is written, and so equals no key.
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
    /// The place of the parenthesis that closes one before the text; nil if none does.
    fileprivate var closingParenthesis: Index? {
        var depth = 1
        return indices.first { place in
            if self[place] == "(" { depth += 1 }
            if self[place] == ")" { depth -= 1 }
            return depth == 0
        }
    }
}
