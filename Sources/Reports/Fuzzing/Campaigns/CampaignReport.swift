import Basics
import Campaigns
import ScenarioFormat

/// The results of a campaign: a table for the terminal, and Markdown with the smallest setups.
package struct CampaignReport: Sendable {
    /// The kind of the cases.
    package let kind: CampaignKind
    /// The seed of the campaign.
    package let seed: UInt64
    /// The results of the campaign: how often each bucket occurred.
    package let ledger: Ledger
    /// The names of all oracles.
    package let oracles: [String]

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - seed: the seed of the campaign.
    ///   - ledger: how often each bucket occurred.
    ///   - oracles: the names of all oracles.
    ///   - kind: the kind of the cases.
    package init(seed: UInt64, _ ledger: Ledger, oracles: [String], kind: CampaignKind = .chains) {
        self.kind = kind
        (self.seed, self.ledger, self.oracles) = (seed, ledger, oracles)
    }

    /// A class of buckets that differ only in their defects.
    struct Class: Hashable {
        let oracle, ours, theirs: String
        let explanation: String?
    }

    /// A bucket, and how often it occurred.
    package typealias Counted = (bucket: Disagreement, entry: Ledger.Entry)

    /// Returns all buckets, sorted by oracle; the buckets of an oracle start with the most
    /// frequent.
    static func ordered(_ ledger: Ledger) -> [Counted] {
        ledger.entries.map { ($0.key, $0.value) }.sorted { left, right in
            let (one, other) = (left.0, right.0)
            if left.1.count != right.1.count, one.oracle == other.oracle {
                return left.1.count > right.1.count
            }
            return one.words.lexicographicallyPrecedes(other.words)
        }
    }

    /// Returns every bucket that no known difference explains, which makes it a finding.
    package static func findings(_ ledger: Ledger) -> [Counted] {
        ordered(ledger).filter { $0.bucket.explanation == nil }
    }

    /// Returns the most frequent bucket of each known difference.
    package static func exemplary(_ ledger: Ledger) -> [Counted] {
        var seen: Set<[String]> = []
        return ordered(ledger).filter { counted in
            guard let explanation = counted.bucket.explanation else { return false }
            return seen.insert([counted.bucket.oracle, explanation]).inserted
        }
    }

    /// A class of buckets in words, as a row of the table.
    package struct Row: Hashable, Sendable {
        package let oracle, ours, theirs: String
        /// The name of the known difference that explains the buckets; nil for findings.
        package let explanation: String?
        package let cases, buckets: Int
        package let defects: String
        /// The number of the first case in the most frequent of these buckets.
        package let first: UInt64
    }

    /// All classes of buckets, sorted by oracle; the classes of an oracle start with the most
    /// frequent.
    package var rows: [Row] { classes.map { row($0, defects: 6) } }

    /// A sentence for each known difference that explains more cases than its declaration states.
    package var excesses: [String] {
        ledger.excesses(of: seed).map { "\($0.oracle): \(Self.sentence($0))" }
    }

    private func row(_ own: (name: Class, buckets: [Counted]), defects limit: Int) -> Row {
        Row(
            oracle: own.name.oracle,
            ours: own.name.ours,
            theirs: own.name.theirs,
            explanation: own.name.explanation,
            cases: Ledger.sum(own.buckets.map(\.entry.count)),
            buckets: own.buckets.count,
            defects: Self.defects(of: own.buckets, limit),
            first: own.buckets.first?.entry.first.first ?? 0
        )
    }

    // MARK: For the terminal

    /// The table: a line for each class of buckets, and the totals.
    package var table: String {
        var lines = ["\(Prose.count(ledger.cases, "case")) of campaign \(seed)"]
        for row in classes.map({ row($0, defects: 3) }) {
            lines.append(
                "\(row.oracle): Hatpin says \(row.ours), it says \(row.theirs): \(row.cases) in "
                    + "\(Prose.count(row.buckets, "bucket")) (\(row.defects)), "
                    + "such as case \(row.first): \(row.explanation ?? "FINDING")"
            )
        }
        lines += excesses.map { $0 + ": FINDING" }
        lines.append(
            "\(Prose.count(ledger.disagreements, "disagreement")), "
                + "\(Prose.count(ledger.entries.count, "bucket")), \(ledger.unexplained) unexplained"
        )
        // Each line is escaped separately, so that the text of an oracle cannot start a new line.
        return lines.map { Shown.escaped($0) + "\n" }.joined()
    }

    private static func sentence(_ excess: Excess) -> String {
        "'\(excess.explanation)' explains \(excess.cases) cases, but "
            + "its recorded count is \(excess.counted)"
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

    /// Returns Markdown with every class of buckets and the smallest setup that shows it.
    ///
    /// - Parameter examples: the smallest setups, by bucket.
    /// - Returns: the text of the file.
    package func markdown(_ examples: [Disagreement: ShownSetup]) -> String {
        var text = """
            # Differences

            \(ledger.cases) \(kind.cases) of campaign \(seed), \(kind.introduction): \
            \(ledger.disagreements) disagreements in \(ledger.entries.count) buckets, \
            \(ledger.unexplained) of them unexplained. A bucket has one oracle, one pair of verdicts and \
            one set of defects; `\(command) --campaign \(seed) --range K..K` repeats case K.

            """
        for oracle in Set(ledger.entries.keys.map(\.oracle)).union(oracles).sorted() {
            text += section(of: oracle, examples)
        }
        return text
    }

    private var command: String { kind.command.joined(separator: " ") }

    private func section(of oracle: String, _ examples: [Disagreement: ShownSetup]) -> String {
        let classes = classes.filter { $0.name.oracle == oracle }
        var text = "\n## \(oracle)\n"
        guard !classes.isEmpty else { return text + "\nNo disagreement.\n" }
        let known = kind.known(of: oracle)
        let excesses = ledger.excesses(of: seed).filter { $0.oracle == oracle }
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
        _ examples: [Disagreement: ShownSetup]
    ) -> String {
        var text = "| Hatpin says | It says | Cases | Buckets | Defects | First |\n"
        text += "| --- | --- | --- | --- | --- | --- |\n"
        for row in classes.map({ row($0, defects: 6) }) {
            let cells = [
                row.ours, row.theirs, "\(row.cases)", "\(row.buckets)", row.defects,
                "\(row.first)",
            ]
            text += "| " + cells.map(Self.cell).joined(separator: " | ") + " |\n"
        }
        let shown = classes.lazy.flatMap(\.buckets).compactMap { scenario(of: $0, examples) }.first
        if let shown { text += "\n```yaml\n\(shown)```\n" }
        return text
    }

    /// Returns the smallest setup that shows a bucket, as a scenario.
    private func scenario(
        of counted: Counted,
        _ examples: [Disagreement: ShownSetup]
    ) -> String? {
        guard let shown = examples[counted.bucket] else { return nil }
        let finding = DisagreementReport(
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

    /// Returns the cell of a table, escaped so that no text breaks the table.
    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}

extension Disagreement {
    /// The texts by which reports sort buckets of equal frequency.
    fileprivate var words: [String] {
        [oracle, ours, theirs, defects.joined(separator: "+"), explanation ?? ""]
    }
}

extension CampaignReport.Class {
    fileprivate init(_ bucket: Disagreement) {
        self.init(
            oracle: bucket.oracle,
            ours: bucket.ours,
            theirs: bucket.theirs,
            explanation: bucket.explanation
        )
    }
}
