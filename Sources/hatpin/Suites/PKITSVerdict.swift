import PathValidation
import Reports
import X509

extension PKITSCase {
    /// Decodes the case and validates its path.
    package func judged() -> PKITSVerdict {
        // Each case has its own cache, so that its signatures are verified again.
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

    /// The settings of revocation: a certificate that no CRL reports as good is rejected (RFC 5280
    /// §6.3).
    ///
    /// The requirements on CRLs and the strength of algorithms are not part of path validation.
    var revocation: RevocationInputs {
        RevocationInputs(
            .hardFail,
            crls: crls,
            checks: RevocationCheck.catalogue.leavingOut(.listSignatureStrength, .listExtensions)
        )
    }
}
