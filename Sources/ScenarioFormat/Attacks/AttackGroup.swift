// ScenarioFormat/Attacks lists known attacks, with or without a scenario. It is data and depends on
// nothing.

/// A group of the attack catalogue: attacks by a server, a chain or a proxy on a client.
///
/// The catalogue contains the attacks of the suites that test certificate validation and TLS
/// clients (x509-limbo, BetterTLS, X509-Anvil, badssl, TLS-Anvil, BoGo, PKITS, OpenSSL's own and
/// others), and attacks that none of them has. Ids never change, so that scenarios can name the
/// attacks that they cover.
package struct AttackGroup: Hashable, Sendable {
    /// One attack.
    package struct Attack: Hashable, Sendable {
        /// The id, such as `PIN-018`.
        package let id: String
        /// The verdict of a correct client.
        package let verdict: String
        /// The description of the attack.
        package let about: String
        /// Why no scenario can express the attack; nil if one can.
        package let obstacle: String?
    }

    /// The prefix of the ids, such as `PIN`.
    package let name: String
    package let about: String
    package let attacks: [Attack]

    /// Reads the attacks of a group.
    ///
    /// - Parameters:
    ///   - name: the prefix of their ids.
    ///   - about: the subject of the group.
    ///   - table: one line for each attack, with ` | ` between number, verdict, description and, if
    ///     no scenario can express the attack, the reason. A line that starts with spaces continues
    ///     the line before it.
    init(_ name: String, _ about: String, _ table: String) {
        self.name = name
        self.about = about
        var lines: [String] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix(" "), let last = lines.popLast() {
                lines.append(last + " " + line.drop { $0 == " " })
            } else {
                lines.append(String(line))
            }
        }
        attacks = lines.compactMap { Attack(group: name, $0) }
    }
}

extension AttackGroup.Attack {
    fileprivate init?(group: String, _ line: String) {
        // By bytes, for speed: `explain` reads the catalogue in each run.
        let blank = UInt8(ascii: " ")
        let cells = line.utf8.split(separator: UInt8(ascii: "|")).map { cell in
            let text = cell.drop { $0 == blank }
            let blanks = text.reversed().prefix { $0 == blank }.count
            return String(Substring(text.dropLast(blanks)))
        }
        guard cells.count == 3 || cells.count == 4 else { return nil }
        self.init(
            id: "\(group)-\(cells[0])",
            verdict: cells[1],
            about: cells[2],
            obstacle: cells.count == 4 ? cells[3] : nil
        )
    }
}

extension AttackGroup {
    /// All groups, in the order of the catalogue.
    package static let catalogue: [AttackGroup] = [
        names, addresses, wildcards, internationalNames, serverNames, validity, anchors, paths,
        basicConstraints, keyUsage, extendedKeyUsage, nameConstraints, policies, signatures,
        encoding, extensions, nameChaining, staples, revocationLists, transparency,
        protocolVersions, handshake, applicationProtocols, startTLS, http, dtls, quic,
        clientAuthentication, pinning,
        interception, resumption, resources,
    ]

    /// The attack with the given id; nil if the catalogue has no such attack.
    package static func attack(_ id: String) -> Attack? { attacksByID[id] }

    /// The ids of all attacks, in the order of the catalogue.
    package static let ids: [String] = catalogue.flatMap(\.attacks).map(\.id)

    private static let attacksByID = Dictionary(
        catalogue.flatMap(\.attacks).map { ($0.id, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
