import Crypto
import X509

// The rules of OpenSSL 3.0 on paths where they differ from RFC 5280. The named files are below
// crypto/x509, unless another folder is named; flags belong to X509_VERIFY_PARAM.
extension PathCheck {
    static let openSSLUniqueExtensions = PathCheck(
        uniqueExtensions.name,
        about: "No extension that OpenSSL decodes appears twice in a certificate.",
        source: "OpenSSL 3.0, v3_purp.c ossl_x509v3_cache_extensions, v3_lib.c X509V3_get_d2i"
    ) { joining throws(Rejection) in
        guard let rejection = joining.certificate.repetitionToOpenSSL(depth: joining.depth) else {
            return
        }
        throw rejection
    }

    static let openSSLExtensionBodies = PathCheck(
        extensionBodies.name,
        about:
            "The values of names and every extension that the path needs decode; policies are not "
            + "checked.",
        source: "OpenSSL 3.0, v3_purp.c ossl_x509v3_cache_extensions, x_name.c x509_name_canon"
    ) { joining throws(Rejection) in
        guard let rejection = joining.certificate.bodyFaultToOpenSSL(depth: joining.depth) else {
            return
        }
        throw rejection
    }

    static let openSSLValidity = PathCheck(
        validity.name,
        about:
            "The verify date is in every validity period; the last second of a period is outside, and "
            + "its times have seconds and end with Z.",
        source: "OpenSSL 3.0, x509_vfy.c ossl_x509_check_cert_time, X509_cmp_time"
    ) { joining throws(Rejection) in
        if let fault = joining.certificate.timeFaultToOpenSSL {
            throw Rejection.malformed(fault, depth: joining.depth)
        }
        let (validity, date) = (joining.certificate.validity, joining.verifyDate)
        if date < validity.notBefore {
            throw Rejection.notYetValid(
                notBefore: validity.notBefore,
                verifyDate: date,
                depth: joining.depth
            )
        }
        if validity.notAfter <= date {
            throw Rejection.expired(
                notAfter: validity.notAfter,
                verifyDate: date,
                depth: joining.depth
            )
        }
    }

    static let openSSLCriticalExtensions = PathCheck(
        criticalExtensions.name,
        about:
            "Every critical extension is one that the implementation knows, and no certificate is "
            + "a proxy certificate.",
        source: "OpenSSL 3.0, v3_purp.c X509_supported_extension, x509_vfy.c check_extensions"
    ) { joining throws(Rejection) in
        try joining.requireKnown(.openSSL)
        // OpenSSL rejects proxy certificates unless X509_V_FLAG_ALLOW_PROXY_CERTS is set.
        guard joining.certificate.extension(.proxyCertificateInformation) == nil else {
            throw Rejection.unhandledCriticalExtension(
                .proxyCertificateInformation,
                depth: joining.depth
            )
        }
    }

    static let openSSLBasicConstraints = PathCheck(
        basicConstraints.name,
        about:
            "Every issuer is marked as a CA; an anchor without basic constraints counts as a CA "
            + "by its key usage, by its Netscape certificate type, or if it is self-signed "
            + "and of version 1.",
        source: "OpenSSL 3.0, v3_purp.c check_ca, check_ssl_ca, x509_vfy.c check_extensions"
    ) { joining throws(Rejection) in
        guard !joining.isEndEntity else { return }
        let certificate = joining.certificate
        if let constraints = certificate.extensions.basicConstraints, constraints.isCA { return }
        let isSilent = certificate.extension(.basicConstraints) == nil
        let isOld = certificate.version == 1 && certificate.isLikelyIssuer(of: certificate)
        // The bit NS_SSL_CA.
        let isCAOfNetscape = certificate.netscapeTypes.map { $0 & 0x04 != 0 } ?? false
        guard joining.isAnchor, isSilent,
            isOld || certificate.extensions.keyUsage != nil || isCAOfNetscape
        else { throw Rejection.issuerNotCA(depth: joining.depth) }
    }

    static let openSSLKeyUsage = PathCheck(
        handshakeKeyUsage.name,
        about:
            "The end entity's key usage, if present, allows one of the handshake operations: "
            + "signing, encipherment or key agreement.",
        source: "OpenSSL 3.0, v3_purp.c check_purpose_ssl_server"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity, let usage = joining.certificate.extensions.keyUsage,
            ![KeyUsageBit.digitalSignature, .keyEncipherment, .keyAgreement]
                .contains(where: usage.contains)
        else { return }
        throw Rejection.keyUsage(missing: .digitalSignature, depth: 0)
    }

