import PathValidation
import X509

/// `SecPathBuilder`: finds paths in trustd's order, and keeps the best of them, valid or not
/// (Security-61901.0.87.0.1, trust/trustd/SecTrustServer.c).
///
/// A link is a signature that verifies. Paths grow from the leaf, the newest path first, through
/// anchors before served certificates. Other sources are searched only if anchors and served
/// certificates led to no path.
///
/// The first path that the policies accept is the answer. If this path contains a weak digest, and
/// the digest of the leaf is not weak, all paths are built. The path with the best score is then
/// the answer. If the policies accept no path, the rejection shows the path with the best score.
/// Only in this last case does the builder consider paths whose issuers may not issue, or that
/// reach no anchor.
struct TrustdPathBuilder {
    /// The sources of issuers, in search order.
    struct Sources: Sendable {
        /// The application's, the user's and the system's anchors, each in its own order.
        let anchors: [[Certificate]]
        /// The served certificates, including the leaf, and then the sources that are searched only
        /// if served certificates led to no path.
        let parents: [[Certificate]]

        func isAnchor(_ certificate: Certificate) -> Bool {
            anchors.contains { $0.contains(certificate) }
        }
    }

    /// The best path; `verified` is nil if the policies rejected the path.
    struct Best {
        let certificates: [Certificate]
        let verified: VerifiedPath?
    }

    private struct Partial {
        let path: ScoredPath
        /// The index of the next source to search.
        var nextSource = 0
    }

    private let leaf: ScoredPath
    private let sources: Sources
    private let scoring: PathScoring
    private var budget: Budget
    /// Every path found so far, so that each path is used only once.
    private var paths: Set<[Certificate]>
    private var partials: [Partial]
    private var rejected: [ScoredPath] = []
    private var candidates: [ScoredPath] = []
    /// The index in `partials` of the path to extend next; -1 after all paths were extended.
    private var partialIndex = 0
    /// The number of sources that are searched for parents.
    private var parentSources = 1
    private var considersRejected = false
    private var considersPartials = false

    /// trustd's limit on the number of paths; beyond it, no path is extended.
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

    /// Returns the best path.
    ///
    /// - Parameter judge: evaluates the policies on a path that reaches an anchor, end entity
    ///   first; returns the validated path, or nil if the policies reject the path.
    /// - Returns: a path that contains at least the leaf.
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

    /// Repeats `SecPathBuilderGetNext` until there is a path to check; nil after the last path.
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

    /// Allows one more source or kind of path; returns false if all sources and kinds are allowed
    /// already.
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

    /// Extends a partial path with the issuers in its next source.
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
        // A source that the budget cannot pay for is skipped.
        let cost = certificates.count * (1 + partial.last.issuer.count / 16)
        guard partial.certificates.count < budget.pathLength,
            (try? budget.spend(cost, of: \.issuerComparisons, "comparisons of issuers")) != nil
        else { return }
        for parent in certificates
        where isNamed(parent, by: partial.last)
            && !partial.certificates.contains(parent)
        {
            let path = partial.appending(parent, isAnchored: sources.isAnchor(parent))
            if paths.insert(path.certificates).inserted { sort(path) }
        }
    }

    /// `SecPathBuilderIsPartial`: classifies a path as candidate, partial or rejected, or drops the
    /// path.
    private mutating func sort(_ path: ScoredPath) {
        if !considersRejected, scoring.mayNotIssue(path.last) {
            rejected.append(path)
            return
        }
        guard holds(path) else { return }
        if path.isAnchored { candidates.append(path) }
        let isWhole =
            path.isAnchored && scoring.isSelfSigned(path.last)
            // The issuer of the last certificate is already in the path: a loop.
            || path.certificates.dropLast().contains {
                isNamed($0, by: path.last)
            }
        if !isWhole {
            partialIndex += 1
            partials.insert(Partial(path: path), at: partialIndex)
        } else if !path.isAnchored {
            if considersRejected { candidates.append(path) } else { rejected.append(path) }
        }
    }

    private func isNamed(_ issuer: Certificate, by child: Certificate) -> Bool {
        scoring.checks.contains(.appleNameChaining)
            ? child.issuerName.matchesByBytes(issuer.subjectName)
            : child.issuerName.matches(issuer.subjectName)
    }

    /// Whether the last certificate of a path signed the certificate before it; false if the budget
    /// cannot pay for the check.
    private mutating func holds(_ path: ScoredPath) -> Bool {
        guard scoring.checks.contains(.cutAtBadSignature) else { return true }
        guard let child = path.certificates.dropLast().last,
            (try? budget.spendSignature(by: path.last, scoring.cache)) != nil
        else { return false }
        return scoring.cache.isSignedForSecKey(child, by: path.last)
    }
}
