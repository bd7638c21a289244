import X509

// The pins of a configuration, and the syntax of its texts.
extension XmlConfigSource {
    func parsePinSet(_ element: MarkupElement) throws(ParserException) -> AndroidPinSet {
        var pinSet = AndroidPinSet()
        if let text = element.attributes["expiration"] {
            let expiration = CivilTime(javaDate: text)?.instant
            try check(.androidParseExpiration, expiration != nil, element) {
                "Invalid expiration date in pin-set"
            }
            pinSet.expirationTime = expiration
        }
        for child in element.children where child.name == "pin" {
            if let pin = try parsePin(child) { pinSet.pins.append(pin) }
        }
        return pinSet
    }

    private func parsePin(_ element: MarkupElement) throws(ParserException) -> Pin? {
        let algorithm = element.attributes["digest"]
        try check(.androidParsePin, algorithm?.lowercased() == "sha-256", element) {
            "Unsupported pin digest algorithm: \((algorithm ?? "null").configurationExcerpt)"
        }
        let text = element.text.trimmed
        try check(.androidParsePin, !text.isEmpty, element) { "Missing pin digest" }
        let digest = AndroidBase64.decode(text)
        try check(.androidParsePin, digest != nil, element) { "Invalid pin digest" }
        try check(.androidParsePin, digest?.count == 32, element) {
            "digest length \(digest?.count ?? 0) does not match expected length for "
                + "\((algorithm ?? "null").configurationExcerpt) of 32"
        }
        try check(.androidParsePin, element.children.isEmpty, element) {
            "pin contains additional elements"
        }
        return digest.map(Pin.spkiSHA256)
    }
}

extension MarkupElement {
    /// Returns the value of an attribute as `getAttributeBooleanValue` does; nil if the attribute's
    /// default applies.
    ///
    /// `aapt` converts numbers and both truth values, in three spellings each (inferred); any other
    /// text is not a Boolean and means the default.
    func boolean(_ name: String) -> Bool? {
        switch attributes[name] {
        case "true", "TRUE", "True": true
        case "false", "FALSE", "False": false
        case .some(let text): Int(text).map { $0 != 0 }
        case nil: nil
        }
    }
}

extension String {
    /// `String.trim`: removes surrounding whitespace and control characters.
    var trimmed: String {
        let scalars = unicodeScalars.drop { $0.value <= 0x20 }
        let end = scalars.lastIndex { $0.value > 0x20 }
        return end.map { String(scalars[...$0]) } ?? ""
    }
}

extension CivilTime {
    /// Reads a date as a non-lenient `SimpleDateFormat("yyyy-MM-dd")` does; text after the date is
    /// ignored.
    ///
    /// Android uses midnight in the device's time zone; the model uses midnight in UTC.
    init?(javaDate text: String) {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        let numbers = parts.enumerated().compactMap { index, part -> Int? in
            let digits = part.drop { $0 == " " || $0 == "\t" }
                .prefix { $0.isASCII && $0.isNumber }
            let isWhole = index == 2 || digits.endIndex == part.endIndex
            return isWhole && digits.count <= 9 ? Int(digits) : nil
        }
        guard numbers.count == 3 else { return nil }
        self.init(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: 0,
            minute: 0,
            second: 0
        )
    }
}
