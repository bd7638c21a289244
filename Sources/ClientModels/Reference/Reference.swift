import Crypto
import PathValidation
import X509

extension PolicyModel {
    /// The strict policy: the decision of a correct client.
    package static let reference = PolicyModel(
        name: "reference",
        about: "A correct client: requires a validated path without revoked certificates, the "
            + "right name, and a pin in that path.",
        source: "RFC 5280 §6, RFC 6960 §3.2, RFC 9525 §6, RFC 7469 §2.6, RFC 7671 §5, RFC 8461 §4",
        scope: .reference,
        settings: ReferenceSetting.all,
        capabilities: { settings in
            let always: Set<PolicyModel.Capability> = [.pins, .hashPins, .unpinned, .names]
            let others: [PolicyModel.Capability?] = [
                settings[ReferenceSetting.transparency] == .off ? nil : .scts,
                settings[ReferenceSetting.profile].purpose == .clientAuth
                    ? .clientCertificates : nil,
            ]
            return always.union(others.compactMap(\.self))
        },
        policy: { settings, checks in
            ReferencePolicy(
                profile: settings[ReferenceSetting.profile],
                revocation: settings[ReferenceSetting.revocation],
                transparency: settings[ReferenceSetting.transparency],
                intermediates: settings[ReferenceSetting.intermediates],
                names: settings[ReferenceSetting.names],
                dane: settings[ReferenceSetting.dane],
                checks: checks
            )
        }
    )
}

/// The settings of the model `reference`.
enum ReferenceSetting {
    static let profile = SettingKey(
        "profile",
        PathProfile.catalogue + [.client],
        word: \.name,
        fallback: .reference,
        about: "The profile with the rules for the path."
    )
    static let revocation = SettingKey(
        "revocation",
        fallback: RevocationMode.softFail,
        about: "Whether to check revocation, and to accept (soft-fail) or reject (hard-fail) a "
            + "certificate with unknown status."
    )
    static let transparency = SettingKey(
        "transparency",
        fallback: TransparencyPolicy.off,
        about: "The policy on SCTs under the system's anchors; the client knows the test case's "
            + "logs."
    )
    /// The maximum number of intermediates; nil for any number.
    static let intermediates = SettingKey<Int?>(
        "intermediates",
        [nil, 0, 1],
        word: { $0?.description ?? "any" },
        fallback: nil,
        about: "The maximum number of intermediates in a path; self-issued intermediates do not "
            + "count."
    )

    static let names = SettingKey(
        "names",
        fallback: NameRule.rfc9525,
        about: "The protocol whose rule on names applies: most protocols (rfc9525), LDAP "
            + "(rfc4513), SIP (rfc5922), XMPP (rfc6120) or mail (rfc7817)."
    )

    static let dane = SettingKey(
        "dane",
        fallback: DANERules.tls,
        about: "The rule if no TLSA record is usable: the path is validated as without records "
            + "(rfc6698), or the connection needs no authentication (rfc7672, for mail)."
    )

    static let all: [any AnySettingKey] = [
        profile, revocation, transparency, intermediates, names, dane,
    ]
}

/// Checks path, host and pins completely.
///
/// Pins are compared only in the verified path (CVE-2016-2402), and an empty set of pins rejects
/// every server.
struct ReferencePolicy: TrustPolicy {
    private let pathChecks: [PathCheck]
    private let revocationChecks: [RevocationCheck]
    private let decoding: DERRules
    private let budget: Budget
    private let revocation: RevocationMode
    private let transparency: TransparencyPolicy
    private let dane: DANERules
    private let checks: CheckSet

