extension PolicyModel {
    /// `curl --pinnedpubkey`, which is `CURLOPT_PINNEDPUBLICKEY` of libcurl.
    static let curl = PolicyModel(
        name: "curl",
        about: "curl over OpenSSL: path, host, and with --pinnedpubkey the end entity's key, even "
            + "where --insecure has turned the other two off.",
        source: "curl 5c61e168, lib/vtls/vtls.c, lib/vtls/openssl.c, lib/vtls/hostcheck.c, "
            + "lib/vquic/vquic-tls.c; OpenSSL 3.0.19",
        settings: [
            Setting(
                "version",
                CurlPinning.Version.allCases.map(\.rawValue),
                fallback: CurlPinning.Version.v8_18_0.rawValue,
                about: "The release; each stands for those up to the next of the list."
            ),
            Setting(
                "backend",
                CurlPinning.Backend.allCases.map(\.rawValue),
                fallback: CurlPinning.Backend.openssl.rawValue,
                about: "The TLS library it was built with."
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
            .text(
                "pinned-public-key",
                about: "--pinnedpubkey: sha256//BASE64, several with semicolons between them; any "
                    + "other text names a file, which is not there."
            ),
            .document(
                "pinned-public-key-file",
                .file,
                about: "--pinnedpubkey with the path of a file: a public key, DER or PEM."
            ),
        ],
        checks: [.curlPeer, .curlHost, .curlQUICGap, .curlPinnedKey],
        entries: { document in
            guard case .file(let octets) = document else { return nil }
            return CurlPinnedKey.isPublicKey(octets) ? [] : nil
        },
        capabilities: { settings in
            let capabilities: Set<Capability> = [.pins, .endEntityPins, .hashPins]
            return CurlPinnedKey(settings) == nil
                ? capabilities.union([.unpinned]) : capabilities
        },
        policy: { settings in
            CurlPinning(
                version: CurlPinning.Version(rawValue: settings["version"]) ?? .v8_18_0,
                backend: CurlPinning.Backend(rawValue: settings["backend"]) ?? .openssl,
                transport: CurlPinning.Transport(rawValue: settings["transport"]) ?? .tcp,
                isInsecure: settings.isOn("insecure"),
                pinnedPublicKey: CurlPinnedKey(settings)
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

extension ModelCheck {
    static let curlPeer = ModelCheck(
        "curl/verify-peer",
        about: "Without --insecure a path leads to the CA bundle.",
        source: "curl 5c61e168, lib/vtls/openssl.c, SSL_CTX_set_verify"
    )
    static let curlHost = ModelCheck(
        "curl/verify-host",
        about: "Without --insecure the end entity presents the host.",
        source: "curl 5c61e168, lib/vtls/openssl.c, ossl_verifyhost"
    )
    static let curlQUICGap = ModelCheck(
        "curl/quic-gap",
        about: "Releases that forgot the pin over QUIC do not ask for it there.",
        source: "CVE-2025-5025; CVE-2025-13034; curl, lib/vquic/vquic-tls.c"
    )
    static let curlPinnedKey = ModelCheck(
        "curl/pinned-public-key",
        about: "The end entity's key is the pinned one.",
        source: "curl 5c61e168, lib/vtls/vtls.c, Curl_pin_peer_pubkey"
    )
}
