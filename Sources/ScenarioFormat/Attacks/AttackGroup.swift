import Basics

// ScenarioFormat/Attacks lists known attacks, with or without a scenario. `attacks.txt` is the
// catalogue, and the build embeds it.

/// A group of the attack catalogue: attacks by a server, a chain or a proxy on a client, or by a
/// client on a server.
///
/// The catalogue contains the attacks of the suites that test certificate validation and TLS
/// clients, and attacks that none of these suites has. The suites are x509-limbo, BetterTLS,
/// X509-Anvil, badssl, TLS-Anvil, BoGo, PKITS, OpenSSL's own and others. Ids never change, so that
/// scenarios can name the attacks that they cover.
package struct AttackGroup: Hashable, Sendable {
    /// One attack.
    package struct Attack: Hashable, Sendable {
        /// The id, such as `PIN-018`.
        package let id: String
        /// The verdict of a correct relying party.
        package let verdict: String
        /// The description of the attack.
        package let about: String
        /// The reason why no scenario can express the attack; nil if a scenario can.
        package let obstacle: String?
    }

    /// A fault of a catalogue's text.
    package enum Fault: Error, Hashable, Sendable {
        case form(SectionedText.Fault)
        /// An entry needs a number, a verdict and a description. A fourth field, the obstacle, is
        /// optional.
        case badFields(line: Int)
        /// An attack has the wrong number: the attacks of a group are numbered from 001.
        case badNumber(line: Int)
    }

    /// The prefix of the ids, such as `PIN`.
    package let name: String
    package let about: String
    package let attacks: [Attack]

    /// Reads the groups of a catalogue.
    package static func read(_ text: String) throws(Fault) -> [AttackGroup] {
        let sections: [SectionedText.Section]
        do { sections = try SectionedText(text).sections } catch { throw .form(error) }
        var groups: [AttackGroup] = []
        for section in sections {
            var attacks: [Attack] = []
            for entry in section.entries {
                attacks.append(try Attack(entry, at: attacks.count + 1, of: section.name))
            }
            groups.append(AttackGroup(name: section.name, about: section.title, attacks: attacks))
        }
        return groups
    }
}

extension AttackGroup.Attack {
    fileprivate init(
        _ entry: SectionedText.Entry,
        at number: Int,
        of group: String
    ) throws(AttackGroup.Fault) {
        let fields = entry.fields
        guard (3...4).contains(fields.count), !fields.contains("") else {
            throw .badFields(line: entry.line)
        }
        guard fields[0].utf8.count == 3, Int(fields[0]) == number else {
            throw .badNumber(line: entry.line)
        }
        self.init(
            id: "\(group)-\(fields[0])",
            verdict: fields[1],
            about: fields[2],
            obstacle: fields.count == 4 ? fields[3] : nil
        )
    }
}

extension AttackGroup {
    /// All groups, in the order of the catalogue.
    ///
    /// The catalogue is read when it is first used. Tests read the same text, so that the embedded
    /// text has no faults.
    package static let catalogue = (try? read(EmbeddedTexts.attacks.description)) ?? []

    /// Returns the attack with the given id; nil if the catalogue has no such attack.
    package static func attack(_ id: String) -> Attack? { attacksByID[id] }

    /// The ids of all attacks, in the order of the catalogue.
    package static let ids: [String] = catalogue.flatMap(\.attacks).map(\.id)

    private static let attacksByID = Dictionary(
        catalogue.flatMap(\.attacks).map { ($0.id, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
