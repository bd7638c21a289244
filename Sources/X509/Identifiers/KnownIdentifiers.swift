// The object identifiers that Hatpin knows by name, each with its dotted decimal form.

// Extensions (RFC 5280 §4.2).
extension ObjectIdentifier {
    /// 2.5.29.9.
    package static let subjectDirectoryAttributes = ObjectIdentifier(content: [0x55, 0x1d, 0x09])
    /// 2.5.29.14.
    package static let subjectKeyIdentifier = ObjectIdentifier(content: [0x55, 0x1d, 0x0e])
    /// 2.5.29.15.
    package static let keyUsage = ObjectIdentifier(content: [0x55, 0x1d, 0x0f])
    /// 2.5.29.17.
    package static let subjectAlternativeName = ObjectIdentifier(content: [0x55, 0x1d, 0x11])
    /// 2.5.29.18.
    package static let issuerAlternativeName = ObjectIdentifier(content: [0x55, 0x1d, 0x12])
    /// 2.5.29.19.
    package static let basicConstraints = ObjectIdentifier(content: [0x55, 0x1d, 0x13])
    /// 2.5.29.30.
    package static let nameConstraints = ObjectIdentifier(content: [0x55, 0x1d, 0x1e])
    /// 2.5.29.31.
    package static let crlDistributionPoints = ObjectIdentifier(content: [0x55, 0x1d, 0x1f])
    /// 2.5.29.32.
    package static let certificatePolicies = ObjectIdentifier(content: [0x55, 0x1d, 0x20])
    /// 2.5.29.33.
    package static let policyMappings = ObjectIdentifier(content: [0x55, 0x1d, 0x21])
    /// 2.5.29.35.
    package static let authorityKeyIdentifier = ObjectIdentifier(content: [0x55, 0x1d, 0x23])
    /// 2.5.29.36.
    package static let policyConstraints = ObjectIdentifier(content: [0x55, 0x1d, 0x24])
    /// 2.5.29.37.
    package static let extendedKeyUsage = ObjectIdentifier(content: [0x55, 0x1d, 0x25])
    /// 2.5.29.46.
    package static let freshestCRL = ObjectIdentifier(content: [0x55, 0x1d, 0x2e])
    /// 2.5.29.54.
    package static let inhibitAnyPolicy = ObjectIdentifier(content: [0x55, 0x1d, 0x36])
    /// 1.3.6.1.5.5.7.1.1.
    package static let authorityInformationAccess = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01,
    ])
    /// 1.3.6.1.5.5.7.1.11.
    package static let subjectInformationAccess = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x0b,
    ])
    /// 1.3.6.1.5.5.7.1.24 (RFC 7633).
    package static let tlsFeature = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x18,
    ])
    /// 1.3.6.1.5.5.7.8.5, id-on-xmppAddr, a form of otherName (RFC 6120 §13.7.1.4).
    package static let xmppAddress = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x08, 0x05,
    ])
    /// 1.3.6.1.5.5.7.8.7, id-on-dnsSRV, a form of otherName (RFC 4985 §2).
    package static let serviceName = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x08, 0x07,
    ])
    /// 1.3.6.1.5.5.7.8.9, a form of otherName (RFC 9598 §3).
    package static let smtpUTF8Mailbox = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x08, 0x09,
    ])
    /// 1.3.6.1.4.1.11129.2.4.2 (RFC 6962 §3.3).
    package static let signedCertificateTimestamps = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x02,
    ])
    /// 1.3.6.1.4.1.11129.2.4.3 (RFC 6962 §3.1).
    package static let precertificatePoison = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x03,
    ])
    /// 1.3.6.1.5.5.7.48.1.5 (RFC 6960 §4.2.2.2.1).
    package static let ocspNoCheck = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x05,
    ])
    /// 2.5.29.16 (RFC 3280 §4.2.1.4).
    package static let privateKeyUsagePeriod = ObjectIdentifier(content: [0x55, 0x1d, 0x10])
    /// 1.3.6.1.5.5.7.1.7 (RFC 3779 §2.2.1).
    package static let addressBlocks = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x07,
    ])
    /// 1.3.6.1.5.5.7.1.8 (RFC 3779 §3.2.1).
    package static let autonomousSystems = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x08,
    ])
    /// 1.3.6.1.5.5.7.1.14 (RFC 3820 §3.8).
    package static let proxyCertificateInformation = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x0e,
    ])
    /// 2.16.840.1.113730.1.1, of Netscape.
    package static let netscapeCertificateType = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x01, 0x01,
    ])
    /// 1.2.840.113533.7.65.0, of Entrust.
    package static let entrustVersion = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf6, 0x7d, 0x07, 0x41, 0x00,
    ])
}

