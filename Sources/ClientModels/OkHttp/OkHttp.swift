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
        settings: OkHttpSetting.all,
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
            let release = settings[OkHttpSetting.version]
            // A SHA-256 pin cannot be converted into the SHA-1 pin that old releases need.
            let pins: Set<Capability> = release.pinsSHA256 ? [.pins, .hashPins] : [.pins]
            return settings.unpinned(unlessStated: OkHttp(settings: settings).statesPins)
                .union(pins)
        },
        policy: { OkHttp(settings: $0, checks: $1) }
    )
}

/// The settings of the model `okhttp`.
enum OkHttpSetting {
    static let version = SettingKey(
        "version",
        releases: OkHttpRelease.catalogue,
        fallback: .current,
        about: "The release; 5 is its main branch of July 2026."
    )
    static let config = SettingKey.textFile(
        "config",
        about: "CertificatePinner.Builder calls in Kotlin or Java, or lines with a pattern and its "
            + "pins; without it the host has the client's pins."
    )
    static let domain = EntrySetting.domain.described(
        "The pattern, as written in the configuration, that applies to every host unless a "
            + "scenario sets the party; by default, the first pattern with pins."
    )

    static let all: [any AnySettingKey] = [version, config, domain, EntrySetting.host]
}

/// OkHttp's three steps after a handshake (`ConnectPlan.connectTls`): the platform's trust manager
/// has checked the chain, then OkHttp verifies the host name and searches for a pin.
///
/// `ModelScope.okHttp` lists the consequences and the differences.
struct OkHttp: TrustPolicy {
    let settings: PolicyModel.Settings
    var checks = CheckSet.all

    private var release: OkHttpRelease { settings[OkHttpSetting.version] }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        let host = CanonicalHost.text(identity.host) ?? identity.host
        let pinner: CertificatePinner
        do {
            pinner = CertificatePinner(
                pins: try pins(presented, for: identity),
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

    /// Returns the pins that the application added to the builder.
    private func pins(
        _ presented: Presented,
        for identity: ReferenceIdentity
    ) throws(IllegalArgumentException) -> [CertificatePinner.Pin] {
        var builder = CertificatePinner.Builder(release: release, checks: checks)
        let stated = presented.pins?.compactMap { $0.okHttpText(in: release) }
        guard let source = settings[OkHttpSetting.config] else {
            try builder.add(identity.configuredHost, stated ?? [])
            return builder.pins
        }
        let entries = try CertificatePinnerSource.entries(of: source)
        for entry in entries { try builder.add(entry.pattern, entry.pins) }
        if settings.standsIn {
            builder.pins = try judgedPins(among: entries)
                .map { $0.standing(for: identity.configuredHost) }
        }
        guard let stated else { return builder.pins }
        let host = CanonicalHost.text(identity.host) ?? identity.host
        let governing = builder.pins.filter { $0.matchesHostname(host) }
        // If no key can match any of the configured pins, these pins are kept.
        guard governing.isEmpty || governing.contains(where: \.canMatch) else { return governing }
        builder.pins = []
        if let pattern = governing.first?.pattern { try builder.add(pattern, stated) }
        return builder.pins
    }

    /// Returns the pins that apply to every host in an audit.
    private func judgedPins(
        among entries: [CertificatePinnerSource.Entry]
    ) throws(IllegalArgumentException) -> [CertificatePinner.Pin] {
        var builder = CertificatePinner.Builder(release: release, checks: checks)
        let asked = settings[EntrySetting.host]
        for entry in asked == nil ? judged(among: entries) : entries {
            try builder.add(entry.pattern, entry.pins)
        }
        guard let asked else { return builder.pins }
        let host = CanonicalHost.text(asked) ?? asked
        return builder.pins.filter { $0.matchesHostname(host) }
    }

    /// Whether pins apply to every host in an audit, and whether any key can match such a pin; nil
    /// if the configuration cannot be read.
    fileprivate var judgedEntry: AnyHashable? {
        guard settings.standsIn, let source = settings[OkHttpSetting.config],
            let entries = try? CertificatePinnerSource.entries(of: source),
            let pins = try? judgedPins(among: entries)
        else { return nil }
        return [!pins.isEmpty, pins.contains(where: \.canMatch)]
    }

    /// Returns the entries of the pattern that applies to every host in an audit.
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
        guard let source = settings[OkHttpSetting.config] else { return false }
        guard let entries = try? CertificatePinnerSource.entries(of: source) else { return true }
        guard settings[EntrySetting.host] == nil else {
            return (try? judgedPins(among: entries))?.isEmpty != true
        }
        return judged(among: entries).contains { !$0.pins.isEmpty }
    }
}

extension Pin {
    /// Returns the pin in the notation of a release; nil if its hash is unknown.
    fileprivate func okHttpText(in release: OkHttpRelease) -> String? {
        guard let hash = spkiHash(release.pinsSHA256 ? .sha256 : .sha1) else { return nil }
        return "\(release.pinsSHA256 ? "sha256" : "sha1")/\(Base64.text(hash))"
    }
}
