import ClientModels
import X509

/// A reference identity and the names that a certificate presents.
struct NamedServer: CustomStringConvertible {
    enum Kind: Character, CaseIterable {
        case dns = "d"
        case address = "i"
        case commonName = "c"
        case mailbox = "e"
        case uri = "u"

        /// The tag of the GeneralName (RFC 5280 §4.2.1.6); nil for a name in the subject.
        fileprivate var tag: DERTag? {
            switch self {
            case .mailbox: .context(1, constructed: false)
            case .dns: .context(2, constructed: false)
            case .uri: .context(6, constructed: false)
            case .address: .context(7, constructed: false)
            case .commonName: nil
            }
        }
    }

    struct Presented: CustomStringConvertible {
        var kind: Kind
        var bytes: [UInt8]

        var description: String {
            "\(kind) \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        }
    }

    var reference: ReferenceIdentity
    var names: [Presented]

    /// Returns nil if no line states the reference identity.
    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            line.first
                .flatMap { Kind(rawValue: Character(Unicode.Scalar($0))) }
                .map { Presented(kind: $0, bytes: Array(line.dropFirst())) }
        }[...]
        guard let meant = lines.popFirst() else { return nil }
        switch meant.kind {
        case .dns:
            guard let name = String(validating: meant.bytes, as: UTF8.self) else { return nil }
            reference = .dns(name)
        case .address: reference = .ip(meant.bytes)
        case .commonName, .mailbox, .uri: return nil
        }
        // A common name here is a UTF8String, which must be valid UTF-8.
        names = lines.filter { name in
            name.kind != .commonName || String(validating: name.bytes, as: UTF8.self) != nil
        }
    }

    /// Returns the presented names of one kind.
    func bytes(_ kind: Kind) -> [[UInt8]] { names.filter { $0.kind == kind }.map(\.bytes) }

    var description: String { "\(reference) of \(names)" }

    /// A certificate with these names and a placeholder for its key and its signature.
    ///
    /// Only the names are read.
    var certificate: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.raw(Self.head)
                    writer.constructed(.sequence) { writer in
                        for name in bytes(.commonName) { writer.attribute(name) }
                    }
                    writer.raw(Self.key)
                    writeAlternatives(to: &writer)
                }
                writer.raw(Self.signature)
            }
        }
    }

    // These fields are encoded once, because all certificates share them.

    /// The fields before the subject.
    private static let head = DERWriter.bytes { writer in
        writer.constructed(.context(0, constructed: true)) { $0.integer(2) }
        writer.integer(1)
        writer.algorithm()
        writer.constructed(.sequence) { $0.attribute(Array("issuer".utf8)) }
        writer.constructed(.sequence) { writer in
            writer.time(Instant(seconds: 0))
            writer.time(Instant(seconds: 2_000_000_000))
        }
    }

    private static let key = DERWriter.bytes { writer in
        writer.constructed(.sequence) { writer in
            writer.algorithm()
            writer.bitString([0])
        }
    }

    private static let signature = DERWriter.bytes { writer in
        writer.algorithm()
        writer.bitString([0])
    }

    private func writeAlternatives(to writer: inout DERWriter) {
        let alternatives = names.compactMap { name in name.kind.tag.map { ($0, name.bytes) } }
        guard !alternatives.isEmpty else { return }
        writer.constructed(.context(3, constructed: true)) { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.subjectAlternativeName)
                    writer.constructed(.octetString) { writer in
                        writer.constructed(.sequence) { writer in
                            for (tag, bytes) in alternatives { writer.primitive(tag, bytes) }
                        }
                    }
                }
            }
        }
    }
}

extension DERWriter {
    /// Writes an AlgorithmIdentifier of an unknown algorithm.
    fileprivate mutating func algorithm() {
        constructed(.sequence) { $0.objectIdentifier(ObjectIdentifier(content: [0x2a, 3])) }
    }

    /// Writes a relative distinguished name with one common name.
    fileprivate mutating func attribute(_ commonName: [UInt8]) {
        constructed(.set) { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.commonName)
                writer.primitive(.utf8String, commonName)
            }
        }
    }
}