    static let openSSLExtendedKeyUsage = PathCheck(
        extendedKeyUsage.name,
        about:
            "An extended key usage lists serverAuth or a purpose of Server Gated Cryptography; an "
            + "end entity's Netscape certificate type, if present, includes servers.",
        source: "OpenSSL 3.0, v3_purp.c check_purpose_ssl_server"
    ) { joining throws(Rejection) in
        let accepted: [ObjectIdentifier] = [
            .serverAuth, .netscapeGatedCryptography, .microsoftGatedCryptography,
        ]
        let certificate = joining.certificate
        // The bit NS_SSL_SERVER.
        let isServer =
            !joining.isEndEntity || certificate.netscapeTypes.map { $0 & 0x40 != 0 } ?? true
        guard isServer, certificate.states(anyOf: accepted) != false else {
            throw Rejection.extendedKeyUsage(missing: .serverAuth, depth: joining.depth)
        }
    }

    static func openSSLSignatureStrength(knowsECDSAOverSHA3: Bool) -> PathCheck {
        PathCheck(
            signatureStrength.name,
            about:
                "Signatures use a known algorithm and an unbroken digest of at least 224 bits; a "
                + "trust anchor's own signature is not checked.",
            source: "OpenSSL 3.0, x509_vfy.c check_sig_level, x509_set.c x509_sig_info_init, "
                + "crypto/objects/obj_xref.txt"
        ) { joining throws(Rejection) in
            guard !joining.isAnchor else { return }
            guard let algorithm = SigningAlgorithm(of: joining.certificate),
                algorithm.isKnownToOpenSSL || knowsECDSAOverSHA3 && algorithm.isECDSA
            else {
                throw Rejection.unsupportedSignature(of: joining.certificate, depth: joining.depth)
            }
            // The digest of RSASSA-PSS's mask does not count.
            guard algorithm.digests.first?.isWeak == true else { return }
            throw Rejection.weakSignature(algorithm: algorithm.name, depth: joining.depth)
        }
    }

    /// Requires keys of 112 bits of security, which is security level 2.
    ///
    /// Debian sets this level, and OpenSSL itself sets it from version 3.2 on.
    ///
    /// RSA moduli of at least 1,963 bits reach level 2, as `openssl verify -auth_level 2` of 3.0.19
    /// decides. OpenSSL rounds the estimate of SP 800-56B Appendix D to a multiple of 8.
    static let openSSLKeyStrength = PathCheck(
        keyStrength.name,
        about:
            "Keys have 112 bits of security: RSA of at least 1963 bits, DSA of at least 2048 with "
            + "a subgroup of 224, on a named curve of at least 224, Ed25519 or Ed448. Points of "
            + "small order are not rejected.",
        source: "OpenSSL 3.0, x509_vfy.c check_key_level, check_curve, crypto/rsa/rsa_lib.c "
            + "ossl_ifc_ffc_compute_security_bits, crypto/bn/bn_lib.c BN_security_bits"
    ) { joining throws(Rejection) in
        let (certificate, depth) = (joining.certificate, joining.depth)
        switch KeyForm(of: certificate) {
        case .unknown(let algorithm):
            throw Rejection.unsupportedAlgorithm(algorithm, depth: depth)
        case .explicitCurve: throw Rejection.weakKey(KeyForm.explicitText, depth: depth)
        case .inheriting: throw Rejection.weakKey(KeyForm.inheritingText, depth: depth)
        case .broken, .decodable: break
        }
        guard let kind = joining.cache.keyForOpenSSL(of: certificate)?.kind else {
            throw Rejection.badKey(depth: depth)
        }
        switch kind {
        case .rsa(let bits) where bits >= 1_963: break
        case .ec(_, let bits) where bits >= 224: break
        case .ed25519, .ed448: break
        case .dsa(let bits) where bits >= 2_048 && certificate.hasLongSubgroup: break
        case .rsa, .ec, .dsa: throw Rejection.weakKey(kind.text, depth: depth)
        case .other: throw Rejection.badKey(depth: depth)
        }
    }

    static let openSSLSignature = PathCheck(
        signature.name,
        about: "The issuer's key signed the certificate below it.",
        source: "OpenSSL 3.0, x509_vfy.c internal_verify"
    ) { (link: inout Link) throws(Rejection) in
        guard SigningAlgorithm(of: link.child)?.scheme != nil else {
            throw Rejection.unsupportedSignature(of: link.child, depth: link.depth)
        }
        try link.budget.spendSignature(by: link.issuer, link.cache)
        guard link.cache.isSignedForOpenSSL(link.child, by: link.issuer) else {
            throw Rejection.badSignature(depth: link.depth)
        }
    }
}

extension Certificate {
    /// The extensions that `ossl_x509v3_cache_extensions` decodes (3.0, v3_purp.c).
    private static let extensionsOfOpenSSL: Set<ObjectIdentifier> = [
        .basicConstraints, .proxyCertificateInformation, .keyUsage, .extendedKeyUsage,
        .netscapeCertificateType, .subjectKeyIdentifier, .authorityKeyIdentifier,
        .subjectAlternativeName, .nameConstraints, .crlDistributionPoints, .addressBlocks,
        .autonomousSystems,
    ]

