import ScenarioFormat

extension Review {
    /// The limit on bytes that are reviewed again to try the fixes of a file one by one.
    ///
    /// The limit is ten times a usual file; a larger file is reviewed at most twice more.
    private static let mostBytesAgain = 1 << 16

    /// Returns the review without the edits of harmful fixes.
    ///
    /// After a harmful fix, a second review has a new finding, still has the finding that the fix
    /// should remove, or can read less of the file.
    ///
    /// - Parameter patched: the review of the file with all its fixes, if it is known.
    /// - Returns: the review. The words of a harmful fix stay, and a note says why it has no edit.
    func proposingSoundFixes(_ patched: Review? = nil) -> Review {
        guard TextBytes.isUTF8(bytes) else {
            return leavingOut(fixable.map { ($0, "the file's encoding would change") })
        }
        var search = fixSearch
        var patched = patched
        while let patch = search.patch {
            search.learn(patched.map { harm(of: $0, by: patch) } ?? harm(of: patch))
            patched = nil
        }
        return leavingOut(search.leftOut)
    }

    /// The file with all its fixes; nil if there is no fix.
    var withAllFixes: [UInt8]? {
        TextBytes.isUTF8(bytes) ? fixSearch.patch?.result : nil
    }

    /// The search for fixes that cause no harm together; the search reviews a large file at most
    /// twice.
    package var fixSearch: FixSearch {
        let trials = max(2, Self.mostBytesAgain / max(1, bytes.count))
        return FixSearch(fixable, of: bytes, trials: trials)
    }

    private func leavingOut(_ leftOut: [FixSearch.LeftOut]) -> Review {
        guard !leftOut.isEmpty else { return self }
        var sound = self
        sound.leftOut = leftOut
        let harms = Dictionary(leftOut.map { ($0.finding, $0.harm) }) { first, _ in first }
        sound.findings = findings.map { finding in
            harms[finding].map(finding.withoutEdits) ?? finding
        }
        return sound
    }

    /// The findings with edits, except notes.
    package var fixable: [Finding] {
        findings.filter { $0.severity != .note && $0.fix?.edits.isEmpty == false }
    }

    /// Returns the harm that another review of the patched file shows; nil if there is none.
    package func harm(of patch: FilePatch) -> String? {
        guard let context else { return nil }
        return harm(of: Review.read(patch.result, named: file, context: context), by: patch)
    }

    /// Returns the harm that a given review of the patched file shows; nil if there is none.
    package func harm(of after: Review, by patch: FilePatch) -> String? {
        let lost = Review.configurationKinds.intersection(kinds).subtracting(after.kinds)
        if let kind = lost.sorted().first { return "the file would no longer be \(kind)" }
        if after.unread.count > unread.count { return "part of the file could no longer be read" }
        if after.syntaxErrors > syntaxErrors { return "the file would no longer parse" }
        let fixed = Set(patch.fixed)
        // The most severe finding of each rule comes last, where `popLast` takes it first.
        var known = Dictionary(
            grouping: findings.filter { !fixed.contains($0) }.reversed(),
            by: \.rule
        )
        // Findings are compared by rule, because a fix may change the host in their text.
        for finding in after.findings where finding.severity != .note {
            guard let before = known[finding.rule]?.popLast(), !finding.isWorse(than: before) else {
                let line = finding.place.map { " (line \($0.mark.line))" } ?? ""
                return
                    "it would cause another finding: \(finding.problem)\(line): "
                    + "\(finding.impact) (\(finding.rule))"
            }
        }
        return nil
    }
}

extension Finding {
    fileprivate func isWorse(than other: Finding) -> Bool {
        severity == other.severity ? isOutage && !other.isOutage : severity > other.severity
    }

    /// Returns the same finding without edits, with a note that says why.
    fileprivate func withoutEdits(because harm: String) -> Finding {
        var finding = self
        finding.fix = fix.map { Fix($0.words) }
        finding.notes.append("no edit proposed: \(harm)")
        return finding
    }
}
