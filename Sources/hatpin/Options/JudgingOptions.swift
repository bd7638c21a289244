import ArgumentParser
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
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now must be a time such as 2026-11-21T09:30:00Z")
        }
    }

    /// The years for which the verdicts of the suite are correct: Apple last changed certificate
    /// lifetimes in September 2020, and certificates encode dates from 2050 on in another form (RFC
    /// 5280 §4.1.2.5).
    private static let yearsOfSuite = (first: "2021", last: "2049")

    /// Refuses a time at which correct clients would fail cases, in commands that compare verdicts
    /// with the expectations of scenarios.
    func requireTimeOfSuite() throws {
        guard let instant = now.flatMap(Instant.init(rfc3339:)) else { return }
        let year = instant.description.prefix { $0 != "-" }
        let (first, last) = Self.yearsOfSuite
        guard year < first || year > last else { return }
        throw ValidationError(
            "--now must be from \(first) to \(last): certificates encode dates from 2050 on in "
                + "another form (RFC 5280 §4.1.2.5), and lifetimes are shorter since 2020, which cases "
                + "test. Set another time in your own scenario with clock:"
        )
    }

    /// The given options that affect verdicts, quoted for a shell.
    var stated: [String] {
        (seed == 1 ? [] : ["--seed", String(seed)]) + (now.map { ["--now", $0] } ?? [])
            + (chainOnly ? ["--chain-only"] : [])
    }

    /// The options as a value.
    var judging: Judging {
        let instant = now.flatMap(Instant.init(rfc3339:))
        return Judging(jobs: jobs, seed: seed, now: instant, isChainOnly: chainOnly)
    }
}
