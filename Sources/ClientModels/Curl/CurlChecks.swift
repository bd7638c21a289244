// curl's decisions, in its order.
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
        about: "Without --insecure a path leads to the CA bundle.",
        at: "lib/vtls/openssl.c SSL_CTX_set_verify"
    )
    static let curlHost = libcurl(
        "verify-host",
        about: "Without --insecure the end entity presents the host.",
        at: "lib/vtls/openssl.c ossl_verifyhost"
    )
    static let curlAddressGap = addressGaps(
        "address-gap",
        about: "Releases that forgot a host that is an address do not compare it."
    )
    static let curlStatus = libcurl(
        "cert-status",
        about: "With --cert-status the end entity's own OCSP response came with it and says good.",
        at: "lib/vtls/openssl.c verifystatus"
    )
    static let curlIgnoredPin = libcurl(
        "ignored-pin",
        about: "A build whose TLS library cannot compare a pin ignores it.",
        at: "src/config2setopts.c ssl_setopts"
    )
    static let curlQUICGap = quicGaps(
        "quic-gap",
        about: "Releases that forgot the pin over QUIC do not ask for it there."
    )
    static let curlKeyHeader = secureTransport(
        "key-header",
        about: "Secure Transport compares keys of the kinds that it has a header for alone.",
        at: "lib/vtls/sectransp.c pkp_pin_peer_pubkey"
    )
    static let curlPinnedKey = libcurl(
        "pinned-public-key",
        about: "The end entity's key is the pinned one.",
        at: "lib/vtls/vtls.c Curl_pin_peer_pubkey"
    )
}
