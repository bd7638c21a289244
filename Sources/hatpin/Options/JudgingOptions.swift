import ArgumentParser
import Basics
import Process
import Reports
import Runner
import X509

/// The options that choose how setups are made and verdicts are given, for every command that runs
/// cases.
struct JudgingOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "How many cases run at once (default: the number of cores).")
    var jobs: Int?

    @Option(help: "The seed for keys and serial numbers.") var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The date of verification, as RFC 3339 (default: now).",
            valueName: "instant"
        )
    )
    var now: String?

    @Flag(help: "Give models the certificates without a handshake; faster.") var chainOnly = false

    func validate() throws {
        guard jobs.map({ (1...1_024).contains($0) }) ?? true else {
            throw ValidationError("--jobs must be from 1 to 1024")
        }
        guard now == nil || date != nil else {
            throw ValidationError("--now must be a time such as 2026-11-21T09:30:00Z")
        }
    }

    /// The years for which the verdicts of the suite are correct.
    ///
    /// Apple last changed certificate lifetimes in September 2020. Certificates encode dates from
    /// 2050 on in another form (RFC 5280 §4.1.2.5).
    private static let yearsOfSuite = (first: "2021", last: "2049")

    /// Refuses a time at which correct clients would fail cases, in commands that compare verdicts
    /// with the expectations of scenarios.
    func requireTimeOfSuite() throws {
        guard let date else { return }
        let year = date.description.prefix { $0 != "-" }
        let (first, last) = Self.yearsOfSuite
        guard year < first || year > last else { return }
        throw ValidationError(
            "--now must be from \(first) to \(last): certificates encode dates from 2050 on in "
                + "another form (RFC 5280 §4.1.2.5), and cases test the shorter lifetimes "
                + "that apply since 2020. Set another time in your own scenario with clock:"
        )
    }

    /// The given options that affect verdicts, quoted for a shell.
    var stated: [String] {
        (seed == 1 ? [] : ["--seed", String(seed)]) + (now.map { ["--now", $0] } ?? [])
            + (chainOnly ? ["--chain-only"] : [])
    }
}

extension JudgingOptions {
    /// The time of `--now`, for which certificates are validated, or nil for the clock's time.
    var date: Instant? { now.flatMap(Instant.init(rfc3339:)) }

    /// Whether programs can be tested with these options: programs use the real time, and need
    /// handshakes.
    var isOfPrograms: Bool { now == nil && !chainOnly }

    /// Refuses programs if the run has no handshakes.
    ///
    /// - Throws: a `usage` failure if there is a program and the run has no handshakes.
    func requireHandshakes(of clients: [NamedClient]) throws(Failure) {
        guard chainOnly, let client = clients.first else { return }
        throw Failure(
            .usage,
            "--chain-only makes no handshakes, and \(Shown.escaped(client.name)) needs one",
            help: "omit --chain-only, which is for models"
        )
    }

    /// Returns these options with the seed, the date and the handshakes of an earlier run.
    func repeating(_ plan: PlanRecord) -> JudgingOptions {
        var repeated = self
        // A run without --now used the time of its start as the date.
        repeated.now = plan.now == plan.started ? nil : plan.now.description
        (repeated.seed, repeated.chainOnly) = (plan.seed, plan.isChainOnly)
        return repeated
    }

    /// Returns the options with which a run judges its cases.
    ///
    /// - Parameters:
    ///   - started: the start of the run.
    ///   - hasPrograms: whether some parties are programs; programs run in the network namespace if
    ///     the run has one.
    ///   - deadline: the time limit of a party for a case, or nil for the party's own limit.
    /// - Returns: the options.
    func options(
        at started: Instant = Environment.now,
        hasPrograms: Bool = false,
        deadline: Duration? = nil
    ) -> Run.Options {
        var options = Run.Options(now: date ?? started)
        options.seed = seed
        options.jobs = jobs ?? (hasPrograms ? ProgramRun.jobs : WorkerPool.cores)
        options.isAlone = hasPrograms && RunNamespace.isInside
        options.isChainOnly = chainOnly
        if let deadline { options.deadline = deadline }
        return options
    }
}
