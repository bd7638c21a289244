// The bodies of all extensions that are known, those that path validation does not read included.

extension Extension {
    /// The fault in the body.
    ///
    /// - Parameters:
    ///   - bytes: what the extension is in.
    ///   - rules: the leniencies.
    /// - Returns: nil if it decodes, or the extension is not known.
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
    /// Every extension whose body does not decode, in their order.
    package var bodyFaults: [Extensions.Fault] {
        extensions.list.enumerated().compactMap { index, known in
            known.bodyFault(in: der, by: rules).map { error in
                Extensions.Fault(extension: known, error: error.inside(extensionBody: index))
            }
        }
    }
}

extension DERReader {
    /// Reads the body of an extension of certificates; false for one that is not known.
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
            _ = try list { attribute throws(DERError) in try attribute.next(.sequence) }
        case .tlsFeature:
            _ = try list { feature throws(DERError) in try feature.nonNegativeInteger() }
        case .signedCertificateTimestamps: _ = try SignedCertificateTimestamp.list(&self)
        // NULL (RFC 6960 §4.2.2.2.1, RFC 6962 §3.1).
        case .ocspNoCheck, .precertificatePoison:
            let content = try content(.null)
            guard content.isEmpty else { throw DERError(.badValue, at: content.lowerBound) }
        default: return false
        }
        return true
    }
}
