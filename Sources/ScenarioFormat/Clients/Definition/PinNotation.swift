/// How a client wants its pins written at `{pins}`.
package struct PinNotation: Hashable, Sendable {
    /// One pin, with the hash of its key or its certificate.
    package var each = Template.pin
    package var between = ","

    /// Whether it takes hashes of certificates; otherwise of keys.
    package var takesCertificates: Bool { each.placeholders.contains(.certificateHash) }

    /// The text for `{pins}`.
    ///
    /// - Parameter hashes: in base64, or for certificates in hexadecimal.
    /// - Returns: all pins in one text.
    /// - Throws: a pin's placeholder that has no value: hashes of keys and certificates do not mix.
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
