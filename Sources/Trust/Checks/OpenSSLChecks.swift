import PKIX

// The rules of OpenSSL 3.0 on paths, crypto/x509/x509_vfy.c and v3_purp.c, where they are not those of
// RFC 5280. Flags are those of X509_VERIFY_PARAM.
extension PathCheck {
    /// The rules for a TLS server without X509_V_FLAG_X509_STRICT and X509_V_FLAG_POLICY_CHECK; the
    /// caller compares the host.
    package static let openSSL =
        catalogue
        .leavingOut(
            // X509_V_FLAG_X509_STRICT asks for some of these, and nothing for the others.
            .serialNumber,
            .emptyNames,
            .timeTypes,
            .signingAuthority,
            // X509_V_FLAG_POLICY_CHECK asks for these.
            .policyQualifiers,
            .certificatePolicies,
            .identity
        )
        .replacing(.criticalExtensions(among: .openSSL))
        .replacing(.openSSLBasicConstraints)
        .replacing(.openSSLKeyUsage)
        .replacing(.openSSLExtendedKeyUsage)
        .replacing(.openSSLNameConstraints)
        // 112 bits of security, level 2 of `ssl_security_default_callback`.
        .replacing(.keyStrength(rsa: 2_048, curve: 224))
        .inserting([.openSSLCommonNameConstraints], before: .keyStrength)

    private static let openSSLBasicConstraints = PathCheck(
        basicConstraints.name,
        about:
            "Every issuer says that it is a CA; an anchor that cannot say so is one by its key usage, "
            + "or if it is self-issued and of version 1.",
        source: "OpenSSL 3.0, v3_purp.c check_ca, x509_vfy.c check_extensions"
    ) { joining throws(Rejection) in
        guard !joining.isEndEntity else { return }
        let certificate = joining.certificate
        if let constraints = certificate.extensions.basicConstraints, constraints.isCA { return }
        let isSilent = certificate.extension(.basicConstraints) == nil
        let isOld = certificate.version == 1 && certificate.isSelfIssued
        guard joining.isAnchor, isSilent, isOld || certificate.extensions.keyUsage != nil else {
            throw Rejection.issuerNotCA(depth: joining.depth)
        }
    }

    private static let openSSLKeyUsage = PathCheck(
        handshakeKeyUsage.name,
        about:
            "An end entity whose key usage is limited may do one of what handshakes ask of keys: sign, "
            + "encipher or agree on a key.",
        source: "OpenSSL 3.0, v3_purp.c check_purpose_ssl_server"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity, let usage = joining.certificate.extensions.keyUsage,
            ![KeyUsageBit.digitalSignature, .keyEncipherment, .keyAgreement]
                .contains(where: usage.contains)
        else { return }
        throw Rejection.keyUsage(missing: .digitalSignature, depth: 0)
    }

    private static let openSSLExtendedKeyUsage = PathCheck(
        extendedKeyUsage.name,
        about:
            "A certificate that names its purposes names server authentication, or one of the two of "
            + "gated cryptography.",
        source: "OpenSSL 3.0, v3_purp.c check_purpose_ssl_server"
    ) { joining throws(Rejection) in
        let accepted: [ObjectIdentifier] = [
            .serverAuth, .netscapeGatedCryptography, .microsoftGatedCryptography,
        ]
        guard joining.certificate.states(anyOf: accepted) == false else { return }
        throw Rejection.extendedKeyUsage(missing: .serverAuth, depth: joining.depth)
    }

    private static let openSSLNameConstraints = PathCheck(
        nameConstraints.name,
        about: "The names of every certificate are inside what each issuer above it permits.",
        source: "OpenSSL 3.0, x509_vfy.c check_name_constraints, v3_ncons.c nc_dns"
    ) { joining throws(Rejection) in
        guard let constraints = joining.certificate.extensions.nameConstraints else { return }
        try joining.judgeNames(by: constraints, takesLeadingDots: true)
    }

    private static let openSSLCommonNameConstraints = commonNameConstraints(
        source: "OpenSSL 3.0, v3_ncons.c NAME_CONSTRAINTS_check_CN",
        takesLeadingDots: true
    ) { certificate in
        // `cn2dnsid`: names of two labels or more, without a wildcard.
        guard certificate.dnsNames.isEmpty else { return [] }
        return certificate.commonNames.filter { name in
            name.contains(UInt8(ascii: ".")) && HostName(name) != nil
        }
    }
}
