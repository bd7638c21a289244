import ScenarioFormat

extension Review {
    /// The bytes that are reviewed again to tell the fixes of a file apart.
    ///
    /// Ten times those of a usual file; a larger one is reviewed twice more at most.
    private static let mostBytesAgain = 1 << 16

    /// Proposes no fix after which another review finds something new, or the same again.
    ///
    /// The way to fix it stays in words; a note says why there is no edit.
    func proposingSoundFixes() -> Review {
        guard TextBytes.isUTF8(bytes) else {
            return leavingOut(fixable.map { ($0, "the file would not keep its encoding") })
        }
        var search = fixSearch
        while let patch = search.patch { search.learn(harm(of: patch)) }
        return leavingOut(search.leftOut)
    }

    /// The search for the fixes that do no harm together, which reviews a large file twice at most.
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

    /// The findings whose fixes are edits; notes are left as their owner means them.
    package var fixable: [Finding] {
        findings.filter { $0.severity != .note && $0.fix?.edits.isEmpty == false }
    }

    /// The harm of a patch by another review of the file; nil where it does none.
    package func harm(of patch: FilePatch) -> String? {
        guard let context else { return nil }
        return harm(of: Review.read(patch.result, named: file, context: context), by: patch)
    }

    /// The harm of a patch by the review of the patched file; nil where it does none.
    package func harm(of after: Review, by patch: FilePatch) -> String? {
        // A script without its mistakes may be of no system any more.
        let lost = Set(kinds).subtracting(after.kinds).subtracting(Review.sourceKinds)
        if let kind = lost.sorted().first { return "the file would be no longer \(kind)" }
        if after.unread.count > unread.count { return "a part of the file could not be read" }
        let fixed = Set(patch.fixed)
        // The most severe of each rule is the last.
        var known = Dictionary(
            grouping: findings.filter { !fixed.contains($0) }.reversed(),
            by: \.rule
        )
        // A finding is the same whatever it says of the host, which a fix may have corrected.
        for finding in after.findings where finding.severity != .note {
            guard let before = known[finding.rule]?.popLast(), !finding.isWorse(than: before) else {
                let line = finding.place.map { " (line \($0.mark.line))" } ?? ""
                return "\(finding.problem)\(line): \(finding.consequence) (\(finding.rule))"
            }
        }
        return nil
    }
}

extension Finding {
    fileprivate func isWorse(than other: Finding) -> Bool {
        severity == other.severity ? isOutage && !other.isOutage : severity < other.severity
    }

    /// The same with the way to fix it in words alone.
    fileprivate func withoutEdits(because harm: String) -> Finding {
        var finding = self
        finding.fix = fix.map { Fix($0.words) }
        finding.notes.append("no edit is proposed: with it, \(harm)")
        return finding
    }
}
