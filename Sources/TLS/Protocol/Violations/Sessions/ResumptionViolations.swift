import Crypto

extension Violation {
    /// Violations in the server's answer to a client that resumes a session.
    static let resumptions: [Violation] =
        (newestResumptions + olderResumptions + otherVersions).map { $0.needing(.session) }

    private static let newestResumptions: [Violation] = [
        resumed(
            "psk-out-of-range",
            "resumes a session that was not offered",
            gain: .nothing,
            47,
            "RES-020"
        ) {
            (script, facts) throws(NoOccasion) in
            let count = PreSharedKeyOffer(facts.hello)?.identities.count ?? 0
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions?.set(
                    Extension.preSharedKey,
                    to: [UInt8](UInt16(truncatingIfNeeded: count))
                )
            }
        },
        resumed(
            "psk-out-of-range-after-retry",
            "resumes, after a retry, a session that was not offered",
            gain: .nothing,
            47,
            "RES-020"
        ) { (script, facts) throws(NoOccasion) in
            guard script.steps.contains(.foldTranscript) else { throw .noStep }
            // A client's second hello may offer fewer sessions than its first hello, but not more.
            let count = PreSharedKeyOffer(facts.hello)?.identities.count ?? 0
            try script.editHello { (hello) throws(NoOccasion) in
                let place = Extension.preSharedKey(at: count)
                hello.extensions?.set(Extension.preSharedKey, to: place.data)
            }
        }
        .needing(.retry),
        resumed(
            "psk-of-other-digest",
            "resumes a session in a suite with another digest",
            gain: .nothing,
            47,
            "RES-021"
        ) {
            (script, facts) throws(NoOccasion) in
            let digest = script.suite.digest
            let other = facts.hello.suites.compactMap(EngineSuite.numbered).first {
                $0.keyExchange == .unstated && $0.digest != digest
            }
            guard let other else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in hello.suite = other.code }
            script.followSuiteOfHello()
        },
        // The server sends no share, but the client did not offer the mode without key exchange.
        resumed(
            "psk-without-share",
            "resumes a session without a key share",
            gain: .nothing,
            47,
            or: [109],
            "RES-022"
        ) {
            (script, _) throws(NoOccasion) in
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions?.leaveOut(Extension.keyShare)
            }
            script.knowsSecretOfZeros()
        },
        resumed(
            "psk-and-certificate",
            "resumes a session and also sends a certificate and its proof",
            gain: .nothing,
            10,
            "RES-023"
        ) {
            (script, facts) throws(NoOccasion) in
            let scheme = facts.settings.schemes.first {
                facts.hello.schemes.contains($0.rawValue)
                    && $0.fits(facts.settings.key.algorithm, in: .v1_3)
            }
            guard let scheme else { throw .noStep }
            let proof = Proof(
                scheme,
                covers: .transcript(context: Proof.serverContext, without: [])
            )
            let chain = CertificateMessage(
                context: [],
                entries: facts.settings.chain.map { CertificateMessage.Entry($0) }
            )
            script.steps.insert(
                contentsOf: [
                    .say(Message(.certificate, .certificate(chain))),
                    .say(Message(.certificateVerify, .certificateVerify(proof))),
                ],
                at: try script.place(of: .finished)
            )
        },
        resumed(
            "psk-and-request",
            "resumes a session and also requests a certificate",
            gain: .nothing,
            10,
            "RES-024"
        ) {
            (script, _) throws(NoOccasion) in
            let request = CertificateRequest.extensions(
                context: [],
                [Extension(Extension.signatureAlgorithms, [0, 2, 4, 3])]
            )
            script.steps.insert(
                .say(Message(.certificateRequest, .certificateRequest(request))),
                at: try script.place(of: .finished)
            )
        },
        resumed(
            "guessed-psk",
            "resumes a session whose key it lacks",
            gain: .authentication,
            20,
            "RES-025"
        ) {
            (script, _) throws(NoOccasion) in
            let count = script.resumption?.secret.count ?? 0
            script.resumption?.secret = [UInt8](repeating: 0, count: count)
        }
        .undecided(because: .record),
    ]

    // MARK: TLS 1.2

    private static let olderResumptions: [Violation] = [
        older(
            "resumed-under-other-suite",
            "resumes a session in another suite",
            gain: .nothing,
            47,
            "RES-027"
        ) {
            (script, facts) throws(NoOccasion) in
            let chosen = script.suite
            let other = facts.hello.suites.compactMap(EngineSuite.numbered).first {
                $0.keyExchange == chosen.keyExchange && $0 != chosen
            }
            guard let other else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in hello.suite = other.code }
            script.followSuiteOfHello()
        },
        older(
            "guessed-master-secret",
            "resumes a session whose secret it lacks",
            gain: .authentication,
            20,
            "RES-029"
        ) {
            (script, _) throws(NoOccasion) in
            script.resumption?.secret = [UInt8](repeating: 0, count: 48)
        }
        .undecided(because: .record),
        older(
            "master-secret-dropped",
            "resumes a session without extended_master_secret",
            gain: .secrecy,
            nil,
            "TLS-027"
        ) {
            (script, _) throws(NoOccasion) in
            guard script.hasExtendedMasterSecret else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions?.leaveOut(Extension.extendedMasterSecret)
            }
        },
        // An honest server starts a new session, because the client offers the extension (RFC 7627
        // §5.3).
        Violation(
            "master-secret-added",
            about: "The server resumes a session and adds extended_master_secret.",
            gain: .nothing,
            rule: "RFC 7627 §5.3",
            versions: [.v1_2],
            alert: nil,
            attacks: ["RES-031"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.hello.offers(extension: Extension.extendedMasterSecret) else {
                throw .noStep
            }
            var older = facts
            older.settings.hasExtendedMasterSecret = false
            guard let resumed = try? Script.honest(older), resumed.resumption != nil else {
                throw .noSession
            }
            script = resumed
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions =
                    (hello.extensions ?? []) + [Extension(Extension.extendedMasterSecret)]
            }
        }
        .changing(.script),
    ]

    private static func older(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8?,
        _ attack: String,
        _ change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: name.hasPrefix("master-secret") ? "RFC 7627 §5.3" : "RFC 5246 §7.3",
            versions: [.v1_2],
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard script.resumption != nil else { throw .noSession }
            try change(&script, facts)
        }
    }

    private static func resumed(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        or otherAlerts: Set<UInt8> = [],
        _ attack: String,
        _ change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.11",
            versions: [.v1_3],
            alert: alert,
            or: otherAlerts,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard script.resumption != nil else { throw .noSession }
            try change(&script, facts)
        }
    }
}
