import Basics
import PathValidation
import X509

/// The verdict on a case of NIST's Public Key Interoperability Test Suite.
package struct PKITSVerdict: Sendable {
    package let id: String
    /// Whether a valid path is expected.
    package let expectsPath: Bool
    package let decision: SuiteDecision
    /// The policies of the path; empty if there is no path (RFC 5280 §6.1.6).
    package let userConstrainedPolicySet: Set<ObjectIdentifier>
    /// Whether the verdict and, for a path, the policies are as expected.
    package let isAsExpected: Bool

    /// Each parameter sets the property of its name.
    package init(
        id: String,
        expectsPath: Bool,
        decision: SuiteDecision,
        userConstrainedPolicySet: Set<ObjectIdentifier>,
        isAsExpected: Bool
    ) {
        (self.id, self.expectsPath, self.decision) = (id, expectsPath, decision)
        self.userConstrainedPolicySet = userConstrainedPolicySet
        self.isAsExpected = isAsExpected
    }
}

/// The two output formats of `hatpin pkits`.
package enum PKITSReport {
    /// Returns a line of JSON for each verdict.
    package static func lines(_ verdicts: [PKITSVerdict]) -> String {
        var json = JSONWriter(capacity: 256 * verdicts.count)
        for verdict in verdicts {
            json.object { json in
                json.member("id", Untrusted(verdict.id))
                json.member("expected", word(hasPath: verdict.expectsPath))
                json.member("actual", word(hasPath: verdict.decision.rejection == nil))
                json.member("reason", Untrusted(verdict.decision.words))
                json.member(
                    "user_constrained_policy_set",
                    verdict.userConstrainedPolicySet.map(\.description).sorted()
                )
            }
            json.newLine()
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns the suite's word for the result.
    private static func word(hasPath: Bool) -> String { hasPath ? "SUCCESS" : "FAILURE" }

    /// Returns the counts, for standard error.
    package static func summary(_ verdicts: [PKITSVerdict]) -> String {
        let wrong = verdicts.count { !$0.isAsExpected }
        return "\(Prose.count(verdicts.count, "case")), \(wrong) not as expected\n"
    }
}
