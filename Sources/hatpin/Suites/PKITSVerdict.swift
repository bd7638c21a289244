import PathValidation
import Reports
import X509

extension PKITSCase {
    /// Decodes and decides.
    package func judged() -> PKITSVerdict {
        // Nothing is known from the cases before.
        let cache = SignatureCache()
        let validator = PathValidator(
            anchors: anchors.compactMap { try? cache.certificate($0) },
            checks: PathProfile.pathValidation.checks(for: []),
            policyInputs: policyInputs,
            revocation: revocation,
            cache: cache
        )
        let evaluation = validator.evaluate([endEntity] + intermediates, for: nil, at: verifyDate)
        let decision = SuiteDecision(evaluation.result)
        let hasPath = decision.rejection == nil
        let policies = (try? evaluation.result.get())?.policies?.userConstrained ?? []
        return PKITSVerdict(
            id: id,
            expectsPath: expectsPath,
            decision: decision,
            userConstrainedPolicySet: policies,
            isAsExpected: hasPath == expectsPath
                && (!hasPath || policies == userConstrainedPolicySet)
        )
    }

    /// A certificate of which no CRL says that it is good is refused (RFC 5280 §6.3); what CAs owe
    /// their CRLs, and what algorithms are worth, is no part of path validation.
    var revocation: RevocationInputs {
        RevocationInputs(
            .hardFail,
            crls: crls,
            checks: RevocationCheck.catalogue.leavingOut(.listSignatureStrength, .listExtensions)
        )
    }
}
