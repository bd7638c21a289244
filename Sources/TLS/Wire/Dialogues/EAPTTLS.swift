extension ApplicationProtocol {
    package static let eapTTLS = ApplicationProtocol(
        "eap-ttls",
        about: "networks with 802.1X: EAP-TTLS with a password, over RADIUS (RFC 5281)",
        transports: [.implicit],
        isInsideRADIUS: true,
        length: { input in
            // An AVP has a code, flags, and the length without the padding to four bytes.
            input.number(at: 5, count: 3).flatMap { length in
                length >= 8 ? input.complete((length + 3) & ~3) : nil
            }
        }
    ) { _, _ in
        // A password needs no answer inside TLS; the result is that of EAP.
        .says("")
    }
}
