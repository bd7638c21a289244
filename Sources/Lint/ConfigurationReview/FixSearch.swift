/// A search for the fixes of a file that do no harm together: all of them first, and where that does
/// harm one by one, each beside those that are kept.
///
/// ```
/// var search = FixSearch(findings, of: bytes)
/// while let patch = search.patch { search.learn(harm(of: patch)) }
/// ```
package struct FixSearch: Sendable {
    /// A finding that is not fixed, and the harm that its fix would do.
    package typealias LeftOut = (finding: Finding, harm: String)

    private let bytes: [UInt8]
    private var kept: [Finding] = []
    private var waiting: [Finding]
    /// Findings whose fix did harm, and may do none beside fixes that were kept since.
    private var failed: [LeftOut] = []
    private var isFirst = true
    private var hasProgress = false
    /// The number of patches that may still be tried.
    private var trials: Int
    /// What was found to do harm.
    package private(set) var leftOut: [LeftOut] = []
    /// The patch to try next; nil at the end.
    package private(set) var patch: FilePatch?

    /// - Parameters:
    ///   - findings: of the file, the most severe first.
    ///   - bytes: of the file.
    ///   - trials: the most patches that are tried; fixes beyond are left out.
    package init(_ findings: [Finding], of bytes: [UInt8], trials: Int = .max) {
        (self.bytes, self.trials) = (bytes, trials)
        waiting = FilePatch(findings, of: bytes).fixed
        patch = waiting.isEmpty ? nil : FilePatch(waiting, of: bytes)
    }

    /// The fixes that do no harm together.
    package var result: FilePatch { FilePatch(kept, of: bytes) }

    /// Takes the result of a trial of `patch`, and goes on to the next.
    ///
    /// - Parameter harm: a fragment that says what is worse with the patch; nil where nothing is.
    package mutating func learn(_ harm: String?) {
        trials -= 1
        if isFirst {
            isFirst = false
            if harm == nil { (kept, waiting) = (waiting, []) }
            // The harm of a single fix is known by now.
            if let harm, waiting.count == 1 { failed = [(waiting.removeFirst(), harm)] }
        } else {
            let finding = waiting.removeFirst()
            if let harm {
                failed.append((finding, harm))
            } else {
                kept.append(finding)
                hasProgress = true
            }
        }
        if waiting.isEmpty, hasProgress {
            (waiting, failed, hasProgress) = (failed.map(\.finding), [], false)
        }
        if trials <= 0 {
            failed += waiting.map { ($0, "the file is too large to try its fixes one by one") }
            waiting = []
        }
        if waiting.isEmpty { leftOut = failed }
        patch = waiting.first.map { FilePatch(kept + [$0], of: bytes) }
    }
}
