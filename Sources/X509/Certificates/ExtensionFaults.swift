// Syntax checks of the bodies of all known extensions of certificates, including those that path
// validation ignores.

extension Extension {
    /// Returns the fault in this extension's body.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that contain the extension.
    ///   - rules: the leniencies.
    /// - Returns: nil if the body decodes or the extension is unknown.
    func bodyFault(in bytes: [UInt8], by rules: DERRules) -> DERError? {
        var reader = DERReader(bytes, in: value, rules: rules)
        do throws(DERError) {
            let known = ObjectIdentifier(content: Array(bytes[identifier]))
            if try reader.readBody(of: known) { try reader.finishBody() }
            return nil
        } catch {
            return error
        }
    }
}

extension Certificate {
    /// Every extension whose body does not decode, with its fault, in order.
    package var bodyFaults: [Extensions.Fault] {
        extensions.list.enumerated().compactMap { index, known in
            known.bodyFault(in: der, by: rules).map { error in
                Extensions.Fault(extension: known, error: error.inside(extensionBody: index))
            }
        }
    }
}

extension DERReader {
    /// Reads the body of a certificate's extension; returns false for an unknown extension.
    fileprivate mutating func readBody(
        of identifier: ObjectIdentifier
    ) throws(DERError) -> Bool {
        switch identifier {
        case .subjectKeyIdentifier: _ = try content(.octetString)
        case .authorityKeyIdentifier: _ = try AuthorityKeyIdentifier(&self)
        case .keyUsage: _ = try KeyUsage(&self)
        case .basicConstraints: _ = try BasicConstraints(&self)
        case .nameConstraints: _ = try NameConstraints(&self)
        case .subjectAlternativeName, .issuerAlternativeName: _ = try GeneralName.list(&self)
        case .extendedKeyUsage:
            _ = try list { purpose throws(DERError) in try purpose.objectIdentifier() }
        case .certificatePolicies: _ = try PolicyInformation.list(&self)
        case .policyMappings: _ = try list(of: PolicyMapping.init)
        case .policyConstraints: _ = try PolicyConstraints(&self)
        case .inhibitAnyPolicy: _ = try nonNegativeInteger()
        case .crlDistributionPoints, .freshestCRL: _ = try list(of: DistributionPoint.init)
        case .authorityInformationAccess, .subjectInformationAccess:
            _ = try list(of: AccessDescription.init)
        case .subjectDirectoryAttributes:
            _ = try forEach { attribute throws(DERError) in try attribute.skipAttribute() }
        case .privateKeyUsagePeriod: try skipUsagePeriod()
        case .addressBlocks: try skipAddressBlocks()
        case .autonomousSystems: try skipSystemNumbers()
        case .tlsFeature:
            _ = try list { feature throws(DERError) in try feature.nonNegativeInteger() }
        case .signedCertificateTimestamps: _ = try SignedCertificateTimestamp.list(&self)
        // RFC 6960 §4.2.2.2.1 and RFC 6962 §3.1 require NULL.
        case .ocspNoCheck, .precertificatePoison: try null()
        default: return false
        }
        return true
    }

    /// Skips an Attribute (RFC 5280 Appendix A.1): a type, and at least one value.
    private mutating func skipAttribute() throws(DERError) {
        let outer = try enter(.sequence)
        _ = try field("type", objectIdentifier())
        _ = try field("values", forEach(.set) { value throws(DERError) in _ = try value.next() })
        try leave(outer)
    }

    /// Skips a PrivateKeyUsagePeriod (RFC 5280 Appendix A.2): at least one of its two times.
    private mutating func skipUsagePeriod() throws(DERError) {
        let outer = try enter(list: .sequence)
        let notBefore = DERTag.context(0, constructed: false)
        if nextTag == notBefore { _ = try field("notBefore", generalizedTime(notBefore)) }
        let notAfter = DERTag.context(1, constructed: false)
        if nextTag == notAfter { _ = try field("notAfter", generalizedTime(notAfter)) }
        try leave(outer)
    }
}
