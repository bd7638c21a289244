import PathValidation
import X509

extension PolicyModel {
    /// The model of an Android application with a network security configuration.
    static let android = PolicyModel(
        name: "android",
        about: "An Android application: network_security_config.xml, and HttpsURLConnection's host "
            + "name verifier.",
        source: "AOSP frameworks/base, android/security/net/config (Android 17); Conscrypt "
            + "3869db7b83a5, TrustManagerImpl.java and ct/PolicyImpl.java",
        scope: .android,
        settings: AndroidSetting.all,
        checks: ModelCheck.android,
        entries: { AndroidNetworkSecurity.domains(in: $0) },
        audit: AuditTerms(
            hosts: { AndroidNetworkSecurity.hosts(in: $0) },
            entry: { AndroidNetworkSecurity($0).judgedEntry },
            ignores: [.crls, .connection]
        ),
        capabilities: { settings in
            let model = AndroidNetworkSecurity(settings)
            let comparesPins = model.comparesPins
            let isConfigured = settings[AndroidSetting.config] != nil
            return settings.unpinned(unlessStated: isConfigured && comparesPins)
                .union(comparesPins ? [.pins, .hashPins] : [])
                .union(model.requiresTransparency ? [.scts] : [])
        },
        policy: { AndroidNetworkSecurity($0, checks: $1) }
    )
}

/// The settings of the model `android`.
enum AndroidSetting {
    static let config = SettingKey.markup(
        "config",
        about: "The application's network_security_config.xml; without it, only client.pins apply."
    )
    static let debugConfig = SettingKey.markup(
        "debug-config",
        about: "The file of the same name with the suffix _debug."
    )
    static let debuggable = SettingKey.flag(
        "debuggable",
        fallback: false,
        about: "Whether it is a debug build, in which debug-overrides count."
    )
    static let targetSdk = SettingKey(
        "target-sdk",
        Array(21...37),
        word: \.description,
        fallback: 37,
        about: "The target API level; up to 23, CAs that the user installed are trusted; from 37 "
            + "on, certificates need SCTs."
    )

    static let all: [any AnySettingKey] = [
        config, debugConfig, debuggable, targetSdk, EntrySetting.domain, EntrySetting.host,
    ]
}

/// The policy of an application with a network security configuration: `RootTrustManager` checks
/// the chain, then the host name is compared.
///
/// If the setup states pins, they replace the pins of the entry for the host; the entry's
/// expiration date stays.
struct AndroidNetworkSecurity: TrustPolicy {
    var config: MarkupElement?
    var debugConfig: MarkupElement?
    var isDebuggable = false
    var targetSdkVersion = 37
    var checks = CheckSet.all
    /// The settings of the model; nil for a configuration that was made without settings.
    private var settings: PolicyModel.Settings?
    /// Returns the bytes of a resource of the application by its reference, such as `@raw/my_ca`.
    var resource: @Sendable (String) -> [UInt8]? = { _ in nil }

    init(config: MarkupElement? = nil) {
        self.config = config
    }

