import Crypto
import PathValidation
import X509

extension PolicyModel {
    /// An `OkHttpClient` with a `CertificatePinner`, on a JVM.
    package static let okhttp = PolicyModel(
        name: "okhttp",
        about: "OkHttp: the trust manager, the host name, and a pin in the chain that its cleaner "
            + "builds.",
        source: "OkHttp 1682d9ba, CertificatePinner.kt, internal/tls/*.kt, ConnectPlan.kt",
        scope: .okHttp,
        settings: [
            Setting(
                "version",
                OkHttpRelease.catalogue.map(\.version),
                fallback: OkHttpRelease.current.version,
                releases: OkHttpRelease.catalogue.map(\.releases),
                about: "The release; 5 is its main branch of July 2026."
            ),
            .document(
                "config",
                .text,
                about: "CertificatePinner.Builder calls in Kotlin or Java, or lines with a pattern "
                    + "and its pins; without it the host has the client's pins."
            ),
            .text(
                "domain",
                about: "The pattern that applies to every host, unless a scenario sets the party, "
                    + "as written there; by default the first one with pins."
            ),
            .askedHost,
        ],
        checks: ModelCheck.okHttp,
        entries: { CertificatePinnerSource.patterns(in: $0) },
        audit: AuditTerms(
            hosts: { document in
                (CertificatePinnerSource.patterns(in: document) ?? [])
                    .flatMap { $0.meantHosts(withSubdomains: false) }.unique
            },
            entry: { OkHttp(settings: $0).judgedEntry },
            ignores: [.staples, .crls]
        ),
        capabilities: { settings in
            let release = OkHttpRelease(named: settings["version"])
            // A SHA-256 pin cannot be converted into the SHA-1 pin that old releases need.
            let pins: Set<Capability> = release.pinsSHA256 ? [.pins, .hashPins] : [.pins]
            return settings.unpinned(unlessStated: OkHttp(settings: settings).statesPins)
                .union(pins)
        },
        policy: { OkHttp(settings: $0, checks: $1) }
    )
}

/// OkHttp's three steps after a handshake (`ConnectPlan.connectTls`): the platform's trust manager
/// has checked the chain, then OkHttp verifies the host name and searches for a pin.
///
/// `ModelScope.okHttp` lists the consequences and the differences.
struct OkHttp: TrustPolicy {
    let settings: PolicyModel.Settings
    var checks = CheckSet.all

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        let release = OkHttpRelease(named: settings["version"])
        let host = CanonicalHost.text(identity.host) ?? identity.host
        let pinner: CertificatePinner
        do {
            pinner = CertificatePinner(
                pins: try pins(presented, for: identity, release),
                release: release,
                checks: checks
            )
        } catch {
            return .unusable(error.description)
        }
        do {
            let grounds = try presented.checkServerTrusted(checks)
            try OkHostnameVerifier(release: release, checks: checks)
                .verify(host, presented, for: identity)
            try pinner.check(host, presented)
            return Decision(.accept(grounds))
        } catch {
            return Decision(.reject(error.rejection), error: error.description)
        }
    }

    /// The pins that the application added to the builder.
    private func pins(
        _ presented: Presented,
        for identity: ReferenceIdentity,
        _ release: OkHttpRelease
    ) throws(IllegalArgumentException) -> [CertificatePinner.Pin] {
        var builder = CertificatePinner.Builder(release: release, checks: checks)
        let stated = presented.pins?.compactMap { $0.okHttpText(in: release) }
        guard case .text(let source) = settings.document("config") else {
            try builder.add(identity.configuredHost, stated ?? [])
            return builder.pins
        }
        let entries = try CertificatePinnerSource.entries(of: source)
        for entry in entries { try builder.add(entry.pattern, entry.pins) }
        if settings.standsIn {
            builder.pins = try judged(among: entries, release)
                .map { $0.standing(for: identity.configuredHost) }
        }
        guard let stated else { return builder.pins }
        let host = CanonicalHost.text(identity.host) ?? identity.host
        let governing = builder.pins.filter { $0.matchesHostname(host) }
        // If no key can match any of the configured pins, they are kept.
        guard governing.isEmpty || governing.contains(where: \.canMatch) else { return governing }
        builder.pins = []
        if let pattern = governing.first?.pattern { try builder.add(pattern, stated) }
        return builder.pins
    }

    /// The pins that apply to every host in an audit.
    private func judged(
        among entries: [CertificatePinnerSource.Entry],
        _ release: OkHttpRelease
    ) throws(IllegalArgumentException) -> [CertificatePinner.Pin] {
        var builder = CertificatePinner.Builder(release: release, checks: checks)
        let asked = settings[PolicyModel.hostSetting]
        for entry in asked.isEmpty ? judged(among: entries) : entries {
            try builder.add(entry.pattern, entry.pins)
        }
        let host = CanonicalHost.text(asked) ?? asked
        return asked.isEmpty ? builder.pins : builder.pins.filter { $0.matchesHostname(host) }
    }

    /// Whether pins apply to every host in an audit, and whether any key can match one; nil if the
    /// configuration cannot be read.
    fileprivate var judgedEntry: AnyHashable? {
        let release = OkHttpRelease(named: settings["version"])
        guard settings.standsIn, case .text(let source) = settings.document("config"),
            let entries = try? CertificatePinnerSource.entries(of: source),
            let pins = try? judged(among: entries, release)
        else { return nil }
        return [!pins.isEmpty, pins.contains(where: \.canMatch)]
    }

    /// The entries of the pattern that applies to every host in an audit.
    private func judged(
        among entries: [CertificatePinnerSource.Entry]
    ) -> [CertificatePinnerSource.Entry] {
        let judged = settings.judgedEntry(
            among: entries,
            domain: \.pattern,
            pins: { !$0.pins.isEmpty },
            governing: { _ in nil }
        )
        return entries.filter { $0.pattern == judged?.pattern }
    }

    /// Whether the pattern that applies to every host pins anything; true if the configuration
    /// cannot be read, since it then rejects every server.
    fileprivate var statesPins: Bool {
        guard case .text(let source) = settings.document("config") else { return false }
        guard let entries = try? CertificatePinnerSource.entries(of: source) else { return true }
        guard settings[PolicyModel.hostSetting].isEmpty else {
            let release = OkHttpRelease(named: settings["version"])
            return (try? judged(among: entries, release))?.isEmpty != true
        }
        return judged(among: entries).contains { !$0.pins.isEmpty }
    }
}

extension Pin {
    /// The pin in the notation of a release; nil if its hash is unknown.
    fileprivate func okHttpText(in release: OkHttpRelease) -> String? {
        guard let hash = spkiHash(release.pinsSHA256 ? .sha256 : .sha1) else { return nil }
        return "\(release.pinsSHA256 ? "sha256" : "sha1")/\(Base64.text(hash))"
    }
}
