import Basics
import Process
import Reports
import Runner
import X509

/// How setups are made and cases run.
package struct Judging: Sendable {
    /// The number of cases that run at once, or nil for the number of cores.
    private let jobs: Int?
    private let seed: UInt64
    /// The time for which certificates are validated, if one was given, or nil for the clock's
    /// time.
    package let now: Instant?
    private let isChainOnly: Bool

    /// Creates a value with these properties.
    package init(jobs: Int?, seed: UInt64, now: Instant?, isChainOnly: Bool) {
        (self.jobs, self.seed, self.now, self.isChainOnly) = (jobs, seed, now, isChainOnly)
    }

    /// Whether programs can be tested with these settings: programs use the real time, and need
    /// handshakes.
    var isOfPrograms: Bool { now == nil && !isChainOnly }

    /// Refuses programs if the run has no handshakes.
    ///
    /// - Throws: usage.
    func requireHandshakes(of clients: [NamedClient]) throws(Failure) {
        guard isChainOnly, let client = clients.first else { return }
        throw Failure(
            .usage,
            "--chain-only makes no handshakes, and \(Shown.escaped(client.name)) needs one",
            help: "omit --chain-only, which is for models"
        )
    }

    /// Returns these settings with the seed, the date and the handshakes of an earlier run.
    func repeating(_ plan: PlanRecord) -> Judging {
        // A run without --now used the time of its start as the date.
        let now = plan.now == plan.started ? nil : plan.now
        return Judging(jobs: jobs, seed: plan.seed, now: now, isChainOnly: plan.isChainOnly)
    }

    /// Returns the options of a run with these settings.
    ///
    /// - Parameters:
    ///   - started: the start of the run.
    ///   - hasPrograms: whether some parties are programs. These have their own network, if there
    ///     is one.
    ///   - deadline: the time limit of a party for a case, or nil for its own limit.
    /// - Returns: the options.
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
