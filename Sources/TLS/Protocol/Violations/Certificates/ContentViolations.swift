import Crypto

extension Violation {
    /// Violations in the content or the lengths of the Certificate message.
    static let contents: [Violation] =
        [
            entry(
                "certificate-context",
                "its certificate with a context",
                gain: .nothing,
                "HS-069",
                47
            ) {
                $0.context = [1]
            },
            entry(
                "no-entries",
                "an empty list of certificates",
                gain: .authentication,
                "HS-005",
                50,
                [.v1_2, .v1_3]
            ) {
                $0.entries = []
            },
            entry(
                "empty-entry",
                "an empty list entry as its certificate",
                gain: .authentication,
                "HS-005",
                50,
                [.v1_2, .v1_3]
            ) {
                $0.entries = [CertificateMessage.Entry([])]
            },
            entry(
                "byte-in-certificate",
                "a byte after the DER of its certificate",
                gain: .nothing,
                "ENC-001",
                42,
                [.v1_2, .v1_3]
            ) {
                guard !$0.entries.isEmpty else { return }
                $0.entries[0].certificate.append(0)
            },
            entry(
                "unknown-entry-extension",
                "an unknown extension with its certificate",
                gain: .nothing,
                "TLS-068",
                110
            ) {
                $0.extend(Extension(0xfade))
            },
            entry(
                "version-in-entry",
                "supported_versions with its certificate",
                gain: .nothing,
                "TLS-071",
                47
            ) {
                $0.extend(Extension(Extension.supportedVersions, [3, 4]))
            },
        ]
        + ([
            ("certificate-list", 0, "its list of certificates"),
            ("certificate-entry", 3, "its certificate"),
        ]).flatMap { name, place, text in
            [("too-long", "too long", UInt8(1)), ("too-short", "too short", 255)].map {
                size,
                words,
                difference in
                Violation(
                    "\(name)-length-\(size)",
                    about: "The server states a length one byte \(words) for \(text).",
                    gain: .nothing,
                    rule: "RFC 8446 §4.4.2",
                    versions: [.v1_2, .v1_3],
                    alert: 50,
                    attacks: ["HS-063"]
                ) { (script, _) throws(NoOccasion) in
                    // In TLS 1.3, the length of the context precedes the length of the list.
                    let last = place + 2 + (script.version == .v1_3 ? 1 : 0)
                    try script.edit(.certificate) {
                        $0.damage = [.change(at: last, by: difference)]
                    }
                }
                .undecided(because: .wrongLength)
            }
        }

