import X509

/// The text of a pin, and the reasons why it can match no key.
package enum StatedPin {
    /// A reason why a well-formed pin matches no key of the owner's.
    package enum Dud: Equatable {
        /// `AAAA…`, or another byte repeated.
        case placeholder
        /// Of the documentation of a system.
        case sample
        /// SHA-256 of nothing, from a command whose input failed.
        case emptyInput
    }

    package static func dud(_ bytes: [UInt8]) -> Dud? {
        if let first = bytes.first, bytes.allSatisfy({ $0 == first }) { return .placeholder }
        let text = Base64.text(bytes)
        if text == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" { return .emptyInput }
        return samples.contains(text) ? .sample : nil
    }

    /// Whether text stands for a hash that is to come: a letter or two repeated, an ellipsis, or a
    /// dud.
    package static func isPlaceholder(_ text: String) -> Bool {
        let body = text.filter { $0 != "=" }
        return text.contains("...") || body.count > 8 && Set(body).count <= 2
            || Base64.decode(text.utf8).flatMap(dud) != nil
    }

    /// Android's and OkHttp's documentation, and the pins of TrustKit's README.
    private static let samples: Set = [
        "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=",
        "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=",
        "afwiKY3RxoMmLkuRW1l7QsPZTJPwDS2pdDROQjXw8ig=",
        "HXXQgxueCIU5TTLHob/bPbwcKOKw6DkfsTWYHbxbqTY=",
        "0SDf3cRToyZJaMsoS17oF72VMavLxj/N7WBNasNuiR8=",
    ]

    /// The 44 characters of base64 that text of another form stands for; nil if it cannot be told.
    package static func base64(of text: String) -> String? {
        for prefix in ["sha256//", "sha256/", "sha256:", "SHA256:", "pin-sha256="] {
            guard text.hasPrefix(prefix) else { continue }
            let rest = String(text.dropFirst(prefix.count))
            return Base64.decode(rest.utf8)?.count == 32 ? rest : nil
        }
        let digits = text.filter { $0 != ":" && $0 != " " }
        guard digits.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
        return Base64.text(bytes)
    }

    /// The way to a pin.
    package static let advice = "the hash of your own key: `hatpin inspect CERTIFICATE` prints it"

    /// The words for a dud.
    package static func words(_ dud: Dud) -> (label: String, impact: String) {
        switch dud {
        case .placeholder: ("a placeholder", "it matches no key")
        case .sample: ("from the system's documentation", "it matches no key of yours")
        case .emptyInput: ("the SHA-256 of nothing", "the command that made it read nothing")
        }
    }
}

extension String {
    /// Without blanks and line breaks around it.
    package var trimmingBlanks: String {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }
}
