import Crypto
import X509

/// A pin that names an entity of the test case: `spki(leaf)`.
package struct EntityPin: Hashable, Sendable {
    /// The part of the entity that is pinned.
    package enum Function: String, CaseIterable, Hashable, Sendable {
        /// The SubjectPublicKeyInfo of the entity's certificate.
        case spki
        /// The whole certificate of the entity.
        case certificate
    }

    /// The part that is pinned.
    package let function: Function
    /// The name of the entity, which may not exist.
    package let entity: String

    /// Creates the pin of a part of an entity.
    package init(_ function: Function, of entity: String) {
        (self.function, self.entity) = (function, entity)
    }

    /// Reads `FUNCTION(ENTITY)`; nil for other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let function = Function(rawValue: String(parts[0])),
            parts[1].hasSuffix(")")
        else { return nil }
        self.init(function, of: String(parts[1].dropLast()))
    }

    /// The pin as written in files.
    package var written: String { "\(function.rawValue)(\(entity))" }

    /// Returns the pin for an entity with this certificate.
    package func pin(of certificate: [UInt8]) -> Pin {
        switch function {
        case .spki: .key(of: certificate)
        case .certificate: .certificate(certificate)
        }
    }

    /// Returns SHA-256 of the pinned part in base64; nil for the key of bytes that are not a
    /// certificate.
    func base64(of certificate: [UInt8]) -> String? {
        let hash =
            switch function {
            case .spki: pin(of: certificate).spkiHash()
            case .certificate: try? Digest.sha256.hash(certificate)
            }
        return hash.map(Base64.text)
    }
}