    init(_ settings: PolicyModel.Settings, checks: CheckSet = .all) {
        config = settings[AndroidSetting.config]
        debugConfig = settings[AndroidSetting.debugConfig]
        isDebuggable = settings[AndroidSetting.debuggable]
        targetSdkVersion = settings[AndroidSetting.targetSdk]
        self.checks = checks
        self.settings = settings
        resource = { settings.file(named: $0) }
    }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        do throws(XmlConfigSource.ParserException) {
            return evaluate(
                presented,
                for: identity,
                under: try applicationConfig(pins: presented.pins)
            )
        } catch {
            return .unusable(error.message)
        }
    }

    func evaluate(
        _ presented: Presented,
        for identity: ReferenceIdentity,
        under application: ApplicationConfig
    ) -> Decision {
        let config = governing(identity.host, application, presented.pins)
        let anchors: AndroidTrustAnchors
        do throws(AndroidTrustAnchors.Failure) {
            anchors = try AndroidTrustAnchors(
                of: config,
                files: { file($0, config, presented) },
                presented,
                checks
            )
        } catch {
            return .unusable(error.message)
        }
        let trustManager = NetworkSecurityTrustManager(
            config: config,
            anchors: anchors,
            presented: presented,
            checks: checks
        )
        do throws(Rejection) {
            let grounds = try trustManager.checkServerTrusted()
            try verify(identity, presented)
            return Decision(.accept(grounds))
        } catch {
            return Decision(.reject(error), error: error.asAndroidException(for: identity))
        }
    }

    // MARK: The configuration

    private var standsIn: Bool { settings?.standsIn ?? false }

    /// The host whose entry applies to every connection; nil to look up the host of each
    /// connection.
    private var askedHost: String? {
        standsIn ? settings?[EntrySetting.host] : nil
    }

    /// Returns the domains in a network security configuration, in file order; empty if the file
    /// cannot be read, and nil for any other file.
    fileprivate static func domains(in document: PolicyDocument) -> [String]? {
        guard case .markup(let root) = document, root.name == "network-security-config" else {
            return nil
        }
        return domains(of: root).map(\.hostname)
    }

    private static func domains(of root: MarkupElement) -> [AndroidDomain] {
        let application = try? AndroidNetworkSecurity(config: root).applicationConfig()
        return application?.configs.map(\.domain) ?? []
    }

    /// Returns the hosts that the domains of the document mean.
    fileprivate static func hosts(in document: PolicyDocument) -> [String] {
        guard case .markup(let root) = document else { return [] }
        return domains(of: root)
            .flatMap { $0.hostname.meantHosts(withSubdomains: $0.subdomainsIncluded) }.unique
    }

    /// The entry that applies to every host; nil if there is no such entry or the file cannot be
    /// read.
    ///
    /// A placeholder replaces the entry's pins, so that entries with different pins are equal.
    fileprivate var judgedEntry: AnyHashable? {
        guard standsIn, let application = try? applicationConfig() else { return nil }
        var config = governing("", application, nil)
        config.pins.pins = config.pins.pins.isEmpty ? [] : [.spkiSHA256([])]
        return config
    }

    /// Whether pins are compared: true unless the entry that applies to every host has no pins.
    fileprivate var comparesPins: Bool {
        guard config != nil, standsIn else { return true }
        // A configuration that cannot be read rejects every server.
        guard let application = try? applicationConfig() else { return true }
        return !governing("", application, nil).pins.pins.isEmpty
    }

    /// Whether the configuration requires SCTs for at least one host (Conscrypt, NativeSsl.java).
    fileprivate var requiresTransparency: Bool {
        (try? applicationConfig())?.requiresTransparency ?? false
    }

    /// Returns the configuration of the file, as `ManifestConfigSource` does; without a file, the
    /// platform's default with `pins`.
    func applicationConfig(
        pins: [Pin]? = nil
    ) throws(XmlConfigSource.ParserException) -> ApplicationConfig {
        guard let config else {
            let builder = NetworkSecurityConfig.defaultBuilder(
                targetSdkVersion: targetSdkVersion,
                checks
            )
            builder.pinSet = pins.map { AndroidPinSet(pins: $0.map(\.ofKey)) }
            return ApplicationConfig(defaultConfig: builder.build(), checks: checks)
        }
        let source = XmlConfigSource(
            config: config,
            debugConfig: debugConfig,
            targetSdkVersion: targetSdkVersion,
            isDebugBuild: isDebuggable,
            checks: checks
        )
        return try Self.lastRead.value(of: source) { source in
            Result { () throws(XmlConfigSource.ParserException) in try source.parse() }
        }.get()
    }

    private static let lastRead = LastMade<
        XmlConfigSource, Result<ApplicationConfig, XmlConfigSource.ParserException>
    >()

    /// Returns the configuration for a host, or the configuration that applies to every host.
    ///
    /// If the configuration has pins, the pins of the test case replace them.
    private func governing(
        _ host: String,
        _ application: ApplicationConfig,
        _ pins: [Pin]?
    ) -> NetworkSecurityConfig {
        let judged = settings?.judgedEntry(
            among: application.configs,
            domain: \.domain.hostname,
            pins: { !$0.config.pins.pins.isEmpty },
            governing: { _ in nil }
        )
        var config = judged?.config ?? application.config(for: askedHost ?? host)
        if !config.pins.pins.isEmpty, let pins {
            config.pins.pins = pins.map(\.ofKey)
        }
        return config
    }

    /// Returns the bytes of a resource.
    ///
    /// In a scenario, `@raw/my_ca` is the entity `my-ca` if no file has that name. In an audit, no
    /// test case has a chain to the application's own CA. If the configuration trusts only CAs in
    /// resources, the anchors of the test case replace these CAs.
    private func file(
        _ reference: String,
        _ config: NetworkSecurityConfig,
        _ presented: Presented
    ) -> [UInt8]? {
        let bytes = resource(reference)
        guard standsIn else {
            let entity = reference.split(separator: "/").last
                .map { String($0.map { $0 == "_" ? "-" : $0 }) }
            return bytes ?? entity.flatMap { presented.entities[$0] }
        }
        let isAlone = config.certificatesEntryRefs.allSatisfy { ref in
            if case .resource = ref.source { true } else { false }
        }
        return isAlone && bytes != nil ? Array(presented.store.system.joined()) : bytes
    }

    // MARK: The host

    /// Compares the host name with the certificate.
    ///
    /// After the handshake, `HttpsURLConnection` calls its host name verifier, AOSP's copy of
    /// OkHttp's verifier.
    private func verify(
        _ identity: ReferenceIdentity,
        _ presented: Presented
    ) throws(Rejection) {
        guard checks.contains(.androidHostnameVerifier) else { return }
        do throws(SSLException) {
            try OkHostnameVerifier(release: .current, checks: checks)
                .verify(identity.host, presented, for: identity)
        } catch {
            throw error.rejection
        }
    }
}

extension Rejection {
    /// Returns the exception that the application sees.
    fileprivate func asAndroidException(for identity: ReferenceIdentity) -> String {
        switch self {
        case .pinMismatch:
            "SSLHandshakeException: Pin verification failed"
        case .nameMismatch, .ipMismatch, .noIdentity, .badNameSyntax:
            "SSLPeerUnverifiedException: Hostname \(identity.host) not verified"
        case .unknownIssuer, .selfSigned:
            "SSLHandshakeException: Trust anchor for certification path not found."
        case .certificateTransparency(.oneOperator, _):
            "SSLHandshakeException: Certificate chain does not conform to required transparency "
                + "policy: NOT_ENOUGH_DIVERSE_SCTS"
        case .certificateTransparency:
            "SSLHandshakeException: Certificate chain does not conform to required transparency "
                + "policy: NOT_ENOUGH_SCTS"
        default:
            "SSLHandshakeException: Chain validation failed"
        }
    }
}
