import Basics
import Testing
import X509

extension DifferenceAccount {
    /// Records each error of the account as an issue.
    func settle() {
        for fault in faults { Issue.record("\(fault)") }
    }
}

/// A certificate that only one side decodes.
struct CertificateDifference: Difference, CustomStringConvertible {
    let ours: ComparedCertificate.Verdict
    let theirs: OpenSSLOracle.CertificateVerdict

    var direction: DifferenceDirection? { ours == .accept ? .stricter : .laxer }

    var description: String {
        let ours =
            switch ours {
            case .accept: "accept"
            case .malformed(let error): "malformed: \(error.fault.rawValue)"
            case .duplicate: "duplicate"
            case .badExtension(let identifier, let error): "\(identifier): \(error.fault.rawValue)"
            case .badKey(let algorithm): "key: \(algorithm)"
            }
        return "ours: \(ours), OpenSSL: \(theirs)"
    }
}
