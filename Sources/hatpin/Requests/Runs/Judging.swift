import Basics
import Process
import Reports
import Runner
import X509

/// How setups are made and judged.
package struct Judging: Sendable {
    /// How many are judged at once; nil for as many as the machine can.
    private let jobs: Int?
    private let seed: UInt64
    /// The verify date that was stated; nil for the clock's.
    package let now: Instant?
    private let isChainOnly: Bool

    /// Each parameter is the property of its name.
    package init(jobs: Int?, seed: UInt64, now: Instant?, isChainOnly: Bool) {
        (self.jobs, self.seed, self.now, self.isChainOnly) = (jobs, seed, now, isChainOnly)
    }

    /// Whether programs can be judged so: they judge by the real time, in handshakes.
    var isOfPrograms: Bool { now == nil && !isChainOnly }

    /// Refuses programs that no handshake would be put before.
    ///
    /// - Throws: usage.
    func requireHandshakes(of clients: [NamedClient]) throws(Failure) {
        guard isChainOnly, let client = clients.first else { return }
        throw Failure(
            .usage,
            "--chain-only has no handshake, and \(Shown.escaped(client.name)) needs one",
            help: "it is for models: leave it out"
        )
    }

    /// The same with the seed, date and way to judge of a run that began before.
    func repeating(_ plan: PlanRecord) -> Judging {
        // A run by the clock has its start for a date.
        let now = plan.now == plan.started ? nil : plan.now
        return Judging(jobs: jobs, seed: plan.seed, now: now, isChainOnly: plan.isChainOnly)
    }

    /// The options of a run.
    ///
    /// - Parameters:
    ///   - started: when it begins.
    ///   - hasPrograms: whether parties are programs, in a network of their own if there is one.
    ///   - deadline: how long a party may take for a case; nil where that is not stated.
    /// - Returns: them, with what is stated here.
    package func options(
        at started: Instant = Environment.now,
        hasPrograms: Bool = false,
        deadline: Duration? = nil
    ) -> Run.Options {
        var options = Run.Options(now: now ?? started)
        options.seed = seed
        options.jobs = jobs ?? (hasPrograms ? ProgramRun.jobs : WorkerPool.cores)
        options.isAlone = hasPrograms && RunNamespace.isInside
        options.isChainOnly = isChainOnly
        if let deadline { options.deadline = deadline }
        return options
    }
}