    private static func entry(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8,
        or otherAlerts: Set<UInt8> = [],
        _ versions: Set<TLSVersion> = [.v1_3],
        _ change: @escaping @Sendable (inout CertificateMessage) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 8446 §4.4.2",
            versions: versions,
            alert: alert,
            or: otherAlerts,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            try script.edit(.certificate) { (message) throws(NoOccasion) in
                guard case .certificate(var list) = message.body else {
                    throw .noMessage(.certificate)
                }
                change(&list)
                message.body = .certificate(list)
            }
        }
    }

    // MARK: Key exchanges

    /// Violations that send points or curves that no client may accept.
    static let keyExchanges: [Violation] =
        [
            explicit("explicit-curve", "explicit curve parameters", gain: .nothing) {
                () throws(OpenSSLError) in
                try .ofP256()
            },
            explicit("short-explicit-curve", "parameters of a 112-bit curve", gain: .secrecy) {
                () throws(OpenSSLError) in try .of112Bits()
            },
            parameters(
                "unknown-curve-type",
                "an unknown curve type",
                gain: .nothing,
                47,
                "HS-042"
            ) {
                parameters,
                _ in parameters[0] = 9
            },
            parameters(
                "unoffered-curve",
                "a curve that was not offered",
                gain: .nothing,
                47,
                "TLS-059"
            ) {
                (parameters, facts) throws(NoOccasion) in
                // Curves that this engine does not support.
                let curves: [UInt16] = [0x0013, 0x0015, 0x0001]
                let other = curves.first { !facts.hello.groups.contains($0) }
                guard let other else { throw .allOffered }
                parameters.replaceSubrange(1...2, with: [UInt8](other))
            },
            parameters(
                "byte-after-point",
                "a byte after its point",
                gain: .nothing,
                50,
                "TLS-061"
            ) {
                parameters,
                _ in parameters.append(0)
            }
            .undecided(because: .nothingUsable),
            Violation(
                "point-replaced",
                about: "The server replaces its point after signing it.",
                gain: .authentication,
                rule: "RFC 5246 §7.4.3",
                versions: [.v1_2],
                alert: 51,
                attacks: ["HS-037"]
            ) { (script, facts) throws(NoOccasion) in
                // Replace the point by another point of the server: an attacker between client and
                // server would put in the attacker's own point.
                guard case .agreed(let group, let key) = script.secret,
                    let other = try? group.key(private: facts.settings.draws.share.map { ~$0 })
                else { throw .noStep }
                try script.editKeyExchange {
                    $0.damage = [.cut(key.share.count), .append(other.share)]
                }
                script.secret = .agreed(group, other)
            },
        ]
        + [
            point("short-point", "a point without its last byte", gain: .nothing) {
                Array($0.dropLast())
            }
            .undecided(because: .nothingUsable),
            point("long-point", "a point followed by a byte", gain: .nothing) { $0 + [0] },
            point("empty-point", "an empty point", gain: .nothing) { _ in [] }
                .undecided(because: .nothingUsable),
            point(
                "zero-point",
                "a point of zeros",
                gain: .secrecy,
                "TLS-062",
                then: { $0.knowsSecretOfLowOrder() }
            ) { $0.map { _ in 0 } },
            point("infinite-point", "the point at infinity", gain: .secrecy) { _ in [0] }
                .needing(.group(.secp256r1))
                .undecided(because: .nothingUsable),
            point("compressed-point", "a compressed point", gain: .nothing) { compressed($0) }
                .needing(.group(.secp256r1)),
        ]

    private static func point(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String = "TLS-061",
        then follow: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> Violation {
        Violation(
            name,
            about: "The server's key exchange is \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.8.2",
            versions: [.v1_2, .v1_3],
            alert: 47,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            try script.editPoint(change)
            follow(&script)
        }
    }

    /// Returns a P-256 point in the form with one coordinate (SEC 1 §2.3.3).
    ///
    /// X25519 has no such form: there the result is a different share, even if the original share
    /// happens to start with 2.
    static func compressed(_ share: [UInt8]) -> [UInt8] {
        [share.first == 2 ? 3 : 2] + share.dropFirst().prefix(32)
    }

    private static func explicit(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ make: @escaping @Sendable () throws(OpenSSLError) -> CurveNumbers
    ) -> Violation {
        Violation(
            name,
            about: "The server's key exchange has \(about).",
            gain: gain,
            rule: "RFC 8422 §5.4",
            versions: [.v1_2],
            alert: 40,
            attacks: ["HS-042"]
        ) { (script, facts) throws(NoOccasion) in
            try script.requireCurve()
            let share = facts.settings.draws.share
            guard let numbers = try? make(),
                let key = try? KeyAgreement(.numbers(numbers), private: share)
            else { throw .noStep }
            try script.editKeyExchange { $0.parameters = numbers.parameters(share: key.share) }
            script.secret = .exchanged(key)
        }
    }

    private static func parameters(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        _ attack: String,
        _ change: @escaping @Sendable (inout [UInt8], Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server's key exchange has \(about).",
            gain: gain,
            rule: "RFC 8422 §5.4",
            versions: [.v1_2],
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            try script.requireCurve()
            try script.editKeyExchange { (plan) throws(NoOccasion) in
                guard plan.parameters.count >= 4 else { throw .noStep }
                try change(&plan.parameters, facts)
            }
        }
    }
}

extension CertificateMessage {
    fileprivate mutating func extend(_ item: Extension) {
        guard !entries.isEmpty else { return }
        entries[0].extensions.append(item)
    }
}

extension Script {
    mutating func editKeyExchange(
        _ change: (inout KeyExchangePlan) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        try edit(.serverKeyExchange) { (message) throws(NoOccasion) in
            guard case .serverKeyExchange(var plan) = message.body else {
                throw .noMessage(.serverKeyExchange)
            }
            try change(&plan)
            message.body = .serverKeyExchange(plan)
        }
    }

    /// Requires that the key exchange uses a curve.
    func requireCurve() throws(NoOccasion) {
        guard case .agreed(_, let key) = secret, key.field == nil else { throw .noCurve }
    }

    /// Sets the shared secret that results from a Montgomery point of low order: zeros (RFC 7748
    /// §6).
    fileprivate mutating func knowsSecretOfLowOrder() {
        guard case .agreed(let group, _) = secret else { return }
        secret = .known([UInt8](repeating: 0, count: group == .x448 ? 56 : 32))
    }

    /// Changes the server's point, and corrects the length before the point.
    mutating func editPoint(
        _ change: ([UInt8]) -> [UInt8]
    ) throws(NoOccasion) {
        try requireCurve()
        guard version == .v1_3 else {
            return try editKeyExchange { (plan) throws(NoOccasion) in
                let point = change(Array(plan.parameters.dropFirst(4)))
                plan.parameters = Array(plan.parameters.prefix(3))
                plan.parameters.putVector(point, lengthBytes: 1)
            }
        }
        try editHello { (hello) throws(NoOccasion) in
            hello.extensions = hello.extensions?.map {
                guard $0.type == Extension.keyShare else { return $0 }
                var data = Array($0.data.prefix(2))
                data.putVector(change(Array($0.data.dropFirst(4))), lengthBytes: 2)
                return Extension($0.type, data)
            }
        }
    }
}
