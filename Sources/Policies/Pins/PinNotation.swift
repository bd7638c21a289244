import OpenSSL
import PKIX
import Trust

/// A key as it is pinned.
package struct PinnedKey: Hashable, Sendable {
    /// SHA-256 of the DER SubjectPublicKeyInfo, 32 octets (RFC 7469 §2.4).
    package let sha256: [UInt8]
    /// Whether it is the key of a CA, which some systems list apart.
    package let isAuthority: Bool

    init(sha256: [UInt8], isAuthority: Bool) {
        self.sha256 = sha256
        self.isAuthority = isAuthority
    }

    /// A key by itself, such as a backup key that no certificate has yet: a DER
    /// SubjectPublicKeyInfo.
    package init(spki: [UInt8]) throws(OpenSSLError) {
        self.init(sha256: try Digest.sha256.hash(spki), isAuthority: false)
    }

    /// The key of a certificate.
    package init(of certificate: Certificate) throws(OpenSSLError) {
        self.init(
            sha256: try Digest.sha256.hash(certificate.der[certificate.spki]),
            isAuthority: certificate.extensions.basicConstraints?.isCA == true
        )
    }

    /// The digest in base64, the form in which nearly all systems have it.
    package var base64: String { Base64.text(sha256) }
}

/// The host whose keys are pinned: a DNS name, or a wildcard with one behind it.
///
/// Its characters are letters, digits, hyphens and dots, so that none needs to be escaped in a
/// property list, an XML document or a string of Kotlin.
package struct PinHost: Hashable, Sendable {
    /// In lower case; without the wildcard.
    package let name: String
    /// Whether it stands for the names one label below `name`.
    package let isWildcard: Bool

    /// Nil for any other text.
    package init?(_ text: some StringProtocol) {
        let octets = Array(text.utf8)[...]
        let bare = HostText.withoutWildcard(octets)
        // No system pins every name below a single label.
        guard NameSyntax.isHost(bare), bare == octets || bare.contains(UInt8(ascii: ".")) else {
            return nil
        }
        name = String(decoding: bare.map(lowercased), as: UTF8.self)
        isWildcard = bare != octets
    }

    /// The first DNS name of a certificate that is one; nil for none.
    package init?(of certificate: Certificate) {
        for name in certificate.dnsNames {
            guard let host = PinHost(String(decoding: name, as: UTF8.self)) else { continue }
            self = host
            return
        }
        return nil
    }
}

/// How one system writes down a pinned key, ready to paste.
package struct PinNotation: Sendable {
    package let name: String
    package let about: String
    private let form: Form

    private enum Form: Sendable {
        case bare(@Sendable (PinnedKey) -> String)
        case hosted(@Sendable (PinnedKey, PinHost) -> String)
    }

    /// Whether `text` says nothing without a host.
    package var needsHost: Bool {
        if case .hosted = form { true } else { false }
    }

    /// Lines without a newline at the end; nil where a host is needed and none is given.
    package func text(_ key: PinnedKey, for host: PinHost?) -> String? {
        switch form {
        case .bare(let write): write(key)
        case .hosted(let write): host.map { write(key, $0) }
        }
    }

    private init(_ name: String, about: String, write: @escaping @Sendable (PinnedKey) -> String) {
        self.name = name
        self.about = about
        form = .bare(write)
    }

    private init(
        _ name: String,
        about: String,
        writeForHost: @escaping @Sendable (PinnedKey, PinHost) -> String
    ) {
        self.name = name
        self.about = about
        form = .hosted(writeForHost)
    }
}

extension PinNotation {
    package static let catalogue = [
        sha256, hex, curl, hpkp, okHttp, android, trustKit, pinnedDomains,
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
        about: "curl's option; it compares the end entity's key alone."
    ) { "--pinnedpubkey 'sha256//\($0.base64)'" }

    static let hpkp = PinNotation(
        "hpkp",
        about: "The directive of RFC 7469, which browsers no longer obey."
    ) { "pin-sha256=\"\($0.base64)\"" }

    static let okHttp = PinNotation(
        "okhttp",
        about: "OkHttp's CertificatePinner, in Kotlin."
    ) { key, host in
        """
        CertificatePinner.Builder()
            .add("\(host.isWildcard ? "*." : "")\(host.name)", "sha256/\(key.base64)")
            .build()
        """
    }

    static let android = PinNotation(
        "android",
        about: "Android's network security configuration, res/xml/network_security_config.xml."
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
        about: "TrustKit's configuration in Info.plist; it wants a second pin, of a backup key."
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
        about: "App Transport Security's pins in Info.plist, from iOS 14 on."
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
