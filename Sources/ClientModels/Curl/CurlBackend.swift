import PathValidation
import X509

extension CurlPinning {
    /// The TLS library that curl was built with.
    ///
    /// The sources are curl 5c61e168, lib/vtls/NAME.c, and the tags named below.
    enum Backend: String, CaseIterable, Sendable {
        /// OpenSSL 3.0.
        case openssl
        case openssl3_5 = "openssl-3.5"
        /// OpenSSL with `--ca-native` on Apple's systems, where SecTrust evaluates the path
        /// (apple.c).
        case appleSecTrust = "apple-sectrust"
        case gnutls
        case mbedtls
        case rustls
        case schannel
        /// Apple's Secure Transport, which 8.15.0 removed (8.14.0, sectransp.c).
        case secureTransport = "secure-transport"
        case wolfssl
    }
}

extension CurlPinning.Backend {
    /// The rules in which TLS libraries differ.
    struct Traits: Sendable {
        /// The profile for paths, or the nearest available profile.
        var profile = PathProfile.openSSL
        /// The changes to the rules of `profile`.
        var adapted: @Sendable ([PathCheck]) -> [PathCheck] = { $0 }
        var hosts: [CurlHostRule] = [.curl]
        /// Whether the library compares pins (SSLSUPP_PINNEDPUBKEY).
        var comparesPins = true
        /// Whether the pin is compared before path and host.
        var comparesPinFirst = false
        /// Whether the key is encoded again before it is compared.
        var encodesKeysAnew = false
        /// The lengths of SubjectPublicKeyInfos that can be compared, in bytes; nil for any.
        var keyLengths: [Int]?
        /// Whether CURLOPT_SSL_VERIFYHOST at 0 has an effect.
        var canSkipHost = true
        /// Whether certificates of the bundle that do not decode are skipped.
        var skipsBadAnchors = false
        /// Whether the anchors of the CA bundle count as the application's own anchors.
        var ownsAnchors = false
        /// Whether the library decodes every served certificate in the handshake.
        var decodesEveryCertificate = true
        /// Whether a build with the library may have HTTP/3 (lib/vquic/curl_ngtcp2.c).
        var speaksQUIC = false
        /// The treatment of an unknown status by `--crlfile`; off if the option has no effect.
        var listMode = RevocationMode.off
        /// `cert_status_request`: whether `--cert-status` has an effect.
        var asksStatus = false
        /// Whether a stapled response is checked without `--cert-status`.
        var judgesStaples = false
    }

    /// Returns the rules of the library in a release of curl.
    func traits(in version: CurlPinning.Version) -> Traits {
        switch self {
        case .openssl: .openSSL(.openSSL)
        case .openssl3_5: .openSSL(.openSSL3_5)
        case .appleSecTrust where version < .v8_17_0: .openSSL(.openSSL)
        case .appleSecTrust: .secTrust
        case .gnutls: .gnuTLS
        case .mbedtls: .mbedTLS
        case .rustls: .rustls(listMode: version < .v8_10_0 ? .off : .hardFail)
        case .schannel: .schannel
        case .secureTransport: .secureTransport
        // wolfSSL supports neither `--crlfile` (SSLSUPP_CRLFILE) nor `--cert-status`
        // (`cert_status_request`).
        case .wolfssl: Traits(skipsBadAnchors: true, speaksQUIC: true)
        }
    }
}

extension CurlPinning.Backend.Traits {
    /// Returns the rules of OpenSSL; X509_V_FLAG_CRL_CHECK_ALL rejects a certificate that no CRL
    /// covers.
    fileprivate static func openSSL(_ profile: PathProfile) -> Self {
        Self(profile: profile, speaksQUIC: true, listMode: .hardFail, asksStatus: true)
    }

    /// curl passes no purpose to `gnutls_certificate_verify_peers2`, so the function does not check
    /// the extended key usage.
    ///
    /// It does check a stapled response (GnuTLS 3.8.13, lib/cert-session.c).
    ///
    /// `pkp_pin_peer_pubkey` exports the key.
    fileprivate static let gnuTLS = Self(
        adapted: { $0.leavingOut(.extendedKeyUsage).replacing(.handshakeKeyUsage) },
        hosts: [.gnuTLS],
        encodesKeysAnew: true,
        speaksQUIC: true,
        listMode: .softFail,
        asksStatus: true,
        judgesStaples: true
    )

    /// Mbed TLS checks with `mbedtls_x509_crt_profile_next`, and with
    /// `mbedtls_ssl_check_cert_usage`, which checks only the purposes of the end entity.
    ///
    /// `mbedtls_x509_crt_parse_file` skips certificates that do not decode.
    fileprivate static let mbedTLS = Self(
        adapted: {
            $0.replacing(.handshakeKeyUsage).replacing(.keyStrength)
                .replacing(
                    .looseExtendedKeyUsage(
                        for: [.serverAuth],
                        source: "Mbed TLS 3.6.2, library/ssl_tls.c mbedtls_ssl_check_cert_usage"
                    )
                )
        },
        hosts: [.mbedTLS],
        encodesKeysAnew: true,
        skipsBadAnchors: true,
        listMode: .softFail
    )

    /// Returns the verifier of rustls-webpki, which always compares the host, and rejects an
    /// unknown status if there are CRLs (`init_config_builder_verifier_crl`, from 8.10.0 on).
    fileprivate static func rustls(listMode: RevocationMode) -> Self {
        Self(
            profile: .reference,
            hosts: [.webPKI],
            comparesPins: false,
            canSkipHost: false,
            decodesEveryCertificate: false,
            listMode: listMode
        )
    }

    /// `schannel_connect_step2` compares the pin before `Curl_verify_certificate`, which a CA
    /// bundle enables.
    fileprivate static let schannel = Self(
        profile: .reference,
        hosts: [.schannel],
        comparesPinFirst: true,
        decodesEveryCertificate: false,
        judgesStaples: true
    )

    /// `verify_cert_buf`: SecTrust with only the bundle as anchors.
    ///
    /// `pkp_pin_peer_pubkey` has headers for RSA of 2048 and 4096 bits, P-256 and P-384, and cannot
    /// compare other keys.
    fileprivate static let secureTransport = Self(
        profile: .apple,
        hosts: [.apple],
        keyLengths: [294, 550, 91, 120],
        ownsAnchors: true,
        decodesEveryCertificate: false
    )

    /// `ossl_apple_verify`: SecTrust evaluates the path, and the host again after
    /// `ossl_verifyhost`.
    ///
    /// The bundle replaces the system's store.
    fileprivate static let secTrust = Self(
        profile: .apple,
        hosts: [.curl, .apple],
        speaksQUIC: true,
        asksStatus: true
    )

    /// The rules on paths, without the comparison of the host, which `hosts` makes.
    var pathChecks: [PathCheck] { adapted(profile.checks().leavingOut(.identity)) }
}
