import Crypto

extension Violation {
    /// Violations with wrong or malformed answers to the client's extensions.
    static let extensions: [Violation] = [
        answer(
            "unasked-extension",
            "an extension that the client did not send",
            gain: .nothing,
            110,
            "TLS-069"
        ) {
            (list, facts) throws(NoOccasion) in
            // use_srtp (RFC 5764), which no client of a web server sends.
            let type: UInt16 = 14
            guard !facts.hello.offers(extension: type) else { throw .allOffered }
            list.append(Extension(type, [0, 2, 0, 1, 0]))
        },
        answer(
            "extension-twice",
            "an extension twice in one message",
            gain: .nothing,
            47,
            "TLS-070"
        ) {
            (list, _) throws(NoOccasion) in
            guard let first = list.first else { throw .noStep }
            list.append(first)
        },
        answer(
            "unasked-protocol",
            "an application protocol that was not offered",
            gain: .nothing,
            47,
            "ALPN-002"
        ) {
            (list, facts) throws(NoOccasion) in
            guard !facts.hello.protocols.isEmpty else { throw .noStep }
            list.leaveOut(Extension.protocols)
            list.append(.applicationProtocol("hatpin"))
        },
        protocols(
            "two-protocols",
            "two application protocols",
            [0, 12, 2, 0x68, 0x32, 8] + Array("http/1.1".utf8)
        ),
        protocols("no-protocol", "an empty list of protocols", [0, 0]),
        protocols("empty-protocol", "an empty protocol name", [0, 1, 0]),
        protocols(
            "byte-after-protocol",
            "a byte after the protocol name",
            [0, 3, 2, 0x68, 0x32, 0]
        ),
        answer(
            "name-in-answer",
            "a host name in its answer to server_name",
            gain: .nothing,
            50,
            "SNI-012"
        ) {
            (list, facts) throws(NoOccasion) in
            guard facts.hello.serverName != nil else { throw .noStep }
            list.set(Extension.serverName, to: [0, 4, 0, 0, 1, 0x61])
        },
        // In this attack, the attacker made a handshake with the server before the client's
        // handshake (CVE-2009-3555).
        older(
            "renegotiated-first",
            "renegotiation_info of an earlier handshake",
            gain: .secrecy,
            40,
            "TLS-037"
        ) {
            $0.set(
                Extension.renegotiationInfo,
                to: [24] + [UInt8](repeating: 7, count: 24)
            )
        },
        older(
            "renegotiation-byte-after",
            "a byte after renegotiation_info",
            gain: .nothing,
            50,
            "TLS-072"
        ) {
            $0.set(Extension.renegotiationInfo, to: [0, 0])
        },
        older("no-renegotiation-info", "no renegotiation_info", gain: .nothing, 40, "TLS-036") {
            $0.leaveOut(Extension.renegotiationInfo)
        },
        older(
            "compressed-points-only",
            "point formats without uncompressed",
            gain: .nothing,
            47,
            "TLS-067"
        ) {
            $0.set(Extension.pointFormats, to: [1, 1])
        },
        older("no-point-formats", "an empty list of point formats", gain: .nothing, 50, "TLS-067") {
            $0.set(Extension.pointFormats, to: [0])
        },
        older(
            "master-secret-byte",
            "a byte in extended_master_secret",
            gain: .nothing,
            50,
            "TLS-072"
        ) {
            $0.set(Extension.extendedMasterSecret, to: [0])
        },
        share("share-byte-after", "a byte after its key share", 50, "TLS-072") { $0 + [0] },
        share("share-cut", "a key share without its last byte", 50, "TLS-072") {
            Array($0.dropLast())
        }
        .undecided(because: .nothingUsable),
        share("version-in-share", "an empty key share", 47, "TLS-061") {
            Array($0.prefix(2)) + [0, 0]
        }
        .undecided(because: .nothingUsable),
    ]

    private static func answer(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        _ attack: String,
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        _ change: @escaping @Sendable (inout [Extension], Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2",
            versions: versions,
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            try script.editExtensions { (list) throws(NoOccasion) in try change(&list, facts) }
        }
    }

    private static func protocols(_ name: String, _ about: String, _ data: [UInt8]) -> Violation {
        answer(name, "\(about) as its choice", gain: .nothing, 50, "ALPN-006") {
            (list, _) throws(NoOccasion) in
            guard list.contains(where: { $0.type == Extension.protocols }) else { throw .noStep }
            list.set(Extension.protocols, to: data)
        }
    }

    private static func older(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        _ attack: String,
        _ change: @escaping @Sendable (inout [Extension]) -> Void
    ) -> Violation {
        answer(name, about, gain: gain, alert, attack, [.v1_2]) { (list, _) throws(NoOccasion) in
            let before = list
            change(&list)
            guard list != before else { throw .noStep }
        }
    }

