import Crypto
import X509

/// A TLSA record: a statement of a server's zone about its certificates (RFC 6698 §2.1).
package struct TLSARecord: Hashable, Sendable {
    /// What a record says about the certificate that it matches (RFC 6698 §2.1.1), by the names of
    /// RFC 7218 §2.1.
    package enum Usage: UInt8, CaseIterable, Hashable, Sendable {
        /// The record matches a CA in a path that is also valid without DANE.
        case pkixTA = 0
        /// The record matches the end entity of a path that is also valid without DANE.
        case pkixEE = 1
        /// The record matches a trust anchor.
        case daneTA = 2
        /// The record matches the end entity, which then needs no path.
        case daneEE = 3

        /// The name in scenario files.
        package var name: String {
            switch self {
            case .pkixTA: "pkix-ta"
            case .pkixEE: "pkix-ee"
            case .daneTA: "dane-ta"
            case .daneEE: "dane-ee"
            }
        }

        /// Whether a path must also be valid without DANE.
        package var needsPKIX: Bool { self == .pkixTA || self == .pkixEE }
    }

    /// The part of a certificate that a record matches (RFC 6698 §2.1.2, RFC 7218 §2.2).
    package enum Selector: UInt8, CaseIterable, Hashable, Sendable {
        case certificate = 0
        case spki = 1

        /// The name in scenario files.
        package var name: String { self == .certificate ? "certificate" : "spki" }
    }

    /// How a record states the selected part (RFC 6698 §2.1.3, RFC 7218 §2.3).
    package enum MatchingType: UInt8, CaseIterable, Hashable, Sendable {
        case full = 0
        case sha256 = 1
        case sha512 = 2

        /// The name in scenario files.
        package var name: String { digest?.rawValue ?? "full" }

        /// The digest; nil if the record contains the part itself.
        var digest: Digest? {
            switch self {
            case .full: nil
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }

        /// Whether the data of a record can have this length, in bytes.
        package func accepts(length: Int) -> Bool {
            length > 0 && (digest == nil || digest?.length == length)
        }

        /// Returns the data of a record of this type for a part of a certificate; nil if this
        /// machine's libcrypto lacks the digest.
        package func data(of part: [UInt8]) -> [UInt8]? {
            guard let digest else { return part }
            return try? digest.hash(part)
        }
    }

    /// The three fields as numbers, which may be unknown.
    package var usage, selector, matchingType: UInt8
    package var data: [UInt8]

    package init(usage: UInt8, selector: UInt8, matchingType: UInt8, data: [UInt8]) {
        (self.usage, self.selector, self.matchingType) = (usage, selector, matchingType)
        self.data = data
    }

    /// Reads the content of a record; nil if the content is too short for the three fields.
    package init?(content: [UInt8]) {
        guard content.count >= 3 else { return nil }
        self.init(
            usage: content[0],
            selector: content[1],
            matchingType: content[2],
            data: Array(content.dropFirst(3))
        )
    }

    /// The content of the record.
    package var content: [UInt8] { [usage, selector, matchingType] + data }
}

extension TLSARecord.Selector {
    /// Returns the selected part of a certificate.
    package func part(of certificate: Certificate) -> [UInt8] {
        switch self {
        case .certificate: certificate.der
        case .spki: Array(certificate.der[certificate.spki])
        }
    }
}
