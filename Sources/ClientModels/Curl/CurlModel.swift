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
        settings: [
            Setting(
                "version",
                CurlPinning.Version.allCases.map(\.rawValue),
                fallback: CurlPinning.Version.v8_18_0.rawValue,
                releases: CurlPinning.Version.releases,
                about: "The release; each covers those up to the next in the list."
            ),
            Setting(
                "backend",
                CurlPinning.Backend.allCases.map(\.rawValue),
                fallback: CurlPinning.Backend.openssl.rawValue,
                about: "The TLS library of the build; openssl is OpenSSL 3.0, apple-sectrust is "
                    + "OpenSSL with --ca-native on Apple's systems. Releases after 8.14 have no "
                    + "secure-transport; the rules of 8.14 apply then."
            ),
            Setting(
                "transport",
                CurlPinning.Transport.allCases.map(\.rawValue),
                fallback: CurlPinning.Transport.tcp.rawValue,
                about: "tcp, or quic for HTTP/3."
            ),
            .flag(
                "insecure",
                fallback: false,
                about: "--insecure: neither CURLOPT_SSL_VERIFYPEER nor CURLOPT_SSL_VERIFYHOST."
            ),
            .flag(
                "verify-host",
                fallback: true,
                about: "CURLOPT_SSL_VERIFYHOST, which applications of libcurl set: false is 0, "
                    + "which accepts any host but still checks the path."
            ),
            .flag(
                "crl-file",
                fallback: false,
                about:
                    "--crlfile with the available CRLs. openssl and rustls then reject a "
                    + "certificate that no CRL covers; schannel, secure-transport, apple-sectrust "
                    + "and wolfssl ignore it."
            ),
            .flag(
                "cert-status",
                fallback: false,
                about:
                    "--cert-status: requires a stapled OCSP response that says good. Only openssl, "
                    + "apple-sectrust and gnutls support it; other backends ignore it."
            ),
            .flag(
                "ssl-no-revoke",
                fallback: false,
                about: "--ssl-no-revoke: schannel does not check revocation. Other backends ignore "
                    + "it."
            ),
            .flag(
                "ssl-revoke-best-effort",
                fallback: false,
                about:
                    "--ssl-revoke-best-effort: schannel accepts a certificate with unknown status. "
                    + "Other backends ignore it."
            ),
            .text(
                "pinned-public-key",
                about: "--pinnedpubkey: sha256//BASE64, several separated by semicolons; any other "
                    + "text names a file, which does not exist. sha256//$(spki(leaf)) pins the key "
                    + "of an entity."
            ),
            .document(
                "pinned-public-key-file",
                .file,
                about: "--pinnedpubkey with the path of a file: a public key, DER or PEM."
            ),
        ],
        checks: ModelCheck.curl,
        entries: { document in
            guard case .file(let bytes) = document else { return nil }
            return CurlPinnedKey.isPublicKey(bytes) ? [] : nil
        },
        audit: AuditTerms(ignores: [.connection]),
        capabilities: { settings in
            let isStated = CurlPinnedKey(settings) != nil
            guard settings.backend.traits(in: settings.version).comparesPins else {
                return isStated ? [.unpinned] : [.unpinned, .idlePins]
            }
            return settings.unpinned(unlessStated: isStated)
                .union([.pins, .endEntityPins, .hashPins])
        },
        policy: { settings, checks in
            CurlPinning(
                version: settings.version,
                backend: settings.backend,
                transport: CurlPinning.Transport(rawValue: settings["transport"]) ?? .tcp,
                isInsecure: settings.isOn("insecure"),
                verifiesHost: settings.isOn("verify-host"),
                readsLists: settings.isOn("crl-file"),
                wantsStatus: settings.isOn("cert-status"),
                schannelMode: settings.schannelMode,
                pinnedPublicKey: CurlPinnedKey(settings),
                checks: checks
            )
        }
    )
}

extension PolicyModel.Settings {
    fileprivate var version: CurlPinning.Version {
        CurlPinning.Version(rawValue: self["version"]) ?? .v8_18_0
    }

    fileprivate var backend: CurlPinning.Backend {
        CurlPinning.Backend(rawValue: self["backend"]) ?? .openssl
    }

    fileprivate var schannelMode: RevocationMode {
        if isOn("ssl-no-revoke") { return .off }
        return isOn("ssl-revoke-best-effort") ? .softFail : .hardFail
    }
}

extension CurlPinnedKey {
    fileprivate init?(_ settings: PolicyModel.Settings) {
        if case .file(let bytes)? = settings.document("pinned-public-key-file") {
            self = .file(bytes)
        } else if !settings["pinned-public-key"].isEmpty {
            self = .text(settings["pinned-public-key"])
        } else {
            return nil
        }
    }
}
