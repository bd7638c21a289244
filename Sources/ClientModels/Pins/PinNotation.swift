import X509

/// The notation of one system for a pinned key, ready to paste.
///
/// ```swift
/// static let sha256 = PinNotation(
///     "sha256",
///     about: "OkHttp's pin, and what most tools show."
/// ) { "sha256/\($0.base64)" }
/// ```
package struct PinNotation: Sendable {
    /// The name of the notation for `hatpin inspect --pins`.
    package let name: String
    /// The system that reads the notation, in a sentence.
    package let about: String
    private let form: Form
    private let caveat: @Sendable (PinnedKeyForm) -> String?

    private enum Form: Sendable {
        case bare(@Sendable (PinnedKey) -> String)
        case hosted(@Sendable (PinnedKey, PinHost) -> String)
    }

    /// Whether `text` needs a host.
    package var needsHost: Bool {
        if case .hosted = form { true } else { false }
    }

    /// Returns the pin in this notation, as lines without a newline at the end; nil if a host is
    /// required and none is given.
    package func text(_ key: PinnedKey, for host: PinHost?) -> String? {
        switch form {
        case .bare(let write): write(key)
        case .hosted(let write): host.map { write(key, $0) }
        }
    }

    /// Returns the reason why the system would block the server or never match the pin.
    ///
    /// - Parameters:
    ///   - spki: the DER SubjectPublicKeyInfo.
    ///   - isAuthority: whether the key is a CA's.
    /// - Returns: a lowercase fragment; nil if the pin matches.
    package func warning(about spki: [UInt8], isAuthority: Bool) -> String? {
        PinnedKeyForm(spki: spki, isAuthority: isAuthority).flatMap(caveat)
    }

    private init(
        _ name: String,
        about: String,
        caveat: @escaping @Sendable (PinnedKeyForm) -> String? = { _ in nil },
        write: @escaping @Sendable (PinnedKey) -> String
    ) {
        self.name = name
        self.about = about
        self.caveat = caveat
        form = .bare(write)
    }

    private init(
        _ name: String,
        about: String,
        caveat: @escaping @Sendable (PinnedKeyForm) -> String? = { _ in nil },
        writeForHost: @escaping @Sendable (PinnedKey, PinHost) -> String
    ) {
        self.name = name
        self.about = about
        self.caveat = caveat
        form = .hosted(writeForHost)
    }
}

extension PinNotation {
    /// Every notation, the shortest first.
    package static let catalogue = [
        sha256, hex, curl, okHttp, android, trustKit, pinnedDomains,
    ]

    static let sha256 = PinNotation(
        "sha256",
        about: "OkHttp's pin, and what most tools show."
    ) { "sha256/\($0.base64)" }

    static let hex = PinNotation(
        "hex",
        about: "The digest in hexadecimal."
    ) { $0.sha256.hex }

    static let curl = PinNotation(
        "curl",
        about: "curl's option; it compares only the end entity's key.",
        caveat: { $0.curlWarning }
    ) { "--pinnedpubkey 'sha256//\($0.base64)'" }

    static let okHttp = PinNotation(
        "okhttp",
        about: "OkHttp's CertificatePinner, in Kotlin.",
        caveat: { $0.javaWarning }
    ) { key, host in
        """
        CertificatePinner.Builder()
            .add("\(host.isWildcard ? "*." : "")\(host.name)", "sha256/\(key.base64)")
            .build()
        """
    }

    static let android = PinNotation(
        "android",
        about: "Android's network security configuration, res/xml/network_security_config.xml.",
        caveat: { $0.javaWarning }
    ) { key, host in
        """
        <?xml version="1.0" encoding="utf-8"?>
        <network-security-config>
            <domain-config>
                <domain includeSubdomains="\(host.isWildcard)">\(host.name)</domain>
                <pin-set>
                    <pin digest="SHA-256">\(key.base64)</pin>
                </pin-set>
            </domain-config>
        </network-security-config>
        """
    }

    static let trustKit = PinNotation(
        "trustkit",
        about: "TrustKit's configuration in Info.plist; it needs a second pin, of a backup key.",
        caveat: { $0.trustKitWarning }
    ) { key, host in
        """
        <key>TSKConfiguration</key>
        <dict>
            <key>TSKSwizzleNetworkDelegates</key>
            <false/>
            <key>TSKPinnedDomains</key>
            <dict>
                <key>\(host.name)</key>
                <dict>
                    <key>TSKEnforcePinning</key>
                    <true/>
                    <key>TSKIncludeSubdomains</key>
                    <\(host.isWildcard)/>
                    <key>TSKPublicKeyHashes</key>
                    <array>
                        <string>\(key.base64)</string>
                    </array>
                </dict>
            </dict>
        </dict>
        """
    }

    static let pinnedDomains = PinNotation(
        "nspinneddomains",
        about: "App Transport Security's pins in Info.plist, from iOS 14 on.",
        caveat: { $0.appleWarning }
    ) { key, host in
        """
        <key>NSAppTransportSecurity</key>
        <dict>
            <key>NSPinnedDomains</key>
            <dict>
                <key>\(host.name)</key>
                <dict>
                    <key>NSIncludesSubdomains</key>
                    <\(host.isWildcard)/>
                    <key>\(key.isAuthority ? "NSPinnedCAIdentities" : "NSPinnedLeafIdentities")</key>
                    <array>
                        <dict>
                            <key>SPKI-SHA256-BASE64</key>
                            <string>\(key.base64)</string>
                        </dict>
                    </array>
                </dict>
            </dict>
        </dict>
        """
    }
}
