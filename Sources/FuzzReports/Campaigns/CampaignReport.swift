import Campaigns
import Reports
import Scenarios

/// The results of a campaign: a table for the terminal, and Markdown with the smallest worlds.
package struct CampaignReport: Sendable {
    private let kind: CampaignKind
    private let seed: UInt64
    private let ledger: Ledger
    private let judges: [String]

    /// - Parameters:
    ///   - seed: of the campaign.
    ///   - ledger: all that was counted.
    ///   - judges: the names of all that were asked.
    ///   - kind: what the cases are.
    package init(seed: UInt64, _ ledger: Ledger, judges: [String], kind: CampaignKind = .chains) {
        self.kind = kind
        (self.seed, self.ledger, self.judges) = (seed, ledger, judges)
    }

    /// Buckets that differ in their defects alone, together.
    struct Class: Hashable {
        let judge, ours, theirs: String
        let explanation: String?
    }

    /// A bucket and what is counted of it.
    package typealias Counted = (bucket: Disagreement, entry: Ledger.Entry)

    /// All buckets: the judges in alphabetical order, the most frequent first.
    static func ordered(_ ledger: Ledger) -> [Counted] {
        ledger.entries.map { ($0.key, $0.value) }.sorted { left, right in
            let (one, other) = (left.0, right.0)
            if left.1.count != right.1.count, one.judge == other.judge {
                return left.1.count > right.1.count
            }
            return one.words.lexicographicallyPrecedes(other.words)
        }
    }

    /// Every bucket that is a finding.
    package static func findings(_ ledger: Ledger) -> [Counted] {
        ordered(ledger).filter { $0.bucket.explanation == nil }
    }

    /// Of each known difference the bucket that was seen most often.
    package static func exemplary(_ ledger: Ledger) -> [Counted] {
        var seen: Set<[String]> = []
        return ordered(ledger).filter { counted in
            guard let explanation = counted.bucket.explanation else { return false }
            return seen.insert([counted.bucket.judge, explanation]).inserted
        }
    }

    // MARK: For the terminal

    /// A line for each class of buckets, and the counts of all.
    package var table: String {
        var lines = ["\(Prose.count(ledger.cases, "case")) of campaign \(seed)"]
        for (name, buckets) in classes {
            let count = Ledger.sum(buckets.map(\.entry.count))
            lines.append(
                "\(name.judge): we say \(name.ours), it says \(name.theirs): \(count) in "
                    + "\(Prose.count(buckets.count, "bucket")) (\(Self.defects(of: buckets, 3))), "
                    + "such as case \(buckets[0].entry.first.first ?? 0): "
                    + "\(name.explanation ?? "FINDING")"
            )
        }
        for excess in ledger.excesses(of: seed) {
            lines.append("\(excess.judge): \(Self.sentence(excess)): FINDING")
        }
        lines.append(
            "\(Prose.count(ledger.disagreements, "disagreement")), "
                + "\(Prose.count(ledger.entries.count, "bucket")), \(ledger.unexplained) unexplained"
        )
        // Line by line, so that the words of a judge begin none.
        return lines.map { Shown.escaped($0) + "\n" }.joined()
    }

    private static func sentence(_ excess: Excess) -> String {
        "'\(excess.explanation)' explains \(excess.cases) cases, \(excess.counted) when it was counted"
    }

    private var classes: [(name: Class, buckets: [Counted])] {
        var groups: [Class: [Counted]] = [:]
        var order: [Class] = []
        for counted in Self.ordered(ledger) {
            let name = Class(counted.bucket)
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(counted)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    private static func defects(of buckets: [Counted], _ limit: Int) -> String {
        let names = buckets.prefix(limit).map { counted in
            counted.bucket.defects.isEmpty
                ? "no defect" : counted.bucket.defects.joined(separator: " + ")
        }
        let more = buckets.count > limit ? ["\(buckets.count - limit) more"] : []
        return (names + more).joined(separator: ", ")
    }

    // MARK: As Markdown

    /// Every class of every judge, with the smallest world that shows it.
    ///
    /// - Parameter examples: the smallest worlds, by bucket.
    /// - Returns: the text of the file.
    package func markdown(_ examples: [Disagreement: ShownWorld]) -> String {
        var text = """
            # Differences

            \(ledger.cases) \(kind.cases) of campaign \(seed), \(kind.introduction): \
            \(ledger.disagreements) disagreements in \(ledger.entries.count) buckets, of \
            which \(ledger.unexplained) are not explained. A bucket is who says what of which \
            defects; cases are made again by `\(command) --campaign \(seed) --range K..K`.

            """
        for judge in Set(ledger.entries.keys.map(\.judge)).union(judges).sorted() {
            text += section(of: judge, examples)
        }
        return text
    }

    private var command: String { kind.command.joined(separator: " ") }

    private func section(of judge: String, _ examples: [Disagreement: ShownWorld]) -> String {
        let classes = classes.filter { $0.name.judge == judge }
        var text = "\n## \(judge)\n"
        guard !classes.isEmpty else { return text + "\nNo disagreement.\n" }
        let known = kind.known(of: judge)
        let excesses = ledger.excesses(of: seed).filter { $0.judge == judge }
        for difference in known {
            let mine = classes.filter { $0.name.explanation == difference.name }
            guard !mine.isEmpty else { continue }
            text += "\n### \(difference.name) (\(difference.direction), \(difference.right))\n\n"
            text += "\(difference.about)\n\n"
            for excess in excesses where excess.explanation == difference.name {
                text += "\(Self.sentence(excess)).\n\n"
            }
            text += rows(of: mine, examples)
        }
        let findings = classes.filter { $0.name.explanation == nil }
        if !findings.isEmpty { text += "\n### Findings\n\n" + rows(of: findings, examples) }
        return text
    }

    private func rows(
        of classes: [(name: Class, buckets: [Counted])],
        _ examples: [Disagreement: ShownWorld]
    ) -> String {
        var text = "| We say | It says | Cases | Buckets | Defects | First |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for (name, buckets) in classes {
            let count = Ledger.sum(buckets.map(\.entry.count))
            let cells = [
                name.ours, name.theirs, "\(count)", "\(buckets.count)",
                Self.defects(of: buckets, 6), "\(buckets[0].entry.first.first ?? 0)",
            ]
            text += "| " + cells.map(Self.cell).joined(separator: " | ") + " |\n"
        }
        let shown = classes.lazy.flatMap(\.buckets).compactMap { scenario(of: $0, examples) }.first
        if let shown { text += "\n```yaml\n\(shown)```\n" }
        return text
    }

    /// The smallest world that shows a bucket, as a scenario.
    private func scenario(
        of counted: Counted,
        _ examples: [Disagreement: ShownWorld]
    ) -> String? {
        guard let shown = examples[counted.bucket] else { return nil }
        let finding = CampaignFinding(
            counted.bucket,
            seed: seed,
            index: counted.entry.first.first ?? 0,
            shown: shown,
            peers: [],
            parties: [],
            kind: kind
        )
        return finding.scenario(named: finding.name)
    }

    /// A cell of a table that no text breaks.
    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}

extension Disagreement {
    /// Everything that tells it from others, in the order of reports.
    fileprivate var words: [String] {
        [judge, ours, theirs, defects.joined(separator: "+"), explanation ?? ""]
    }
}

extension CampaignReport.Class {
    fileprivate init(_ bucket: Disagreement) {
        self.init(
            judge: bucket.judge,
            ours: bucket.ours,
            theirs: bucket.theirs,
            explanation: bucket.explanation
        )
    }
}
