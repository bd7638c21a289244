import Campaigns
import PKIX
import Testing
import Trust

/// Why OpenSSL says otherwise than we do, for a whole class of certificates or chains.
struct Explanation<Difference>: Sendable {
    enum Direction: String, Sendable {
        case laxer, stricter
    }

    let name: String
    /// OpenSSL's behaviour, and the rule that says otherwise.
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

extension Explanation<Difference> {
    /// Those of the product that chains of the public vectors have use for.
    static let ofChains = KnownDifference.ofOpenSSLInVectors.map { known in
        Explanation(
            known.name,
            known.direction == .laxer ? .laxer : .stricter,
            known.about,
            explains: known.explains
        )
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
