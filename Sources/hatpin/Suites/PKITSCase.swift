import Basics
import PathValidation
import X509

/// A case of NIST's Public Key Interoperability Test Suite, read from a line of JSON.
package struct PKITSCase: Sendable {
    /// The name of the case, such as `pkits::Section1ValidSignaturesTest1`.
    let id: String
    /// Whether a valid path is expected.
    let expectsPath: Bool
    /// The trust anchors as DER; `endEntity`, `intermediates` and `crls` are DER, too.
    let anchors: [[UInt8]]
    let endEntity: [UInt8]
    /// The intermediate certificates, in any order.
    let intermediates: [[UInt8]]
    let crls: [[UInt8]]
    let verifyDate: Instant
    let policyInputs: PolicyInputs
    /// The policies for which the path must be valid.
    let userConstrainedPolicySet: Set<ObjectIdentifier>
}

/// A line that is not a case.
package struct PKITSFault: Error, Hashable, Sendable {
    /// The line number, from 1.
    package let line: Int
    /// A lowercase message, escaped for a terminal.
    package let problem: String
    /// The advice on how to correct the line.
    package let help: String
}

extension PKITSCase {
    /// Reads the cases of a file, one a line, and skips blank lines.
    ///
    /// - Returns: the cases in order, and every line that is not a case.
    package static func read(_ text: [UInt8]) -> (cases: [PKITSCase], faults: [PKITSFault]) {
        var (cases, faults): ([PKITSCase], [PKITSFault]) = ([], [])
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            guard !line.allSatisfy(" \t\r".utf8.contains) else { continue }
            do throws(PKITSFault) {
                cases.append(try PKITSCase(line, number: number))
            } catch {
                faults.append(error)
            }
        }
        return (cases, faults)
    }

    private init(_ line: ArraySlice<UInt8>, number: Int) throws(PKITSFault) {
        do throws(CaseFault) {
            try self.init(CaseFields.json(line))
        } catch {
            var help = "write each case as one JSON object on one line"
            if case .member(let name, _) = error, let form = Self.forms[name] {
                help = "write \(form)"
            }
            throw PKITSFault(line: number, problem: "\(error)", help: help)
        }
    }

    private init(_ json: JSONValue) throws(CaseFault) {
        let named = json["id"]?.string ?? json["name"]?.string.map { "pkits::\($0)" }
        guard let id = named else { throw .member("name", id: nil) }
        let fields = CaseFields(id: id, json: json)
        self.id = id
        expectsPath = try fields.value("expected") { Self.outcomes[$0] }
        anchors = try fields.values("trusted", Self.bytes)
        guard !anchors.isEmpty else { throw fields.fault("trusted") }
        endEntity = try fields.value("leaf", Self.bytes)
        intermediates = try fields.values("intermediates", Self.bytes)
        crls = try fields.values("crl_der", Self.bytes)
        verifyDate = try fields.value("time") { Instant(rfc3339: $0) }
        var inputs = PolicyInputs()
        inputs.userInitialPolicySet = try fields.policies("initial_policy_set")
        inputs.initialExplicitPolicy = try fields.flag("explicit_policy")
        inputs.initialPolicyMappingInhibit = try fields.flag("policy_mapping_inhibit")
        inputs.initialAnyPolicyInhibit = try fields.flag("inhibit_any_policy")
        policyInputs = inputs
        userConstrainedPolicySet = try fields.policies("user_constrained_policy_set")
    }

    private static let outcomes = ["SUCCESS": true, "FAILURE": false]

    private static func bytes(_ text: String) -> [UInt8]? {
        Base64.decode(text.utf8)
    }

    /// The form of each member, for the help text of a fault.
    private static let forms = [
        "name": "a text that names the case, as 'name' or 'id'",
        "expected": "SUCCESS or FAILURE",
        "trusted": "an array with the trust anchor's DER in base64",
        "leaf": "the end entity's DER in base64",
        "intermediates": "an array of certificates, DER in base64",
        "crl_der": "an array of CRLs, DER in base64",
        "time": "a time such as 2011-04-15T00:00:00Z",
        "initial_policy_set": policies, "user_constrained_policy_set": policies,
        "explicit_policy": flag, "policy_mapping_inhibit": flag, "inhibit_any_policy": flag,
    ]
    private static let policies =
        "an array of anyPolicy, NIST-test-policy-1 and the like, or dotted decimals"
    private static let flag = "true or false"
}

extension CaseFields {
    /// Returns a set of policies, which are given by their names in the suite or in dotted decimal.
    fileprivate func policies(_ name: String) throws(CaseFault) -> Set<ObjectIdentifier> {
        Set(try values(name) { ObjectIdentifier(pkitsPolicy: $0) })
    }
}

extension ObjectIdentifier {
    /// Parses a name such as `anyPolicy` or `NIST-test-policy-1` (arcs of 2.16.840.1.101.3.2.1.48:
    /// NIST CSOR, test certificate policies), or dotted decimal.
    fileprivate init?(pkitsPolicy name: String) {
        let prefix = "NIST-test-policy-"
        if name == "anyPolicy" {
            self = .anyPolicy
        } else if name.hasPrefix(prefix) {
            self.init("2.16.840.1.101.3.2.1.48.\(name.dropFirst(prefix.count))")
        } else {
            self.init(name)
        }
    }
}
