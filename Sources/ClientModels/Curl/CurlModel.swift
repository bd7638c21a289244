import PathValidation

extension PolicyModel {
    /// `curl --pinnedpubkey`, which is `CURLOPT_PINNEDPUBLICKEY` of libcurl.
    static let curl = PolicyModel(
        name: "curl",
        about:
            "curl with OpenSSL or another TLS library: path, host and, with --pinnedpubkey, the "
            + "end entity's key, even if --insecure disables path and host.",
        source:
            "curl 5c61e168, lib/vtls/*.c, lib/vquic/vquic-tls.c, src/config2setopts.c; curl 8.14.0, "
            + "lib/vtls/sectransp.c; OpenSSL 3.0.19; GnuTLS 3.8.13, lib/x509/hostname-verify.c; "
            + "Mbed TLS 3.6.2, library/x509_crt.c",
        scope: .curl,
        settings: CurlSetting.all,
        checks: ModelCheck.curl,
        entries: { document in
            guard case .file(let bytes) = document else { return nil }
            return CurlPinnedKey.isPublicKey(bytes) ? [] : nil
        },
        audit: AuditTerms(ignores: [.connection]),
        capabilities: { settings in
            let isStated = CurlPinnedKey(settings) != nil
            let traits = settings[CurlSetting.backend].traits(in: settings[CurlSetting.version])
            guard traits.comparesPins else {
                return isStated ? [.unpinned] : [.unpinned, .idlePins]
            }
            return settings.unpinned(unlessStated: isStated)
                .union([.pins, .endEntityPins, .hashPins])
        },
        policy: { settings, checks in
            CurlPinning(
                version: settings[CurlSetting.version],
                backend: settings[CurlSetting.backend],
                transport: settings[CurlSetting.transport],
                isInsecure: settings[CurlSetting.insecure],
                verifiesHost: settings[CurlSetting.verifyHost],
                readsLists: settings[CurlSetting.crlFile],
                wantsStatus: settings[CurlSetting.certStatus],
                schannelMode: settings.schannelMode,
                pinnedPublicKey: CurlPinnedKey(settings),
                checks: checks
            )
        }
    )
}

/// The settings of the model `curl`.
enum CurlSetting {
    static let version = SettingKey(
        "version",
        releases: CurlPinning.Version.allCases,
        fallback: .v8_18_0,
        about:
            "The release. A listed release also covers later releases, up to the next listed "
            + "release."
    )
    static let backend = SettingKey(
        "backend",
        fallback: CurlPinning.Backend.openssl,
        about: "The TLS library of the build; openssl is OpenSSL 3.0, apple-sectrust is OpenSSL "
            + "with --ca-native on Apple's systems. Releases after 8.14 have no secure-transport; "
            + "the rules of 8.14 apply then."
    )
    static let transport = SettingKey(
        "transport",
        fallback: CurlPinning.Transport.tcp,
        about: "tcp, or quic for HTTP/3."
    )
    static let insecure = SettingKey.flag(
        "insecure",
        fallback: false,
        about: "--insecure: neither CURLOPT_SSL_VERIFYPEER nor CURLOPT_SSL_VERIFYHOST."
    )
    static let verifyHost = SettingKey.flag(
        "verify-host",
        fallback: true,
        about: "CURLOPT_SSL_VERIFYHOST, which applications of libcurl set: false is 0, which "
            + "accepts any host but still checks the path."
    )
    static let crlFile = SettingKey.flag(
        "crl-file",
        fallback: false,
        about: "--crlfile with the available CRLs. openssl and rustls then reject a certificate "
            + "that no CRL covers; schannel, secure-transport, apple-sectrust and wolfssl ignore "
            + "it."
    )
    static let certStatus = SettingKey.flag(
        "cert-status",
        fallback: false,
        about: "--cert-status: requires a stapled OCSP response that says good. Only openssl, "
            + "apple-sectrust and gnutls support it; other backends ignore it."
    )
    static let sslNoRevoke = SettingKey.flag(
        "ssl-no-revoke",
        fallback: false,
        about: "--ssl-no-revoke: schannel does not check revocation. Other backends ignore it."
    )
    static let sslRevokeBestEffort = SettingKey.flag(
        "ssl-revoke-best-effort",
        fallback: false,
        about: "--ssl-revoke-best-effort: schannel accepts a certificate with unknown status. "
            + "Other backends ignore it."
    )
    static let pinnedPublicKey = SettingKey.text(
        "pinned-public-key",
        about: "--pinnedpubkey: sha256//BASE64, several separated by semicolons; any other text "
            + "names a file, which does not exist. sha256//$(spki(leaf)) pins the key of an entity."
    )
    static let pinnedPublicKeyFile = SettingKey.file(
        "pinned-public-key-file",
        about: "--pinnedpubkey with the path of a file: a public key, DER or PEM."
    )

    static let all: [any AnySettingKey] = [
        version, backend, transport, insecure, verifyHost, crlFile, certStatus, sslNoRevoke,
        sslRevokeBestEffort, pinnedPublicKey, pinnedPublicKeyFile,
    ]
}

extension PolicyModel.Settings {
    fileprivate var schannelMode: RevocationMode {
        if self[CurlSetting.sslNoRevoke] { return .off }
        return self[CurlSetting.sslRevokeBestEffort] ? .softFail : .hardFail
    }
}

extension CurlPinnedKey {
    fileprivate init?(_ settings: PolicyModel.Settings) {
        if let bytes = settings[CurlSetting.pinnedPublicKeyFile] {
            self = .file(bytes)
        } else if let text = settings[CurlSetting.pinnedPublicKey] {
            self = .text(text)
        } else {
            return nil
        }
    }
}
