import X509

/// Texts of a `network_security_config.xml` as Android reads them, for reviews of such files.
package enum AndroidTexts {
    /// Returns the exception with which Android rejects the file; nil if Android accepts the file.
    package static func refusal(of root: MarkupElement) -> String? {
        do throws(XmlConfigSource.ParserException) {
            _ = try AndroidNetworkSecurity(config: root).applicationConfig()
            return nil
        } catch {
            return error.message
        }
    }

    /// Returns the bytes of a pin, of any length; nil if the text is not base64.
    package static func pin(_ text: String) -> [UInt8]? { AndroidBase64.decode(text.trimmed) }

    /// Returns the instant of an `expiration`; nil for text that Android rejects.
    package static func expiration(_ text: String) -> Instant? {
        CivilTime(javaDate: text)?.instant
    }

    /// Whether the text of an attribute means true; nil if the attribute's default applies.
    package static func boolean(_ text: String) -> Bool? {
        MarkupElement("", attributes: ["": text]).boolean("")
    }

    /// Returns a host name in lower case, without the surrounding whitespace that Android removes.
    package static func host(_ text: String) -> String { text.trimmed.lowercased() }

    /// Whether the entry for a host has pins that count at an instant; false for every host if
    /// Android rejects the file.
    package static func pins(
        by root: MarkupElement,
        at instant: Instant
    ) -> @Sendable (String) -> Bool {
        guard let application = try? AndroidNetworkSecurity(config: root).applicationConfig() else {
            return { _ in false }
        }
        return { host in
            let pins = application.config(for: host).pins
            return !pins.pins.isEmpty && pins.expirationTime.map { $0 >= instant } ?? true
        }
    }
}
