import Crypto
import PathValidation
import Reports
import Runner
import ScenarioFormat
import X509

extension VisitLedger {
    /// Returns the run of one remote client, as run files record it.
    ///
    /// - Parameters:
    ///   - tool: name and version of the command.
    ///   - root: the folder that ids are relative to.
    ///   - options: the options that select the cases, as a shell reads them.
    ///   - started: the wall-clock time of the start.
    ///   - hasSecretSeed: whether to write 0 instead of the seed, because a device trusts a root
    ///     whose key is derived from the seed.
    /// - Returns: the first record of the client's run file.
    package func planRecord(
        tool: String,
        root: String,
        options: [String],
        started: Instant,
        hasSecretSeed: Bool
    ) -> PlanRecord {
        let scenarios = plan.cases.map(\.scenario)
        let party = VisitPlan.party.name
        let definitions = scenarios.flatMap { Array("\($0.id) \($0.definition)\n".utf8) }
        var record = PlanRecord(
            tool: tool,
            started: started,
            seed: hasSecretSeed ? 0 : plan.options.seed,
            now: plan.options.now,
            root: root,
            options: options,
            parties: [party],
            scenarios: Set(scenarios.map(\.group)).count,
            cases: scenarios.count,
            pairs: scenarios.count,
            hash: ((try? Digest.sha256.hash(definitions)) ?? []).hex,
            isChainOnly: false,
            ids: scenarios.map { "\($0.id)@\(party)" }
        )
        record.suffixes = PublicSuffixList.date
        return record
    }

    /// Returns the last record of a remote client's run.
    ///
    /// - Parameters:
    ///   - judgements: all judgements of the remote client.
    ///   - elapsed: the time in microseconds.
    /// - Returns: the record with the numbers of judgements.
    package func summary(of judgements: [JudgementRecord], elapsed: Int) -> SummaryRecord {
        var tally = Tally()
        for judgement in judgements { tally.count(judgement) }
        return SummaryRecord(tally: tally, wasInterrupted: false, elapsed: elapsed)
    }
}
