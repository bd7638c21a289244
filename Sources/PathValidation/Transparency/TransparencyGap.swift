import X509

/// The reason why certificate timestamps are not enough for a client's policy.
package enum TransparencyGap: Error, Hashable, Sendable {
    /// This many logs of those that are required have promised it.
    case tooFew(Int, of: Int)
    /// One operator has all of the logs.
    case oneOperator
    /// All of the logs are retired.
    case noApprovedLog
}

/// The reason why a timestamp does not count.
package enum SCTFault: Error, Hashable, Sendable {
    /// The list that it is in does not decode.
    case malformed(DERError)
    case unknownVersion
    case unknownLog
    case badSignature
    /// It is dated after the verify date.
    case future(Instant)
    /// It is dated after the retirement of its log.
    case afterRetirement(Instant)
    /// Its log was retired before the certificate was issued, by the other timestamps.
    case issuedAfterRetirement
    /// It came outside of the certificate, and its log is retired.
    case retiredLog
    /// It is dated after its log took no more certificates.
    case afterFreezing(Instant)
}

/// More timestamps of known logs than are verified.
package struct TooManySCTs: Error, Hashable, Sendable {}

extension TransparencyGap: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooFew(let count, let required):
            "\(count) of \(required) logs that must have promised the end entity have"
        case .oneOperator: "the logs that promised the end entity have one operator"
        case .noApprovedLog: "the logs that promised the end entity are retired"
        }
    }
}

extension SCTFault: CustomStringConvertible {
    /// Completes "a timestamp ".
    package var description: String {
        switch self {
        case .malformed(let error): "is in a list that does not decode: \(error)"
        case .unknownVersion: "is of an unknown version"
        case .unknownLog: "is of a log that the client does not count"
        case .badSignature: "has a signature that does not verify"
        case .future(let date): "is of \(date), which is not yet"
        case .afterRetirement(let date): "is of \(date), after its log was retired"
        case .issuedAfterRetirement:
            "is of a log that was retired before the certificate was issued, as other timestamps say"
        case .retiredLog: "came outside of the certificate, of a log that is retired"
        case .afterFreezing(let date): "is of \(date), after its log became read-only"
        }
    }
}
