import Basics
import PathValidation
import X509

/// The verdict on a case of x509-limbo.
package struct LimboVerdict: Hashable, Sendable {
    /// The result of a case: a decision, or the reason why there is none.
    package enum Ruling: Hashable, Sendable {
        /// - profile: the name of the profile that decided.
        /// - unread: the number of anchors of the case that do not decode.
        case decided(SuiteDecision, profile: String, unread: Int)
        /// The peer name is not valid for its kind.
        case unreadableName(String, kind: String)
        case noPEM(PEMError)
    }

    /// The result in the words of the suite.
    package enum Result: String, Sendable {
        case success = "SUCCESS"
        case failure = "FAILURE"
        case skipped = "SKIPPED"
    }

    package let id: String
    package let ruling: Ruling
    /// The CPU time for decoding and deciding, in microseconds; nil without a decision.
    package let microseconds: Int64?

    /// Each parameter sets the property of its name.
    package init(id: String, ruling: Ruling, microseconds: Int64? = nil) {
        (self.id, self.ruling, self.microseconds) = (id, ruling, microseconds)
    }

    package var result: Result {
        switch ruling {
        case .decided(let decision, _, _): decision.rejection == nil ? .success : .failure
        case .unreadableName, .noPEM: .skipped
        }
    }

    /// The profile and the reason; names in the reason come from certificates and are hostile text.
    package var context: String {
        switch ruling {
        case .decided(let decision, let profile, let unread):
            let isRelevant = decision.rejection != nil && unread > 0
            let note = isRelevant ? " (\(unread) of the anchors do not decode)" : ""
            return "\(profile): \(decision.words)\(note)"
        case .unreadableName(let name, let kind):
            return "the peer name \(name) is not of type \(kind)"
        case .noPEM(let error): return "a certificate or CRL is not PEM: \(error)"
        }
    }
}

/// The two output formats of `hatpin limbo`.
package enum LimboReport {
    /// Returns the results in x509-limbo's JSON format (version 1).
    package static func results(_ verdicts: [LimboVerdict]) -> String {
        var json = JSONWriter(capacity: 128 * verdicts.count)
        json.object { json in
            json.member("version", 1)
            json.member("harness", Tool.name)
            json.key("results")
            json.array { json in
                for verdict in verdicts {
                    json.object { json in
                        json.member("id", Untrusted(verdict.id))
                        json.member("actual_result", verdict.result.rawValue)
                        json.member("context", Untrusted(verdict.context))
                    }
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Returns CSV (RFC 4180) with a header line; the time is empty without a decision.
    package static func timing(_ verdicts: [LimboVerdict]) -> String {
        let lines = verdicts.map { verdict in
            let time = verdict.microseconds.map { String($0) } ?? ""
            let reason = Shown.escaped(verdict.context).replacing("\"", with: "\"\"")
            return "\(verdict.id),\(verdict.result.rawValue),\(time),\"\(reason)\""
        }
        return (["id,result,microseconds,reason"] + lines).joined(separator: "\r\n") + "\r\n"
    }
}
