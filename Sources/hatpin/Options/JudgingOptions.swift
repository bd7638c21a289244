import ArgumentParser
import X509

/// How setups are made and judged, in every command that judges.
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
            throw ValidationError("--jobs is from 1 to 1024")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now is an instant such as 2026-11-21T09:30:00Z")
        }
    }

    /// The years in which the verdicts of the suite hold: Apple's last change of lifetimes was in
    /// September 2020, and dates of 2050 and later are written in another form (RFC 5280 §4.1.2.5).
    private static let yearsOfSuite = (first: "2021", last: "2049")

    /// Refuses an instant at which cases would fail that are right, in commands that hold verdicts
    /// against those of scenarios.
    func requireTimeOfSuite() throws {
        guard let instant = now.flatMap(Instant.init(rfc3339:)) else { return }
        let year = instant.description.prefix { $0 != "-" }
        let (first, last) = Self.yearsOfSuite
        guard year < first || year > last else { return }
        throw ValidationError(
            "--now is from \(first) to \(last): cases test that certificates write dates from 2050 "
                + "on in another form (RFC 5280 §4.1.2.5), and have shorter lifetimes since 2020. "
                + "A scenario of your own names any other time with clock:"
        )
    }

    /// The options that were given and decide what is judged, as a shell reads them.
    var stated: [String] {
        (seed == 1 ? [] : ["--seed", String(seed)]) + (now.map { ["--now", $0] } ?? [])
            + (chainOnly ? ["--chain-only"] : [])
    }

    /// The same, read.
    var judging: Judging {
        let instant = now.flatMap(Instant.init(rfc3339:))
        return Judging(jobs: jobs, seed: seed, now: instant, isChainOnly: chainOnly)
    }
}