// Certificate policies and their qualifiers (RFC 5280 §4.2.1.4).
extension ObjectIdentifier {
    /// 2.5.29.32.0.
    package static let anyPolicy = ObjectIdentifier(content: [0x55, 0x1d, 0x20, 0x00])
    /// 1.3.6.1.5.5.7.2.1.
    package static let cpsPointer = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x02, 0x01,
    ])
    /// 1.3.6.1.5.5.7.2.2.
    package static let userNotice = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x02, 0x02,
    ])
}

// Extended key usages (RFC 5280 §4.2.1.12).
extension ObjectIdentifier {
    /// 2.5.29.37.0.
    package static let anyExtendedKeyUsage = ObjectIdentifier(content: [0x55, 0x1d, 0x25, 0x00])
    /// 1.3.6.1.5.5.7.3.1.
    package static let serverAuth = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01,
    ])
    /// 1.3.6.1.5.5.7.3.2.
    package static let clientAuth = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02,
    ])
    /// 1.3.6.1.5.5.7.3.3.
    package static let codeSigning = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x03,
    ])
    /// 1.3.6.1.5.5.7.3.4.
    package static let emailProtection = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x04,
    ])
    /// 1.3.6.1.5.5.7.3.8.
    package static let timeStamping = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x08,
    ])
    /// 1.3.6.1.5.5.7.3.9.
    package static let ocspSigning = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x09,
    ])
}

// Attribute types (RFC 4519; X.520).
extension ObjectIdentifier {
    /// 2.5.4.3.
    package static let commonName = ObjectIdentifier(content: [0x55, 0x04, 0x03])
    /// 2.5.4.4.
    package static let surname = ObjectIdentifier(content: [0x55, 0x04, 0x04])
    /// 2.5.4.5.
    package static let serialNumber = ObjectIdentifier(content: [0x55, 0x04, 0x05])
    /// 2.5.4.6.
    package static let country = ObjectIdentifier(content: [0x55, 0x04, 0x06])
    /// 2.5.4.7.
    package static let locality = ObjectIdentifier(content: [0x55, 0x04, 0x07])
    /// 2.5.4.8.
    package static let stateOrProvince = ObjectIdentifier(content: [0x55, 0x04, 0x08])
    /// 2.5.4.9.
    package static let street = ObjectIdentifier(content: [0x55, 0x04, 0x09])
    /// 2.5.4.10.
    package static let organization = ObjectIdentifier(content: [0x55, 0x04, 0x0a])
    /// 2.5.4.11.
    package static let organizationalUnit = ObjectIdentifier(content: [0x55, 0x04, 0x0b])
    /// 2.5.4.12.
    package static let title = ObjectIdentifier(content: [0x55, 0x04, 0x0c])
    /// 2.5.4.15.
    package static let businessCategory = ObjectIdentifier(content: [0x55, 0x04, 0x0f])
    /// 2.5.4.17.
    package static let postalCode = ObjectIdentifier(content: [0x55, 0x04, 0x11])
    /// 2.5.4.41.
    package static let name = ObjectIdentifier(content: [0x55, 0x04, 0x29])
    /// 2.5.4.42.
    package static let givenName = ObjectIdentifier(content: [0x55, 0x04, 0x2a])
    /// 2.5.4.43.
    package static let initials = ObjectIdentifier(content: [0x55, 0x04, 0x2b])
    /// 2.5.4.44.
    package static let generationQualifier = ObjectIdentifier(content: [0x55, 0x04, 0x2c])
    /// 2.5.4.46.
    package static let distinguishedNameQualifier = ObjectIdentifier(content: [0x55, 0x04, 0x2e])
    /// 2.5.4.65.
    package static let pseudonym = ObjectIdentifier(content: [0x55, 0x04, 0x41])
    /// 2.5.4.97.
    package static let organizationIdentifier = ObjectIdentifier(content: [0x55, 0x04, 0x61])
    /// 1.3.6.1.4.1.311.60.2.1.1 (CA/B Forum BR §7.1.4.2, also for the next two identifiers).
    package static let jurisdictionLocality = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x3c, 0x02, 0x01, 0x01,
    ])
    /// 1.3.6.1.4.1.311.60.2.1.2.
    package static let jurisdictionState = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x3c, 0x02, 0x01, 0x02,
    ])
    /// 1.3.6.1.4.1.311.60.2.1.3.
    package static let jurisdictionCountry = ObjectIdentifier(content: [
        0x2b, 0x06, 0x01, 0x04, 0x01, 0x82, 0x37, 0x3c, 0x02, 0x01, 0x03,
    ])
    /// 0.9.2342.19200300.100.1.1.
    package static let userID = ObjectIdentifier(content: [
        0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 0x01, 0x01,
    ])
    /// 0.9.2342.19200300.100.1.25.
    package static let domainComponent = ObjectIdentifier(content: [
        0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 0x01, 0x19,
    ])
    /// 1.2.840.113549.1.9.1 (PKCS #9, RFC 2985).
    package static let emailAddress = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x01,
    ])
}

