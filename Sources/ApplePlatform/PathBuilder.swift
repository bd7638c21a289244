import PKIX
import Policies
import Trust

/// `SecPathBuilder`: finds the paths there are in the order of trustd, and keeps the best of them,
/// good or bad (Security-61901.0.87.0.1, trust/trustd/SecTrustServer.c).
///
/// A link is a signature that verifies. Paths grow from the leaf, from each the newest first, by
/// anchors before certificates that were served, and by what else there is only where those gave no
/// path. The first that the policies accept is the answer, unless a digest of it is weak and the
/// leaf's is not: then all are built, and the best score is. Where none is accepted the best score
/// is the chain of the refusal; only then do paths count whose issuers may not issue, and those
/// that reach no anchor.
///
/// trustd asks the leaf before it builds anything, which decides between paths of one score alone;
/// this does not.
struct PathBuilder {
    /// Where issuers are looked for, in this order.
    struct Sources: Sendable {
        /// The application's, the user's and the system's, each in its own order.
        let anchors: [[Certificate]]
        /// What was served, the leaf included; then what is only looked into where that gave no
        /// path.
        let parents: [[Certificate]]

        func isAnchor(_ certificate: Certificate) -> Bool {
            anchors.contains { $0.contains(certificate) }
        }
    }

    /// The best path, and what the policies made of it; nil where they refused it.
    struct Best {
        let certificates: [Certificate]
        let verified: VerifiedPath?
    }

    private struct Partial {
        let path: ScoredPath
        /// The source that is looked into next.
        var nextSource = 0
    }

    private let leaf: ScoredPath
    private let sources: Sources
    private let scoring: PathScoring
    private var budget: Budget
    /// Each path once, however many ways lead to it.
    private var paths: Set<[Certificate]>
    private var partials: [Partial]
    private var rejected: [ScoredPath] = []
    private var candidates: [ScoredPath] = []
    /// Of `partials`; -1 where all were looked into.
    private var partialIndex = 0
    /// How many of the parents' sources are looked into.
    private var parentSources = 1
    private var considersRejected = false
    private var considersPartials = false

    /// Paths beyond which none is made longer.
    private static let maximumPaths = 100

    init(from leaf: Certificate, _ sources: Sources, _ scoring: PathScoring, budget: Budget) {
        let isAnchored = sources.isAnchor(leaf) && scoring.checks.contains(.leafAsAnchor)
        self.leaf = ScoredPath(leaf, isAnchored: isAnchored)
        self.sources = sources
        self.scoring = scoring
        self.budget = budget
        paths = [[leaf]]
        partials = [Partial(path: self.leaf)]
        if isAnchored { candidates = [self.leaf] }
    }

    /// The best path.
    ///
    /// - Parameter judge: what the policies say of a path that reaches an anchor, end entity first;
    ///   nil where they refuse it.
    /// - Returns: a path of at least the leaf.
    mutating func bestPath(_ judge: ([Certificate]) -> VerifiedPath?) -> Best {
        var best = Best(certificates: leaf.certificates, verified: nil)
        var bestScore = Int.min
        while let path = next() {
            let verified = considersRejected ? nil : judge(path.certificates)
            let score = scoring.score(path, isAccepted: verified != nil)
            if score > bestScore {
                best = Best(certificates: path.certificates, verified: verified)
                bestScore = score
            }
            if verified != nil, !scoring.isWorthImproving(path) { return best }
        }
        return best
    }

    /// `SecPathBuilderGetNext`, until there is a path to judge; nil where there is none any more.
    private mutating func next() -> ScoredPath? {
        while true {
            if !candidates.isEmpty { return candidates.removeFirst() }
            if considersRejected, scoring.checks.contains(.rejectedPaths),
                let path = rejected.popLast()
            {
                sort(path)
            } else if partialIndex < 0 {
                guard broaden() else { return nil }
                partialIndex = partials.count - 1
            } else if considersPartials {
                defer { partialIndex -= 1 }
                return partials[partialIndex].path
            } else if paths.count > Self.maximumPaths {
                partialIndex = -1
            } else {
                extend()
            }
        }
    }

    /// Looks into one thing more; false where there is nothing more.
    private mutating func broaden() -> Bool {
        if parentSources < sources.parents.count {
            parentSources += 1
        } else if !considersRejected {
            considersRejected = true
        } else if !considersPartials {
            considersPartials = true
        } else {
            return false
        }
        return true
    }

    /// Makes paths of the partial one and the issuers that its next source has.
    private mutating func extend() {
        let (partial, source) = (partials[partialIndex].path, partials[partialIndex].nextSource)
        guard source < sources.anchors.count + parentSources else {
            partialIndex -= 1
            return
        }
        partials[partialIndex].nextSource += 1
        let certificates =
            source < sources.anchors.count
            ? sources.anchors[source] : sources.parents[source - sources.anchors.count]
        // What cannot be paid for is not looked into.
        let cost = certificates.count * (1 + partial.last.issuer.count / 16)
        guard partial.certificates.count < budget.pathLength,
            (try? budget.spend(cost, of: \.issuerComparisons, "comparisons of issuers")) != nil
        else { return }
        for parent in certificates
        where parent.subjectName.matches(partial.last.issuerName)
            && !partial.certificates.contains(parent)
        {
            let path = partial.appending(parent, isAnchored: sources.isAnchor(parent))
            if paths.insert(path.certificates).inserted { sort(path) }
        }
    }

    /// `SecPathBuilderIsPartial`: puts a path where it belongs, or drops it.
    private mutating func sort(_ path: ScoredPath) {
        if !considersRejected, scoring.mayNotIssue(path.last) {
            rejected.append(path)
            return
        }
        guard holds(path) else { return }
        if path.isAnchored { candidates.append(path) }
        let isWhole =
            path.isAnchored && scoring.isSelfSigned(path.last)
            // Whoever issued the last stands in the path already.
            || path.certificates.dropLast().contains {
                $0.subjectName.matches(path.last.issuerName)
            }
        if !isWhole {
            partialIndex += 1
            partials.insert(Partial(path: path), at: partialIndex)
        } else if !path.isAnchored {
            if considersRejected { candidates.append(path) } else { rejected.append(path) }
        }
    }

    /// Whether the last of a path signed the one before; what cannot be paid for did not.
    private mutating func holds(_ path: ScoredPath) -> Bool {
        guard scoring.checks.contains(.cutAtBadSignature) else { return true }
        guard let child = path.certificates.dropLast().last,
            (try? budget.spendSignature(by: path.last, scoring.cache)) != nil
        else { return false }
        return scoring.cache.isSigned(child, by: path.last)
    }
}
