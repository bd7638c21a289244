import Forge
import PathValidation
import ScenarioFormat

// The DNS records that a client needs in setups that declare no DNS records.

extension ClientDefinition {
    /// Adds the records without which the client rejects every server, so that it judges the same
    /// certificates as other clients.
    func declareNames(in setup: inout Setup) {
        guard setup.dns == nil else { return }
        if abilities.contains(.dane) { setup.declareAnchors() }
        if abilities.contains(.mtaSTS) { setup.declarePolicy() }
    }
}

extension Setup {
    /// States the trust anchors in TLSA records of usage DANE-TA.
    fileprivate mutating func declareAnchors() {
        var names = DeclaredNames()
        names.associations = (trust + userTrust).map { entity in
            var record = DeclaredNames.Association()
            record.entity = entity
            record.usage = TLSARecord.Usage.daneTA.rawValue
            record.selector = TLSARecord.Selector.certificate.rawValue
            record.matchingType = TLSARecord.MatchingType.full.rawValue
            return record
        }
        dns = names
    }

    /// States a policy that enforces TLS with a valid certificate, from a host with such a
    /// certificate.
    fileprivate mutating func declarePolicy() {
        guard let anchor = trust.first else { return }
        var host = Entity(role: .endEntity, issuer: .entity(anchor))
        host.subjectAlternativeNames = [.dns("mta-sts.\(mailDomain)")]
        pki.entities[Self.policyHost] = host
        var names = DeclaredNames()
        names.policy = DeclaredNames.Policy()
        names.policy?.serve = [Self.policyHost]
        dns = names
    }

    private static let policyHost = "mta-sts-host"
}
