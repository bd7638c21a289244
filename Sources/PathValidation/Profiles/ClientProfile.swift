import X509

extension PathProfile {
    /// A TLS server that requires a client certificate.
    ///
    /// RFC 8446 §4.4.2.2 has rules for servers' certificates, and §4.4.2.3 leaves the rules for
    /// clients' certificates to the server's request. RFC 5246 §7.4.6 requires a key that can sign.
    /// RFC 5280 §4.2.1.12 defines clientAuth, which counts as required only if the extension is
    /// present. No standard says which user a certificate identifies, so this profile compares no
    /// name.
    package static let client = PathProfile(
        name: "client",
        about: "A correct TLS server that requires a client certificate: the rules of `reference`, "
            + "with clientAuth as the purpose and without a host to compare.",
        source: "RFC 5280 §6, §4.2.1.12; RFC 8446 §4.4.2.3; RFC 5246 §7.4.6",
        decoding: .trailingZeroBits,
        omissions: ["How a certificate becomes a user is the server's configuration."],
        purpose: .clientAuth
    ) { purposes in
        PathCheck.catalogue.leavingOut(.identity).replacing(.extendedKeyUsage(for: purposes))
    }
}
