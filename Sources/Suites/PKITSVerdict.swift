import JSON
import PKIX
import Reports
import Trust

/// The verdict on a case.
package struct PKITSVerdict: Sendable {
    let id: String
    let expected, actual: PKITSCase.Result
    /// Names in it come from certificates and are hostile text.
    let reason: String
    /// Empty where there is no path (RFC 5280 §6.1.6).
    let userConstrainedPolicySet: Set<ObjectIdentifier>
    /// Whether verdict and, of a path, policies are those expected.
    package let isAsExpected: Bool

    /// The line for standard output.
    package var json: String {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("id", Untrusted(id))
            json.member("expected", expected.rawValue)
            json.member("actual", actual.rawValue)
            json.member("reason", Untrusted(reason))
            json.member(
                "user_constrained_policy_set",
                userConstrainedPolicySet.map(\.description).sorted()
            )
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

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
        switch evaluation.result {
        case .success(let path):
            let policies = path.policies?.userConstrained ?? []
            return PKITSVerdict(
                id: id,
                expected: expected,
                actual: .success,
                reason: "a path of \(Prose.count(path.certificates.count, "certificate"))",
                userConstrainedPolicySet: policies,
                isAsExpected: expected == .success && policies == userConstrainedPolicySet
            )
        case .failure(let rejection):
            return PKITSVerdict(
                id: id,
                expected: expected,
                actual: .failure,
                reason: "\(rejection.code.rawValue): \(rejection)",
                userConstrainedPolicySet: [],
                isAsExpected: expected == .failure
            )
        }
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
