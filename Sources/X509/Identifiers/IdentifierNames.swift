extension ObjectIdentifier {
    /// The identifier's name in its ASN.1 module without a prefix, such as `serverAuth` or
    /// `ecdsa-with-SHA256`; for an attribute type with a keyword, the keyword, such as `CN`.
    ///
    /// Nil for an unknown identifier.
    package var moduleName: String? {
        if let field = Self.extensionFieldNames.first(where: { $0.identifier == self }) {
            return field.name
        }
        return Self.moduleNames[self] ?? EncodedName.keywords[self] ?? Self.attributeNames[self]
            ?? UnverifiedAlgorithm(self)?.name
    }

    /// Attribute types without a keyword (RFC 5280 Appendix A.1; CA/B Forum BR §7.1.4.2).
    private static let attributeNames: [ObjectIdentifier: String] = [
        .name: "name", .initials: "initials", .generationQualifier: "generationQualifier",
        .distinguishedNameQualifier: "dnQualifier", .pseudonym: "pseudonym",
        .businessCategory: "businessCategory", .postalCode: "postalCode",
        .organizationIdentifier: "organizationIdentifier",
        .jurisdictionLocality: "jurisdictionLocality",
        .jurisdictionState: "jurisdictionStateOrProvince",
        .jurisdictionCountry: "jurisdictionCountry",
    ]

    private static let moduleNames: [ObjectIdentifier: String] = [
        // Extensions that `extensionFieldNames` omits (RFC 5280 §4.2.1.8; RFC 6960 §4.4; RFC 6962
        // §3).
        .subjectDirectoryAttributes: "subjectDirectoryAttributes",
        .privateKeyUsagePeriod: "privateKeyUsagePeriod",
        // RFC 3779 §2.2.1, §3.2.1; RFC 3820 §3.8.
        .addressBlocks: "ipAddrBlocks", .autonomousSystems: "autonomousSysIds",
        .proxyCertificateInformation: "proxyCertInfo",
        .tlsFeature: "tlsfeature",
        .signedCertificateTimestamps: "signedCertificateTimestampList",
        .precertificatePoison: "precertificatePoison",
        .ocspNoCheck: "ocsp-nocheck",
        .ocspNonce: "ocsp-nonce",
        .ocspSCTs: "ocsp-signedCertificateTimestampList",
        // RFC 6960 §4.2.1 and RFC 5280 §4.2.2.1.
        .accessToOCSP: "ocsp", .ocspBasic: "ocsp-basic", .accessToIssuers: "caIssuers",
        ObjectIdentifier(content: [0x2b, 6, 1, 5, 5, 7, 48, 5]): "caRepository",
        // RFC 5280 §4.2.1.4; CA/B Forum BR §7.1.6.1.
        .anyPolicy: "anyPolicy", .cpsPointer: "cps", .userNotice: "unotice",
        ObjectIdentifier(content: [0x67, 0x81, 0x0c, 1, 1]): "extended-validation",
        ObjectIdentifier(content: [0x67, 0x81, 0x0c, 1, 2, 1]): "domain-validated",
        ObjectIdentifier(content: [0x67, 0x81, 0x0c, 1, 2, 2]): "organization-validated",
        ObjectIdentifier(content: [0x67, 0x81, 0x0c, 1, 2, 3]): "individual-validated",
        // RFC 5280 §4.2.1.12.
        .anyExtendedKeyUsage: "anyExtendedKeyUsage", .serverAuth: "serverAuth",
        .clientAuth: "clientAuth", .codeSigning: "codeSigning",
        .emailProtection: "emailProtection", .timeStamping: "timeStamping",
        .ocspSigning: "OCSPSigning",
        // RFC 3279, RFC 4055, RFC 5480, RFC 8410.
        .rsaEncryption: "rsaEncryption", .rsassaPSS: "RSASSA-PSS", .mgf1: "mgf1",
        .ecPublicKey: "ecPublicKey", .prime256v1: "secp256r1", .secp384r1: "secp384r1",
        .secp521r1: "secp521r1", .ed25519: "Ed25519", .ed448: "Ed448", .x25519: "X25519",
        .md2WithRSA: "md2WithRSAEncryption", .md4WithRSA: "md4WithRSAEncryption",
        .md5WithRSA: "md5WithRSAEncryption", .sha1WithRSA: "sha1WithRSAEncryption",
        .sha224WithRSA: "sha224WithRSAEncryption", .sha256WithRSA: "sha256WithRSAEncryption",
        .sha384WithRSA: "sha384WithRSAEncryption", .sha512WithRSA: "sha512WithRSAEncryption",
        .ecdsaWithSHA1: "ecdsa-with-SHA1", .ecdsaWithSHA224: "ecdsa-with-SHA224",
        .ecdsaWithSHA256: "ecdsa-with-SHA256", .ecdsaWithSHA384: "ecdsa-with-SHA384",
        .ecdsaWithSHA512: "ecdsa-with-SHA512", .dsaWithSHA1: "dsa-with-sha1",
        .md5: "md5", .sha1: "sha1", .sha224: "sha224", .sha256: "sha256", .sha384: "sha384",
        .sha512: "sha512",
    ]
}

extension ObjectIdentifier {
    /// The identifier as sentences show it: its name, such as `serverAuth`, or dotted decimal for
    /// an unknown identifier.
    package var shortName: String { moduleName ?? description }

    /// The name with dotted decimal, such as `serverAuth (1.3.6.1.5.5.7.3.1)`; only dotted decimal
    /// for an unknown identifier.
    package var named: String { moduleName.map { "\($0) (\(self))" } ?? description }
}

extension ObjectIdentifier {
    /// The identifiers in the tables of extensions, purposes, policies, keywords, module names,
    /// signature algorithms and digests, in byte order.
    package static var known: [ObjectIdentifier] {
        let words = extensionWords + extendedKeyUsageWords + policyWords
        let identifiers =
            words.map(\.identifier) + extensionFieldNames.map(\.identifier) + moduleNames.keys
            + EncodedName.keywords.keys + SigningAlgorithm.identifiers + DigestAlgorithm.identifiers
        return Set(identifiers).sorted { $0.content.lexicographicallyPrecedes($1.content) }
    }
}
