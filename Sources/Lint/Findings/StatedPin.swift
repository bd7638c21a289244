import X509

/// The text of a pin, and the reasons why it cannot match a key.
package enum StatedPin {
    /// A reason why a well-formed pin matches none of the owner's keys.
    package enum UnusableReason: Equatable {
        /// `AAAA…` or another repeated byte.
        case placeholder
        /// An example from a system's documentation.
        case sample
        /// The SHA-256 hash of empty input, from a command whose input failed.
        case emptyInput
    }

    package static func unusableReason(_ bytes: [UInt8]) -> UnusableReason? {
        if let first = bytes.first, bytes.allSatisfy({ $0 == first }) { return .placeholder }
        let text = Base64.text(bytes)
        if text == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" { return .emptyInput }
        return samples.contains(text) ? .sample : nil
    }

    /// Returns whether text is a placeholder for a hash: one or two letters repeated, an ellipsis,
    /// or a hash that matches no key.
    package static func isPlaceholder(_ text: String) -> Bool {
        let body = text.filter { $0 != "=" }
        return text.contains("...") || body.count > 8 && Set(body).count <= 2
            || Base64.decode(text.utf8).flatMap(unusableReason) != nil
    }

    /// The example pins of Android's and OkHttp's documentation and of TrustKit's README.
    private static let samples: Set = [
        "7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=",
        "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE=",
        "afwiKY3RxoMmLkuRW1l7QsPZTJPwDS2pdDROQjXw8ig=",
        "HXXQgxueCIU5TTLHob/bPbwcKOKw6DkfsTWYHbxbqTY=",
        "0SDf3cRToyZJaMsoS17oF72VMavLxj/N7WBNasNuiR8=",
    ]

    /// Returns the hash in 44 characters of base64; nil if the notation of the text is not known.
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

    /// The fix for a pin that matches no key.
    package static let advice =
        "write the hash of your own key; `hatpin inspect CERTIFICATE` "
        + "prints it"

    /// Returns the label and impact for a pin that matches no key.
    package static func words(_ reason: UnusableReason) -> (label: String, impact: String) {
        switch reason {
        case .placeholder: ("a placeholder", "it never matches")
        case .sample: ("an example from the documentation", "it matches none of your keys")
        case .emptyInput:
            (
                "the SHA-256 hash of empty input",
                "the command that produced it read "
                    + "no input"
            )
        }
    }
}

extension String {
    /// The text without leading and trailing white space.
    package var trimmingBlanks: String {
        let rest = drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }
}
