import Crypto

extension Violation {
    /// Violations that send the server's raw public key in place of its certificates (RFC 7250).
    static let rawKeys: [Violation] =
        [
            rawKey(
                "raw-key",
                "its raw public key, which no certificate confirms",
                gain: .authentication,
                "HS-077",
                nil
            ) {
                (script, facts) throws(NoOccasion) in
                try script.show(keys: [facts.settings.key.spki])
            },
            rawKey(
                "certificate-for-raw-key",
                "certificates although a raw public key was agreed on",
                gain: .nothing,
                "HS-078",
                50,
                or: [42, 43]
            ) { _, _ in },
            rawKey(
                "raw-key-twice",
                "its raw public key twice",
                gain: .authentication,
                "HS-079",
                nil,
                [.v1_3]
            ) {
                (script, facts) throws(NoOccasion) in
                let key = facts.settings.key.spki
                try script.show(keys: [key, key])
            },
            rawKey(
                "no-raw-key",
                "no key although a raw public key was agreed on",
                gain: .authentication,
                "HS-079",
                50
            ) {
                (script, _) throws(NoOccasion) in try script.show(keys: [])
            },
            rawKey(
                "raw-key-without-proof",
                "its raw public key without proof of possession",
                gain: .authentication,
                "HS-079",
                10,
                [.v1_3]
            ) { (script, facts) throws(NoOccasion) in
                try script.show(keys: [facts.settings.key.spki])
                try script.drop(.certificateVerify)
            },
            Violation(
                "raw-key-for-certificate",
                about: "The server sends its raw public key as a certificate.",
                gain: .authentication,
                rule: "RFC 7250 §4.2",
                versions: [.v1_2, .v1_3],
                alert: 42,
                or: [50],
                attacks: ["ENC-033", "HS-078"]
            ) { (script, facts) throws(NoOccasion) in
                let entry = CertificateMessage.Entry(facts.settings.key.spki)
                let context: [UInt8]? = script.version == .v1_3 ? [] : nil
                try script.edit(.certificate) {
                    $0.body = .certificate(CertificateMessage(context: context, entries: [entry]))
                }
            },
            Violation(
                "openpgp-certificates",
                about: "The server states that its certificates are OpenPGP's.",
                gain: .nothing,
                rule: "RFC 8446 §4.4.2",
                versions: [.v1_3],
                alert: 47,
                attacks: ["HS-080"]
            ) { (script, facts) throws(NoOccasion) in
                let types = try facts.hello.certificateTypes
                let openPGP: UInt8 = 1
                guard !types.contains(openPGP) else { throw .allOffered }
                try script.editExtensions {
                    $0.append(Extension(Extension.serverCertificateType, [openPGP]))
                }
            }
            .needing(.offer(of: Extension.serverCertificateType)),
        ]

    /// Returns a violation of a server that agrees to send a raw public key.
    private static func rawKey(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        _ change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: versions.contains(.v1_2) ? "RFC 7250 §4.2" : "RFC 8446 §4.4.2",
            versions: versions,
            alert: alert,
            or: otherAlerts,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            let rawPublicKey: UInt8 = 2
            guard try facts.hello.certificateTypes.contains(rawPublicKey) else {
                throw .noneInCommon(Extension.serverCertificateType)
            }
            try script.editExtensions {
                $0.append(Extension(Extension.serverCertificateType, [rawPublicKey]))
            }
            try change(&script, facts)
        }
        .needing(.offer(of: Extension.serverCertificateType))
    }
}

extension ClientHello {
    /// The certificate types that the client accepts from a server (RFC 7250 §3).
    fileprivate var certificateTypes: [UInt8] {
        get throws(NoOccasion) {
            let type = Extension.serverCertificateType
            guard let item = extensions.first(where: { $0.type == type }) else {
                throw .notAsked(type)
            }
            var data = ByteReader(item.data)
            return data.vector(1) ?? []
        }
    }
}

extension Script {
    /// Replaces the certificates by these raw public keys.
    ///
    /// Before TLS 1.3, the message has only one key, without a list.
    fileprivate mutating func show(keys: [[UInt8]]) throws(NoOccasion) {
        let isNewest = version == .v1_3
        try edit(.certificate) { message in
            guard isNewest else {
                var key: [UInt8] = []
                key.putVector(keys.first ?? [], lengthBytes: 3)
                message.body = .bytes(key)
                return
            }
            let entries = keys.map { CertificateMessage.Entry($0) }
            message.body = .certificate(CertificateMessage(context: [], entries: entries))
        }
    }
}
