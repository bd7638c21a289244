/// How a client compares pins, and how it wants them written in `{pins}`.
package struct PinListFormat: Hashable, Sendable {
    /// The certificates with which a client compares its pins.
    package enum Scope: String, CaseIterable, Hashable, Sendable {
        case path
        case endEntity = "end-entity"

        var about: String {
            switch self {
            case .path: "every certificate of the path"
            case .endEntity: "only the server's own certificate"
            }
        }
    }

    /// The notation of one pin, with the hash of a key or a certificate.
    package var each = Template.pin
    package var between = ","
    package var scope = Scope.path
    /// Whether the client skips the validation of a pinned certificate, according to the client's
    /// documentation.
    package var isAlone = false

    /// Whether the client takes hashes of certificates instead of keys.
    package var takesCertificates: Bool {
        !each.placeholders.isDisjoint(with: ClientPlaceholder.certificateHashes)
    }

    /// Returns the text for `{pins}`.
    ///
    /// - Parameter pins: the hashes of each pin. A pin without the hash that the client takes is
    ///   left out.
    /// - Returns: the remaining pins in one text; nil if no pin remains.
    package func text(of pins: [[ClientPlaceholder: String]]) -> String? {
        let written = pins.compactMap { try? each.text(filling: $0) }
        return written.isEmpty ? nil : written.joined(separator: between)
    }
}

extension Template {
    fileprivate static let pin = Template(placeholder: .pin)
}