// Public keys.
extension ObjectIdentifier {
    /// 1.2.840.113549.1.1.1 (RFC 3279 §2.3.1).
    package static let rsaEncryption = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
    ])
    /// 1.2.840.10045.2.1 (RFC 5480 §2.1.1).
    package static let ecPublicKey = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
    ])
    /// 1.2.840.10040.4.1 (RFC 3279 §2.3.2).
    package static let dsa = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01,
    ])
    /// 1.3.101.112 (RFC 8410 §3), the identifier of both the key and the signature.
    package static let ed25519 = ObjectIdentifier(content: [0x2b, 0x65, 0x70])
    /// 1.3.101.113 (RFC 8410 §3), the identifier of both the key and the signature.
    package static let ed448 = ObjectIdentifier(content: [0x2b, 0x65, 0x71])
    /// 1.3.101.110 (RFC 8410 §3).
    package static let x25519 = ObjectIdentifier(content: [0x2b, 0x65, 0x6e])
    /// 1.3.101.111 (RFC 8410 §3).
    package static let x448 = ObjectIdentifier(content: [0x2b, 0x65, 0x6f])
    /// 1.2.840.10045.3.1.7 (P-256, RFC 5480 §2.1.1.1).
    package static let prime256v1 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ])
    /// 1.3.132.0.34 (P-384, RFC 5480 §2.1.1.1).
    package static let secp384r1 = ObjectIdentifier(content: [0x2b, 0x81, 0x04, 0x00, 0x22])
    /// 1.3.132.0.35 (P-521, RFC 5480 §2.1.1.1).
    package static let secp521r1 = ObjectIdentifier(content: [0x2b, 0x81, 0x04, 0x00, 0x23])
}

// RSA signatures (RFC 8017 §A.2; RFC 2313 for MD4; NIST CSOR for SHA-3).
extension ObjectIdentifier {
    /// 1.2.840.113549.1.1.2.
    package static let md2WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x02,
    ])
    /// 1.2.840.113549.1.1.3.
    package static let md4WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x03,
    ])
    /// 1.2.840.113549.1.1.4.
    package static let md5WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x04,
    ])
    /// 1.2.840.113549.1.1.5.
    package static let sha1WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x05,
    ])
    /// 1.2.840.113549.1.1.8.
    package static let mgf1 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x08,
    ])
    /// 1.2.840.113549.1.1.10.
    package static let rsassaPSS = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a,
    ])
    /// 1.2.840.113549.1.1.11.
    package static let sha256WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b,
    ])
    /// 1.2.840.113549.1.1.12.
    package static let sha384WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0c,
    ])
    /// 1.2.840.113549.1.1.13.
    package static let sha512WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0d,
    ])
    /// 1.2.840.113549.1.1.14.
    package static let sha224WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0e,
    ])
    /// 1.2.840.113549.1.1.15.
    package static let sha512_224WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0f,
    ])
    /// 1.2.840.113549.1.1.16.
    package static let sha512_256WithRSA = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x10,
    ])
    /// 1.3.36.3.3.1.2 (TeleTrusT).
    package static let ripemd160WithRSA = ObjectIdentifier(content: [
        0x2b, 0x24, 0x03, 0x03, 0x01, 0x02,
    ])
    /// 2.16.840.1.101.3.4.3.13.
    package static let sha3_224WithRSA = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0d,
    ])
    /// 2.16.840.1.101.3.4.3.14.
    package static let sha3_256WithRSA = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0e,
    ])
    /// 2.16.840.1.101.3.4.3.15.
    package static let sha3_384WithRSA = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0f,
    ])
    /// 2.16.840.1.101.3.4.3.16.
    package static let sha3_512WithRSA = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x10,
    ])
}

