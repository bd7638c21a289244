import Forge
import ScenarioFormat
import X509

/// Gives a setup its own domain: a label of seven letters replaces `example` wherever it occurs.
///
/// Everything else stays the same: the number of labels, suffixes, capital letters and the length
/// of every field. So wildcards, constraints, look-alikes and DER surgery keep their meaning. A
/// setup that cannot be renamed completely must keep its names; see `isWhole`.
struct Renaming: Sendable {
    /// The label in the suite's names.
    private static let usual = Array("example".utf8)
    /// The letters of new labels, which are `case` and three letters.
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)

    private let label: [UInt8]

    /// Creates the renaming of this number, from 0, or nil if no label is left.
    init?(_ number: Int) {
        let base = Self.letters.count
        guard (0..<base * base * base).contains(number) else { return nil }
        let digits = [number / base / base, number / base % base, number % base]
        label = Array("case".utf8) + digits.map { Self.letters[$0] }
    }

    /// Returns the setup with its names changed, or nil if its host name does not contain the label
    /// and so would not become unique.
    func setup(_ setup: Setup) -> Setup? {
        guard case .dns(let name) = setup.connect else { return nil }
        let renamed = text(name)
        guard renamed != name, let stating = try? setup.pki.statingNames() else { return nil }
        var changed = setup
        changed.connect = .dns(renamed)
        changed.pki.entities = stating.entities.mapValues(entity)
        changed.pki.lists = setup.pki.lists.mapValues(list)
        let named = setup.named.map { (text($0.key), $0.value) }
        changed.named = Dictionary(named) { first, _ in first }
        changed.indicatedName = setup.indicatedName.map(text)
        changed.typedHost = setup.typedHost.map(text)
        return changed
    }

    /// Returns whether nothing of the original label is left in the forged files of a renamed
    /// setup.
    ///
    /// The check searches for parts of the label, since names such as `ample.test` or `exam*.test`
    /// relate to the whole label. It skips zero bytes, since BMPString and UniversalString have
    /// zero bytes between letters.
    static func isWhole(_ pki: ForgedPKI) -> Bool {
        let encodings =
            pki.members.values.map(\.certificate) + Array(pki.crls.values)
            + Array(pki.responses.values)
        return encodings.allSatisfy { encoding in
            let letters = encoding.lazy.filter { $0 != 0 }.map(\.lowercase)
            return [usual.prefix(4), usual.suffix(4)].allSatisfy { part in
                Array(letters).firstRange(of: part) == nil
            }
        }
    }

    // MARK: Texts

    /// Returns the bytes with each `example`, in any capitalization, replaced by the label in the
    /// same capitalization.
    func bytes(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= Self.usual.count else { return bytes }
        var changed = bytes
        for start in 0...bytes.count - Self.usual.count {
            let place = start..<start + Self.usual.count
            guard bytes[place].map(\.lowercase) == Self.usual else { continue }
            for (index, letter) in zip(place, label) {
                let isCapital = bytes[index] != bytes[index].lowercase
                changed[index] = isCapital ? letter & ~0x20 : letter
            }
        }
        return changed
    }

    private func text(_ text: String) -> String {
        String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
    }

    // MARK: Declarations

    private func entity(_ entity: Entity) -> Entity {
        var changed = entity
        changed.subject = entity.subject.map(name)
        changed.issuerName = entity.issuerName.map(name)
        changed.subjectAlternativeNames = entity.subjectAlternativeNames?.map(name)
        changed.nameConstraints = entity.nameConstraints.map { constraints in
            Entity.NameConstraints(
                permitted: constraints.permitted.map(name),
                excluded: constraints.excluded.map(name)
            )
        }
        changed.crlDistributionPoints = entity.crlDistributionPoints?.map { point in
            var changed = point
            changed.names = point.names.map(name)
            return changed
        }
        changed.extensions = entity.extensions.map(added)
        changed.raw = entity.raw.map(surgery)
        changed.crl?.extensions = entity.crl?.extensions.map(added) ?? []
        changed.ocsp?.extensions = entity.ocsp?.extensions.map(added) ?? []
        changed.ocsp?.raw = entity.ocsp?.raw.map(surgery) ?? []
        return changed
    }

    private func list(_ list: RevocationList) -> RevocationList {
        var changed = list
        changed.scope?.names = list.scope?.names.map(name) ?? []
        changed.extensions = list.extensions.map(added)
        changed.entries = list.entries.mapValues { entry in
            var changed = entry
            changed.extensions = entry.extensions.map(added)
            return changed
        }
        changed.raw = list.raw.map(surgery)
        return changed
    }

    private func name(_ name: Name) -> Name {
        Name(
            relativeNames: name.relativeNames.map { attributes in
                attributes.map { attribute in
                    Name.Attribute(
                        type: attribute.type,
                        tag: attribute.tag,
                        value: bytes(attribute.value)
                    )
                }
            }
        )
    }

    private func name(_ declared: DeclaredName) -> DeclaredName {
        switch declared {
        case .dns(let name): .dns(text(name))
        case .dnsBytes(let name): .dnsBytes(bytes(name))
        case .email(let mailbox): .email(text(mailbox))
        case .uri(let uri): .uri(text(uri))
        case .directory(let directory): .directory(name(directory))
        case .service(let name): .service(text(name))
        case .xmppAddress(let address): .xmppAddress(text(address))
        case .other(let type, let value): .other(type, bytes(value))
        case .ip, .ipBytes: declared
        }
    }

    private func added(_ added: Entity.AddedExtension) -> Entity.AddedExtension {
        var changed = added
        changed.value = bytes(added.value)
        return changed
    }

    private func surgery(_ surgery: Surgery) -> Surgery {
        guard case .set(let path, let encoding) = surgery else { return surgery }
        return .set(path: path, encoding: bytes(encoding))
    }
}

extension UInt8 {
    /// The lower-case letter of an ASCII capital; any other character unchanged.
    fileprivate var lowercase: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
