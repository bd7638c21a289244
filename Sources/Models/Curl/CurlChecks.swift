import Policies

// curl's decisions, in its order.
extension ModelCheck {
    static let curl: [ModelCheck] = [.curlPeer, .curlHost, .curlQUICGap, .curlPinnedKey]

    private static let libcurl = Origin("curl", "curl 5c61e168")
    private static let quicGaps = Origin(
        "curl",
        "CVE-2025-5025; CVE-2025-13034; curl, lib/vquic/vquic-tls.c"
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
    static let curlQUICGap = quicGaps(
        "quic-gap",
        about: "Releases that forgot the pin over QUIC do not ask for it there."
    )
    static let curlPinnedKey = libcurl(
        "pinned-public-key",
        about: "The end entity's key is the pinned one.",
        at: "lib/vtls/vtls.c Curl_pin_peer_pubkey"
    )
}
