import Basics
import Campaigns
import FuzzTargets
import Reports
import Runner

extension FuzzTarget {
    /// Any bytes are read back as the output of a command: a run file, the JSON of an audit or a
    /// tally of a campaign.
    ///
    /// A result is written again and reads back unchanged. A run file can be reported in every
    /// format. An audit compared with itself is no worse.
    ///
    /// An input is `run`, `audit` or `tally` and a line break, then the file.
    public static let readResults = FuzzTarget("ReadResults") { bytes in
        let file = Array(bytes.drop { $0 != newline }.dropFirst())
        switch String(decoding: bytes.prefix { $0 != newline }, as: UTF8.self) {
        case "run": readRun(file)
        case "audit": readAudit(file)
        case "tally": readTally(file)
        default: break
        }
    }

    private static func readRun(_ bytes: [UInt8]) {
        guard let history = try? RunHistory(bytes, path: "run.ndjson"), let plan = history.plan
        else {
            return
        }
        let records: [RunRecord] =
            [.plan(plan)] + history.judgements.map(RunRecord.judgement)
            + [history.summary.map(RunRecord.summary)].compactMap(\.self)
        for record in records {
            var json = JSONWriter()
            record.write(to: &json)
            invariant(
                (try? RunRecord(line: json.bytes)) == record,
                "a record reads back changed: \(String(decoding: json.bytes, as: UTF8.self))"
            )
        }
        var options = ReportOptions(verbosity: .verbose)
        options.since = [EarlierJudgements(name: "before", judgements: history.judgements)]
        for format in FormatOf<RunRecord>.all {
            var reporter = format.writer(options)
            for record in records { _ = reporter.receive(record) }
        }
    }

    private static func readAudit(_ bytes: [UInt8]) {
        guard let document = AuditDocument(bytes) else { return }
        let text = document.text
        invariant(
            AuditDocument(Array(text.utf8))?.text == text,
            "an audit reads back changed: \(text)"
        )
        for record in document.records {
            let change = AuditChange(from: record, to: record)
            invariant(
                !change.isWorse && !change.isBetter,
                "an audit differs from itself: \(record)"
            )
        }
        guard let shard = document.shard else { return }
        invariant(
            (1...shard.shard.count).contains(shard.shard.number),
            "the shard does not exist: \(shard.shard.number) of \(shard.shard.count)"
        )
    }

    private static func readTally(_ bytes: [UInt8]) {
        for kind in [CampaignKind.chains, .handshakes] {
            var ledger = Ledger()
            let lines = bytes.split(separator: newline)
            guard lines.allSatisfy({ TallyLines.add($0, to: &ledger, seed: 3, kind: kind) }) else {
                continue
            }
            var again = Ledger()
            let written = TallyLines.text(of: ledger, seed: 3, next: 0, kind: kind)
            let isRead = written.split(separator: newline)
                .allSatisfy { TallyLines.add($0, to: &again, seed: 3, kind: kind) }
            invariant(
                isRead && again.cases == ledger.cases && again.entries == ledger.entries,
                "a tally reads back changed: \(String(decoding: written, as: UTF8.self))"
            )
        }
    }
}

private let newline = UInt8(ascii: "\n")
