import PKIX
import Testing
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

/// Which differences a list explains, and which of its explanations do.
struct Account<Difference: CustomStringConvertible> {
    private let explanations: [Explanation<Difference>]
    private var used: Set<String> = []
    /// The subjects of what nothing explains, by how the two differ.
    private var unexplained: [String: [String]] = [:]

    init(of explanations: [Explanation<Difference>]) {
        self.explanations = explanations
    }

    mutating func take(_ difference: Difference, of subject: String) throws {
        if let found = try explanations.first(where: { try $0.explains(difference) }) {
            used.insert(found.name)
        } else {
            unexplained[difference.description, default: []].append(subject)
        }
    }

    /// Records each kind of difference that nothing explains, and each explanation of nothing.
    func settle() {
        for (difference, subjects) in unexplained.sorted(by: { $0.key < $1.key }) {
            let some = subjects.prefix(3).joined(separator: ", ")
            Issue.record("\(difference): \(subjects.count) times, such as \(some)")
        }
        for explanation in explanations where !used.contains(explanation.name) {
            Issue.record("'\(explanation.name)' explains nothing any more")
        }
    }
}

/// A certificate that one of the two does not decode.
struct CertificateDifference: CustomStringConvertible {
    let ours: ComparedCertificate.Verdict
    let theirs: OpenSSLJudge.CertificateVerdict

    var description: String {
        let ours =
            switch ours {
            case .accept: "accept"
            case .malformed(let error): "malformed: \(error.fault.rawValue)"
            case .duplicate: "duplicate"
            case .badExtension(let identifier, let error): "\(identifier): \(error.fault.rawValue)"
            case .badKey(let algorithm): "key: \(algorithm)"
            }
        return "we say \(ours), OpenSSL \(theirs)"
    }
}

/// A chain that one of the two accepts.
struct ChainDifference: CustomStringConvertible {
    let compared: ComparedChain
    let theirs: OpenSSLJudge.ChainVerdict
    var ours: Rejection.Code? { compared.ours }

    /// OpenSSL's error and its depth, where it refuses.
    var error: (code: Int32, depth: Int32)? {
        if case .refuse(let code, let depth) = theirs { (code, depth) } else { nil }
    }

    var description: String {
        let theirs = error.map { "\($0.code) (\(OpenSSLJudge.words($0.code)))" } ?? "\(theirs)"
        return "we say \(ours?.rawValue ?? "accept"), OpenSSL \(theirs)"
    }

    /// Whether OpenSSL is of our opinion when one thing is changed.
    func vanishes(_ change: (inout OpenSSLJudge.Chain) throws -> Void) rethrows -> Bool {
        var chain = compared.chain
        try change(&chain)
        return (OpenSSLJudge.judge(chain) == .accept) == (ours == nil)
    }
}