    private static func share(
        _ name: String,
        _ about: String,
        _ alert: UInt8,
        _ attack: String,
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: "RFC 8446 §4.2.8",
            versions: [.v1_3],
            alert: alert,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions = hello.extensions?.map {
                    $0.type == Extension.keyShare ? Extension($0.type, change($0.data)) : $0
                }
            }
        }
    }

    // MARK: Extensions that were not requested or are in another message

    /// Violations that send an extension that the client did not offer; if the client offers the
    /// extension, the violation is not possible.
    static let unaskedExtensions: [Violation] =
        ([
            ("unasked-heartbeat", 15, [1], [.v1_2, .v1_3], "TLS-069"),
            ("unasked-short-mac", 4, [], [.v1_2, .v1_3], "TLS-069"),
            ("unasked-next-protocol", 13_172, [2, 0x68, 0x32], [.v1_2, .v1_3], "TLS-069"),
            ("unasked-fragment-length", 1, [1], [.v1_2, .v1_3], "TLS-074"),
            ("unasked-record-limit", 28, [0, 63], [.v1_2, .v1_3], "TLS-074"),
            ("unasked-raw-key", 20, [2], [.v1_2, .v1_3], "HS-076"),
            ("unasked-client-raw-key", 19, [2], [.v1_2, .v1_3], "HS-076"),
            ("unasked-certificate-times", 18, [0, 0], [.v1_2], "TLS-069"),
            ("unasked-early-data", 42, [], [.v1_3], "RES-041"),
            ("unasked-encrypted-hello", 0xfe0d, [0, 0], [.v1_2, .v1_3], "SNI-015"),
            (
                "unasked-application-protocol", Extension.protocols,
                [0, 9, 8] + Array("http/1.1".utf8), [.v1_2, .v1_3], "ALPN-007"
            ),
            ("unasked-server-name", Extension.serverName, [], [.v1_2, .v1_3], "SNI-012"),
            ("grease-extension", 0x0a0a, [], [.v1_2, .v1_3], "TLS-068"),
            ("unknown-extension", 0xfade, [1, 2, 3], [.v1_2, .v1_3], "TLS-068"),
        ] as [(String, UInt16, [UInt8], Set<TLSVersion>, String)]).map {
            name,
            type,
            data,
            versions,
            attack in
            answer(
                name,
                "\(Extension.name(of: type)), which was not requested",
                gain: .nothing,
                110,
                attack,
                versions
            ) {
                (list, facts) throws(NoOccasion) in
                guard !facts.hello.offers(extension: type) else { throw .allOffered }
                list.append(Extension(type, data))
            }
        }

    /// Violations that send an extension of another message in the ServerHello or
    /// EncryptedExtensions.
    static let misplacedExtensions: [Violation] =
        ([
            ("key-share-encrypted", Extension.keyShare, [0, 29], false, "TLS-071"),
            ("version-encrypted", Extension.supportedVersions, [3, 4], false, "TLS-071"),
            ("master-secret-encrypted", Extension.extendedMasterSecret, [], false, "TLS-071"),
            ("renegotiation-encrypted", Extension.renegotiationInfo, [0], false, "TLS-071"),
            ("ticket-encrypted", Extension.sessionTicket, [], false, "TLS-071"),
            ("points-encrypted", Extension.pointFormats, [1, 0], false, "TLS-071"),
            ("cookie-encrypted", Extension.cookie, [0, 1, 7], false, "TLS-071"),
            ("status-encrypted", Extension.statusRequest, [], false, "REV-026"),
            ("name-in-hello", Extension.serverName, [], true, "TLS-071"),
            ("protocol-in-hello", Extension.protocols, [0, 3, 2, 0x68, 0x32], true, "ALPN-008"),
            ("groups-in-hello", Extension.supportedGroups, [0, 2, 0, 29], true, "TLS-071"),
            ("master-secret-in-hello", Extension.extendedMasterSecret, [], true, "TLS-071"),
            ("renegotiation-in-hello", Extension.renegotiationInfo, [0], true, "TLS-071"),
            ("cookie-in-hello", Extension.cookie, [0, 1, 7], true, "TLS-071"),
            ("unknown-extension-in-hello", 0xfade, [], true, "TLS-068"),
            ("psk-unasked", 41, [0, 0], true, "RES-019"),
        ] as [(String, UInt16, [UInt8], Bool, String)]).map { name, type, data, isInHello, attack in
            let place = isInHello ? "its hello" : "EncryptedExtensions"
            return Violation(
                name,
                about: "The server sends \(Extension.name(of: type)) in \(place), out of place.",
                gain: .nothing,
                rule: "RFC 8446 §4.2",
                versions: [.v1_3],
                alert: isInHello && !knownToClients(type) ? 110 : 47,
                // Clients do not request this extension, and it is in the wrong message.
                or: type == Extension.cookie ? [47, 110] : [],
                attacks: [attack]
            ) { (script, _) throws(NoOccasion) in
                let item = Extension(type, data)
                guard isInHello else {
                    return try script.editExtensions { $0.append(item) }
                }
                try script.editHello { $0.extensions?.append(item) }
            }
        }

    /// Whether clients can send an extension of this type.
    ///
    /// Clients reject all other extensions, because they did not request them.
    private static func knownToClients(_ type: UInt16) -> Bool {
        ![0xfade, 41, Extension.cookie].contains(type)
    }
}