// ECDSA and DSA signatures (RFC 5758 §3; NIST CSOR for SHA-3).
extension ObjectIdentifier {
    /// 1.2.840.10045.4.1 (RFC 3279 §2.2.3).
    package static let ecdsaWithSHA1 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x01,
    ])
    /// 1.2.840.10045.4.3.1.
    package static let ecdsaWithSHA224 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x01,
    ])
    /// 1.2.840.10045.4.3.2.
    package static let ecdsaWithSHA256 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02,
    ])
    /// 1.2.840.10045.4.3.3.
    package static let ecdsaWithSHA384 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03,
    ])
    /// 1.2.840.10045.4.3.4.
    package static let ecdsaWithSHA512 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04,
    ])
    /// 2.16.840.1.101.3.4.3.9.
    package static let ecdsaWithSHA3_224 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x09,
    ])
    /// 2.16.840.1.101.3.4.3.10.
    package static let ecdsaWithSHA3_256 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0a,
    ])
    /// 2.16.840.1.101.3.4.3.11.
    package static let ecdsaWithSHA3_384 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0b,
    ])
    /// 2.16.840.1.101.3.4.3.12.
    package static let ecdsaWithSHA3_512 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x0c,
    ])
    /// 1.2.840.10040.4.3 (RFC 3279 §2.2.2).
    package static let dsaWithSHA1 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x03,
    ])
    /// 2.16.840.1.101.3.4.3.1 (RFC 5758 §3.1).
    package static let dsaWithSHA224 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x01,
    ])
    /// 2.16.840.1.101.3.4.3.2 (RFC 5758 §3.1).
    package static let dsaWithSHA256 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x02,
    ])
}

// Digests (NIST CSOR).
extension ObjectIdentifier {
    /// 1.2.840.113549.2.2 (RFC 1319).
    package static let md2 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x02,
    ])
    /// 1.2.840.113549.2.4 (RFC 1320).
    package static let md4 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x04,
    ])
    /// 1.2.840.113549.2.5 (RFC 1321).
    package static let md5 = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05,
    ])
    /// 1.3.36.3.2.1 (TeleTrusT).
    package static let ripemd160 = ObjectIdentifier(content: [0x2b, 0x24, 0x03, 0x02, 0x01])
    /// 1.3.14.3.2.26 (RFC 3279 §2.1).
    package static let sha1 = ObjectIdentifier(content: [0x2b, 0x0e, 0x03, 0x02, 0x1a])
    /// 2.16.840.1.101.3.4.2.1.
    package static let sha256 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
    ])
    /// 2.16.840.1.101.3.4.2.2.
    package static let sha384 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02,
    ])
    /// 2.16.840.1.101.3.4.2.3.
    package static let sha512 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03,
    ])
    /// 2.16.840.1.101.3.4.2.4.
    package static let sha224 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04,
    ])
    /// 2.16.840.1.101.3.4.2.5.
    package static let sha512_224 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x05,
    ])
    /// 2.16.840.1.101.3.4.2.6.
    package static let sha512_256 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x06,
    ])
    /// 2.16.840.1.101.3.4.2.7.
    package static let sha3_224 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x07,
    ])
    /// 2.16.840.1.101.3.4.2.8.
    package static let sha3_256 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x08,
    ])
    /// 2.16.840.1.101.3.4.2.9.
    package static let sha3_384 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x09,
    ])
    /// 2.16.840.1.101.3.4.2.10.
    package static let sha3_512 = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x0a,
    ])
}
