import Policies

extension PolicyModel {
    /// `curl --pinnedpubkey`, which is `CURLOPT_PINNEDPUBLICKEY` of libcurl.
    static let curl = PolicyModel(
        name: "curl",
        about: "curl over OpenSSL: path, host, and with --pinnedpubkey the end entity's key, even "
            + "where --insecure has turned the other two off.",
        source: "curl 5c61e168, lib/vtls/vtls.c, lib/vtls/openssl.c, lib/vtls/hostcheck.c, "
            + "lib/vquic/vquic-tls.c; OpenSSL 3.0.19",
        scope: .curl,
        settings: [
            Setting(
                "version",
                CurlPinning.Version.allCases.map(\.rawValue),
                fallback: CurlPinning.Version.v8_18_0.rawValue,
                releases: CurlPinning.Version.releases,
                about: "The release; each stands for those up to the next of the list."
            ),
            Setting(
                "backend",
                CurlPinning.Backend.allCases.map(\.rawValue),
                fallback: CurlPinning.Backend.openssl.rawValue,
                about: "The TLS library it was built with; openssl is OpenSSL 3.0."
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
                    + "which accepts any host and leaves the path on."
            ),
            .text(
                "pinned-public-key",
                about: "--pinnedpubkey: sha256//BASE64, several with semicolons between them; any "
                    + "other text names a file, which is not there. sha256//$(spki(leaf)) pins "
                    + "the key of an entity."
            ),
            .document(
                "pinned-public-key-file",
                .file,
                about: "--pinnedpubkey with the path of a file: a public key, DER or PEM."
            ),
        ],
        checks: ModelCheck.curl,
        entries: { document in
            guard case .file(let octets) = document else { return nil }
            return CurlPinnedKey.isPublicKey(octets) ? [] : nil
        },
        audit: AuditTerms(ignores: Set(AuditTerms.Input.allCases)),
        capabilities: { settings in
            settings.unpinned(unlessStated: CurlPinnedKey(settings) != nil)
                .union([.pins, .endEntityPins, .hashPins])
        },
        policy: { settings, checks in
            CurlPinning(
                version: CurlPinning.Version(rawValue: settings["version"]) ?? .v8_18_0,
                backend: CurlPinning.Backend(rawValue: settings["backend"]) ?? .openssl,
                transport: CurlPinning.Transport(rawValue: settings["transport"]) ?? .tcp,
                isInsecure: settings.isOn("insecure"),
                verifiesHost: settings.isOn("verify-host"),
                pinnedPublicKey: CurlPinnedKey(settings),
                checks: checks
            )
        }
    )
}

extension CurlPinnedKey {
    fileprivate init?(_ settings: PolicyModel.Settings) {
        if case .file(let octets)? = settings.document("pinned-public-key-file") {
            self = .file(octets)
        } else if !settings["pinned-public-key"].isEmpty {
            self = .text(settings["pinned-public-key"])
        } else {
            return nil
        }
    }
}
