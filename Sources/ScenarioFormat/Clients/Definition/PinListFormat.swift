/// How a client wants its pins written in `{pins}`.
package struct PinListFormat: Hashable, Sendable {
    /// One pin, with the hash of its key or its certificate.
    package var each = Template.pin
    package var between = ","

    /// Whether the client takes hashes of certificates instead of keys.
    package var takesCertificates: Bool { each.placeholders.contains(.certificateHash) }

    /// Returns the text for `{pins}`.
    ///
    /// - Parameter hashes: the hashes, in base64 for keys and in hexadecimal for certificates.
    /// - Returns: all pins in one text.
    /// - Throws: the placeholder without a value, if hashes of keys and certificates are mixed.
    package func text(of hashes: [String]) throws(UnfilledPlaceholder) -> String {
        var pins: [String] = []
        for hash in hashes {
            pins.append(
                try each.text(filling: [takesCertificates ? .certificateHash : .pin: hash])
            )
        }
        return pins.joined(separator: between)
    }
}

extension Template {
    fileprivate static let pin = Template(placeholder: .pin)
}
