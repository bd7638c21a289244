import PKIX
import Trust

/// Why OpenSSL says otherwise than we do, for a whole class of certificates or chains.
struct Explanation<Difference>: Sendable {
    enum Direction: String, Sendable {
        case laxer, stricter
    }

    let name: String
    /// What OpenSSL does, and which rule says otherwise.
    let about: String
    /// OpenSSL, as we find it.
    let direction: Direction
    let explains: @Sendable (Difference) throws -> Bool

    init(
        _ name: String,
        _ direction: Direction,
        _ about: String,
        explains: @escaping @Sendable (Difference) throws -> Bool
    ) {
        (self.name, self.direction, self.about) = (name, direction, about)
        self.explains = explains
    }
}

/// One subject on which the two differ.
struct CertificateDifference {
    let ours: ComparedCertificate.Verdict
    let theirs: OpenSSLJudge.CertificateVerdict
}

struct ChainDifference {
    let compared: ComparedChain
    let theirs: OpenSSLJudge.ChainVerdict
    var ours: Rejection.Code? { compared.ours }

    /// OpenSSL's error and its depth, where it refuses.
    var error: (code: Int32, depth: Int32)? {
        if case .refuse(let code, let depth) = theirs { (code, depth) } else { nil }
    }

    /// Whether OpenSSL is of our opinion when one thing is changed.
    func vanishes(_ change: (inout OpenSSLJudge.Chain) throws -> Void) rethrows -> Bool {
        var chain = compared.chain
        try change(&chain)
        return (OpenSSLJudge.judge(chain) == .accept) == (ours == nil)
    }
}
