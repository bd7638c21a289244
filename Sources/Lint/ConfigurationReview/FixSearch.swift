/// A search for fixes of a file that cause no harm together.
///
/// The search tries all fixes at once, then each fix together with the fixes that were already
/// kept.
///
/// ```
/// var search = FixSearch(findings, of: bytes)
/// while let patch = search.patch { search.learn(harm(of: patch)) }
/// ```
package struct FixSearch: Sendable {
    /// A finding that is not fixed, and the harm that its fix would cause.
    package typealias LeftOut = (finding: Finding, harm: String)

    private let bytes: [UInt8]
    private var kept: [Finding] = []
    private var waiting: [Finding]
    /// The findings whose fix caused harm, but may be harmless together with fixes that were kept
    /// later.
    private var failed: [LeftOut] = []
    private var isFirst = true
    private var hasProgress = false
    /// The number of patches that the search may still try.
    private var trials: Int
    /// The findings whose fix causes harm.
    package private(set) var leftOut: [LeftOut] = []
    /// The next patch to try; nil at the end of the search.
    package private(set) var patch: FilePatch?

    /// - Parameters:
    ///   - findings: the findings of the file, the most severe first.
    ///   - bytes: the content of the file.
    ///   - trials: the most patches to try; further fixes are left out.
    package init(_ findings: [Finding], of bytes: [UInt8], trials: Int = .max) {
        (self.bytes, self.trials) = (bytes, trials)
        waiting = FilePatch(findings, of: bytes).fixed
        patch = waiting.isEmpty ? nil : FilePatch(waiting, of: bytes)
    }

    /// The patch with the fixes that cause no harm together.
    package var result: FilePatch { FilePatch(kept, of: bytes) }

    /// Records the result of trying `patch`, and continues with the next patch.
    ///
    /// - Parameter harm: what the patch makes worse, as a fragment; nil if it makes nothing worse.
    package mutating func learn(_ harm: String?) {
        trials -= 1
        if isFirst {
            isFirst = false
            if harm == nil { (kept, waiting) = (waiting, []) }
            // A single fix was just tried, so its harm is known.
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