    init(
        profile: PathProfile,
        revocation: RevocationMode,
        transparency: TransparencyPolicy = .off,
        intermediates: Int? = nil,
        names: NameRule = .rfc9525,
        dane: DANERules = .tls,
        checks: CheckSet = .all
    ) {
        let limits = intermediates.map { [PathCheck.maximumIntermediates($0)] } ?? []
        var rules = profile.checks()
        if names != .rfc9525 { rules = rules.replacing(.identity(by: IdentityMatching(by: names))) }
        pathChecks = (rules + limits).intersection(checks)
        revocationChecks = profile.revocationChecks.intersection(checks)
        (decoding, budget) = (profile.decoding, profile.budget)
        self.revocation = revocation
        self.transparency = transparency
        self.dane = dane
        self.checks = checks
    }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        do {
            let grounds = try grounds(of: presented, for: identity)
            if case .path(let path) = grounds { try check(presented.pins, in: path) }
            return Decision(.accept(grounds))
        } catch {
            return Decision(.reject(error))
        }
    }

    /// Returns the grounds for an acceptance, before any pins.
    private func grounds(
        of presented: Presented,
        for identity: ReferenceIdentity
    ) throws(Rejection) -> Grounds {
        if let lookup = presented.associations {
            return try DANEPolicy(dane, decoding: decoding)
                .grounds(for: presented.chain, by: lookup) { anchors throws(Rejection) in
                    var presented = presented
                    if case .stated(let anchors) = anchors {
                        presented.store = TrustStore(system: anchors.map(\.der))
                    }
                    return try path(of: presented, for: identity)
                }
        }
        if let lookup = presented.mailPolicy {
            let policy = lookup.policy { isValid($0, for: $1, presented) }
            // RFC 8461 §5: without a policy to enforce, mail is delivered without authentication.
            guard let policy, policy.mode == .enforce else { return .unchecked }
            guard policy.lists(identity.host) else {
                throw .mailHostMismatch(identity.host, listed: policy.mx)
            }
        }
        return .path(try path(of: presented, for: identity))
    }

    /// Whether the policy host's chain is valid under the client's anchors.
    private func isValid(_ chain: [[UInt8]], for host: String, _ presented: Presented) -> Bool {
        var fetched = presented
        fetched.chain = chain
        (fetched.staples, fetched.scts, fetched.connection) = ([], nil, nil)
        return (try? path(of: fetched, for: .dns(host))) != nil
    }

    /// Returns the validated path, before any pins.
    private func path(
        of presented: Presented,
        for identity: ReferenceIdentity
    ) throws(Rejection) -> VerifiedPath {
        try evaluation(of: presented, for: identity, isTraced: false).result.get()
    }

    /// Returns the result of path validation, before any pins.
    fileprivate func evaluation(
        of presented: Presented,
        for identity: ReferenceIdentity,
        isTraced: Bool
    ) -> PathEvaluation {
        let system = certificates(presented.store.system)
        let user = certificates(presented.store.user)
        let status = RevocationInputs(
            revocation,
            crls: presented.crls,
            of: presented.chain,
            staples: presented.staples,
            checks: revocationChecks
        )
        var validator = PathValidator(
            anchors: system + user,
            checks: pathChecks(for: presented),
            decoding: decoding,
            revocation: status,
            budget: budget
        )
        for anchor in user where !system.contains(anchor) {
            validator.anchorClasses[anchor] = .user
        }
        return validator.evaluate(
            presented.chain,
            for: identity,
            at: presented.verifyDate,
            isTraced: isTraced
        )
    }

    /// Returns the profile's rules, adapted to the key usage that the connection needs, and the
    /// rule on SCTs.
    private func pathChecks(for presented: Presented) -> [PathCheck] {
        let isTransported = presented.connection?.cipherSuite.keyExchange == .rsa
        let profile =
            isTransported
            ? pathChecks.replacing(.handshakeKeyUsage(.keyEncipherment)) : pathChecks
        guard transparency != .off else { return profile }
        let inputs = TransparencyInputs(
            logs: presented.logs,
            handshake: presented.scts,
            response: presented.staples.first ?? nil
        )
        let added = [PathCheck.certificateTransparency(transparency, inputs)]
        return profile + added.intersection(checks)
    }

    private func certificates(_ ders: [[UInt8]]) -> [Certificate] {
        ders.compactMap { try? SignatureCache.shared.certificate($0, by: decoding) }
    }

    private func check(_ pins: [Pin]?, in path: VerifiedPath) throws(Rejection) {
        guard let pins else { return }
        guard !pins.isEmpty else { throw .pinsMissing }
        let certificates = certificates(path.certificates)
        guard pins.contains(where: { certificates.contains(where: $0.matches) }) else {
            throw .pinMismatch
        }
    }
}

extension ReferencePolicy {
    /// Rules that settings of `reference` add and that no profile has.
    static let addedChecks = [
        PathCheck.maximumIntermediates(0),
        PathCheck.certificateTransparency(
            .off,
            TransparencyInputs(logs: [], handshake: nil, response: nil)
        ),
    ]
}

extension Presented {
    /// Returns every check that `reference`, with its default settings, makes on the chain; nil if
    /// the end entity is missing or does not decode.
    package func trace(for identity: ReferenceIdentity) -> PathTrace? {
        ReferencePolicy(profile: .reference, revocation: .softFail)
            .evaluation(of: self, for: identity, isTraced: true)
            .trace
    }
}