    /// Returns the reason why OpenSSL marks the certificate as invalid (EXFLAG_INVALID), so that
    /// the certificate cannot issue; nil if OpenSSL does not mark it.
    func faultToOpenSSL(depth: Int) -> Rejection? {
        repetitionToOpenSSL(depth: depth) ?? bodyFaultToOpenSSL(depth: depth)
    }

    fileprivate func repetitionToOpenSSL(depth: Int) -> Rejection? {
        guard extensions.duplicate != nil else { return nil }
        return repeatedExtensions.first(where: Self.extensionsOfOpenSSL.contains)
            .map { .duplicateExtension($0, depth: depth) }
    }

    fileprivate func bodyFaultToOpenSSL(depth: Int) -> Rejection? {
        for (name, field) in [(issuerName, "issuer"), (subjectName, "subject")] {
            guard let offset = name.offsetOfValueUnknownToOpenSSL else { continue }
            let error = DERError(.badString, at: offset, in: "tbsCertificate." + field)
            return .malformed(error, depth: depth)
        }
        for fault in extensions.faults {
            let identifier = self.identifier(at: fault.extension.identifier)
            guard Self.extensionsOfOpenSSL.contains(identifier) else { continue }
            return .badExtension(identifier, fault.error, depth: depth)
        }
        do throws(DERError) {
            _ = try distributionPoints()
        } catch {
            return .badExtension(.crlDistributionPoints, error, depth: depth)
        }
        if let stated = self.extension(.netscapeCertificateType), netscapeTypes == nil {
            let error = DERError(.badBitString, at: stated.value.lowerBound)
            return .badExtension(.netscapeCertificateType, error, depth: depth)
        }
        return nil
    }

    /// The error in the first time value (notBefore or notAfter) that `X509_cmp_time` cannot read;
    /// OpenSSL loads the certificate nevertheless.
    var timeFaultToOpenSSL: DERError? {
        var reader = DERReader(
            der,
            in: issuer.upperBound..<subject.lowerBound,
            rules: rules.subtracting([.timesWithoutSeconds, .timesWithOffsets])
        )
        do throws(DERError) {
            var times = try reader.inside(reader.next(.sequence))
            for _ in 0..<2 { _ = try times.anyTime() }
            return nil
        } catch {
            return error.inside("validity").inside("tbsCertificate")
        }
    }

    /// The first byte of Netscape's certificate type; nil if the extension is absent or does not
    /// decode.
    fileprivate var netscapeTypes: UInt8? {
        guard let stated = self.extension(.netscapeCertificateType) else { return nil }
        var reader = DERReader(der, in: stated.value, rules: rules)
        return (try? reader.bitString()).map { der[$0.bytes].first ?? 0 }
    }

    /// Whether the order of a DSA key's subgroup has at least 224 bits.
    fileprivate var hasLongSubgroup: Bool {
        let algorithm = try? PublicKeyAlgorithm(publicKey.algorithm, in: der, rules: rules)
        guard case .dsa(let parameters?)? = algorithm, let first = der[parameters.order].first
        else { return false }
        return parameters.order.count * 8 - first.leadingZeroBitCount >= 224
    }
}

extension EncodedName {
    /// The offset of the first value that keeps OpenSSL from loading a certificate; nil if no value
    /// does.
    ///
    /// OpenSSL loads values of the types in B_ASN1_PRINTABLE (3.0, asn1/tasn_dec.c tag2bit). If a
    /// type's characters have more than one byte, OpenSSL also checks each character (a_mbstr.c
    /// ASN1_mbstring_ncopy).
    fileprivate var offsetOfValueUnknownToOpenSSL: Int? {
        for attribute in relativeNames.joined() {
            let value = attribute.value
            let isKnown =
                switch value.tag {
                case .utf8String, .universalString: text(of: value) != nil
                case .bmpString:
                    // OpenSSL does not read surrogate pairs as characters.
                    text(of: value)?.unicodeScalars.allSatisfy { $0.value < 0x10000 } ?? false
                case .bitString: (bytes[value.content].first ?? .max) <= 7
                default:
                    value.tag.rawValue & 0xc0 == 0 && Self.tagsOfOpenSSL.contains(value.tag.number)
                }
            guard isKnown else { return value.header.lowerBound }
        }
        return nil
    }

    /// The numbers of the universal tags of BIT STRING, SEQUENCE, NumericString, PrintableString,
    /// TeletexString, IA5String, UTF8String, UniversalString and BMPString, and of the tags that
    /// OpenSSL does not know (B_ASN1_UNKNOWN).
    private static let tagsOfOpenSSL: Set<UInt8> = [
        3, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 22, 28, 29, 30,
    ]
}
