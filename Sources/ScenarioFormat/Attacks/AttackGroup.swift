// ScenarioFormat/Attacks lists the attacks that are known, row by row, whether or not a scenario has them. It
// is data and depends on nothing.

/// A group of rows of the attack catalogue: what a server, a chain or a proxy may do to a client.
///
/// The catalogue is the union of what the suites that test certificate validation and TLS clients
/// try (x509-limbo, BetterTLS, X509-Anvil, badssl, TLS-Anvil, BoGo, PKITS, OpenSSL's own and others)
/// and of what none of them does. Rows keep their ids for ever, so that scenarios can name those
/// that they cover.
package struct AttackGroup: Hashable, Sendable {
    /// One attack.
    package struct Row: Hashable, Sendable {
        /// `PIN-018`.
        package let id: String
        /// The decision of a correct client.
        package let verdict: String
        /// The attack.
        package let about: String
        /// Why no scenario can have it; nil where one can.
        package let obstacle: String?
    }

    /// `PIN`.
    package let name: String
    package let about: String
    package let rows: [Row]

    /// Reads the rows of a group.
    ///
    /// - Parameters:
    ///   - name: what their ids begin with.
    ///   - about: what they have in common.
    ///   - table: a row a line: number, verdict, what happens and, where no scenario can have it,
    ///     the reason, with ` | ` between them; a line that begins with spaces goes on with the one
    ///     before.
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
        rows = lines.compactMap { Row(group: name, $0) }
    }
}

extension AttackGroup.Row {
    fileprivate init?(group: String, _ line: String) {
        // By bytes: the catalogue is read whenever a word is explained.
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
    /// Every group, in the order of the catalogue.
    package static let catalogue: [AttackGroup] = [
        names, addresses, wildcards, internationalNames, serverNames, validity, anchors, paths,
        basicConstraints, keyUsage, extendedKeyUsage, nameConstraints, policies, signatures,
        encoding, extensions, nameChaining, staples, revocationLists, transparency,
        protocolVersions, handshake, applicationProtocols, startTLS, http, dtls, quic,
        clientAuthentication, pinning,
        interception, resumption, resources,
    ]

    /// The row of this id; nil where there is none.
    package static func row(_ id: String) -> Row? { rowsByID[id] }

    /// The ids of all rows, in the order of the catalogue.
    package static let ids: [String] = catalogue.flatMap(\.rows).map(\.id)

    private static let rowsByID = Dictionary(
        catalogue.flatMap(\.rows).map { ($0.id, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
