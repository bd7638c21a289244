import X509

/// The reason why a certificate does not have enough SCTs for a client's policy.
package enum TransparencyGap: Error, Hashable, Sendable {
    /// Only this many of the required logs gave an SCT.
    case tooFew(Int, of: Int)
    /// All of the logs belong to one operator.
    case oneOperator
    /// All of the logs are retired.
    case noApprovedLog
}

/// The reason why an SCT does not count.
package enum SCTFault: Error, Hashable, Sendable {
    /// The list that contains the SCT does not decode.
    case malformed(DERError)
    case unknownVersion
    case unknownLog
    case badSignature
    /// The date of the SCT is after the verify date.
    case future(Instant)
    /// The date of the SCT is after the retirement of its log.
    case afterRetirement(Instant)
    /// The log of the SCT was retired before the certificate was issued; the other SCTs give the
    /// date of issue.
    case issuedAfterRetirement
    /// The SCT is not embedded in the certificate, and its log is retired.
    case retiredLog
    /// The date of the SCT is after its log stopped accepting certificates.
    case afterFreezing(Instant)
}

/// The error for more SCTs of known logs than a search may verify.
package struct TooManySCTs: Error, Hashable, Sendable {}

extension TransparencyGap: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooFew(let count, let required):
            "\(count) of \(required) required logs gave an SCT for the end entity"
        case .oneOperator: "all logs that gave an SCT belong to one operator"
        case .noApprovedLog: "all logs that gave an SCT are retired"
        }
    }
}

extension SCTFault: CustomStringConvertible {
    /// The words after "an SCT " in a message.
    package var description: String {
        switch self {
        case .malformed(let error): "is in a list that does not decode: \(error)"
        case .unknownVersion: "has an unknown version"
        case .unknownLog: "is from a log that the client does not accept"
        case .badSignature: "has a signature that does not verify"
        case .future(let date): "is dated \(date), in the future"
        case .afterRetirement(let date): "is dated \(date), after its log was retired"
        case .issuedAfterRetirement:
            "is from a log that was retired before the other SCTs were issued"
        case .retiredLog: "is from a retired log and not embedded in the certificate"
        case .afterFreezing(let date): "is dated \(date), after its log became read-only"
        }
    }
}
