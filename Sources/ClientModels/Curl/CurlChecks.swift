// The decisions of curl, in curl's order.
extension ModelCheck {
    static let curl: [ModelCheck] = [
        .curlPeer, .curlHost, .curlAddressGap, .curlStatus, .curlIgnoredPin, .curlQUICGap,
        .curlKeyHeader, .curlPinnedKey,
    ]

    private static let libcurl = Origin("curl", "curl 5c61e168")
    private static let secureTransport = Origin("curl", "curl 8.14.0")
    private static let quicGaps = Origin(
        "curl",
        "CVE-2025-5025; CVE-2025-13034; curl, lib/vquic/vquic-tls.c"
    )

    private static let addressGaps = Origin(
        "curl",
        "CVE-2024-2466; CVE-2025-4947; curl 8.5.0 lib/vtls/mbedtls.c; curl 8.13.0 "
            + "lib/vquic/vquic-tls.c"
    )

    static let curlPeer = libcurl(
        "verify-peer",
        about: "Without --insecure, a path leads to the CA bundle.",
        at: "lib/vtls/openssl.c SSL_CTX_set_verify"
    )
    static let curlHost = libcurl(
        "verify-host",
        about: "Without --insecure, the end entity presents the host.",
        at: "lib/vtls/openssl.c ossl_verifyhost"
    )
    static let curlAddressGap = addressGaps(
        "address-gap",
        about: "Releases with the bug do not compare a host that is an IP address."
    )
    static let curlStatus = libcurl(
        "cert-status",
        about: "With --cert-status, the end entity comes with its own OCSP response, which says "
            + "good.",
        at: "lib/vtls/openssl.c verifystatus"
    )
    static let curlIgnoredPin = libcurl(
        "ignored-pin",
        about: "A build whose TLS library cannot compare a pin ignores it.",
        at: "src/config2setopts.c ssl_setopts"
    )
    static let curlQUICGap = quicGaps(
        "quic-gap",
        about: "Releases with the bug do not compare the pin over QUIC."
    )
    static let curlKeyHeader = secureTransport(
        "key-header",
        about: "Secure Transport compares only kinds of keys for which it has a header.",
        at: "lib/vtls/sectransp.c pkp_pin_peer_pubkey"
    )
    static let curlPinnedKey = libcurl(
        "pinned-public-key",
        about: "The end entity's key is a pinned key.",
        at: "lib/vtls/vtls.c Curl_pin_peer_pubkey"
    )
}
