import Basics
import PathValidation
import Runner
import X509

/// One line of a run file.
///
/// A run file is complete: every report is a function of its records. The first line is the plan,
/// one line follows for each judgement, and the last line is the summary. Without a summary the run
/// was interrupted.
package enum RunRecord: Hashable, Sendable {
    case plan(PlanRecord)
    case judgement(JudgementRecord)
    case summary(SummaryRecord)
}

/// The first line: everything that determines the run.
package struct PlanRecord: Hashable, Sendable {
    /// The format of run files; a reader rejects other formats.
    package static let format = 1

    /// The name and version of the program that wrote the file.
    package var tool: String
    /// The wall-clock time at the start.
    package var started: Instant
    /// The seed of keys and serial numbers.
    package var seed: UInt64
    /// The verification date of setups that set no date.
    package var now: Instant
    /// The folder that ids are relative to, as named on the command line.
    package var root: String
    /// The options that select cases and affect verdicts, quoted for a shell, without seed, date
    /// and parties.
    package var options: [String]
    /// The names of the parties, with settings.
    package var parties: [String]
    /// The numbers of selected files, of cases, and of pairs of a case and a party.
    package var scenarios, cases, pairs: Int
    /// The hexadecimal SHA-256 of the run's pairs; runs with the same hash judge the same pairs.
    package var hash: String
    /// Whether models judged the certificates without a handshake.
    package var isChainOnly: Bool
    /// The ids `scenario@party` of all pairs in order, without repetitions; nil in older run files.
    package var ids: [String]?
    /// The shard that this run covers; nil if the run covers the whole plan.
    package var shard: RunShard?
    /// The date of the Public Suffix List, such as 2027-11-28; nil if unknown.
    package var suffixes: String?
    /// The number of scenario files with mistakes, whose cases were not run; nil if there are none.
    package var faultyFiles: Int?

    package init(
        tool: String,
        started: Instant,
        seed: UInt64,
        now: Instant,
        root: String,
        options: [String] = [],
        parties: [String],
        scenarios: Int,
        cases: Int,
        pairs: Int,
        hash: String,
        isChainOnly: Bool,
        ids: [String]? = nil,
        shard: RunShard? = nil
    ) {
        self.tool = tool
        self.started = started
        self.seed = seed
        self.now = now
        self.root = root
        self.options = options
        self.parties = parties
        self.scenarios = scenarios
        self.cases = cases
        self.pairs = pairs
        self.hash = hash
        self.isChainOnly = isChainOnly
        self.ids = ids
        self.shard = shard
    }
}

/// The line of one pair of a case and a party.
package struct JudgementRecord: Hashable, Sendable {
    /// The verdict of the party.
    package enum Verdict: Hashable, Sendable {
        /// An accepted server.
        ///
        /// The grounds are one word: `path`, `pin`, `unchecked`, `observed`.
        case accept(grounds: String)
        /// A rejected server.
        ///
        /// The reason is one word; the sentence states the failed check with its operands.
        case reject(reason: String, sentence: Untrusted)
    }

    /// The weakness of a party that accepts what a correct client rejects.
    package struct Weakness: Hashable, Sendable {
        /// The reasons for which a correct client rejects; it may state any of them.
        package var reasons: [String]
        /// The severity, as `importance` in scenario files.
        package var severity: String
        package var attackerNeeds, advice: String

        /// Each parameter sets the property of its name.
        package init(reasons: [String], severity: String, attackerNeeds: String, advice: String) {
            self.reasons = reasons
            self.severity = severity
            self.attackerNeeds = attackerNeeds
            self.advice = advice
        }
    }

    /// A value that `expect` requires in addition to the verdict, and that was not observed.
    package struct Mismatch: Hashable, Sendable {
        /// The key in `expect`.
        package var key: String
        /// The expected and the observed value; `none` for a missing value.
        package var expected, observed: Untrusted

        package init(key: String, expected: Untrusted, observed: Untrusted) {
            self.key = key
            self.expected = expected
            self.observed = observed
        }
    }

    /// The position of the pair in the whole plan, from 0.
    package var index: Int
    /// The id `scenario@party`, with `#n` for a repetition.
    package var id: String
    /// The id of the case, and the party with its settings.
    package var scenario, party: String
    /// The path of the scenario's file, as named on the command line or as found in a named folder.
    package var file: String
    /// The line of the `expect` that applies, from 1.
    package var line: Int
    /// The whole text of `about`, as the scenario states it.
    package var about: String
    /// The tags of the scenario, by which cases can be selected.
    package var tags: [String] = []
    /// The ids of the attacks in the catalogue that the scenario covers.
    package var covers: [String] = []
    /// The harm of a wrong verdict, as `importance` in scenario files; nil in older run files.
    package var importance: String?
    /// The expectation for this party.
    package var expected: ExpectationRecord
    /// The comparison of the verdict with the expectation.
    package var outcome: Outcome.Kind
    /// The verdict of the party; nil for a judgement without a verdict.
    package var verdict: Verdict?
    /// The answer of the party's delegate and the platform's result, in words of scenario files.
    package var disposition, trustResult: String?
    /// The error that the application receives, and the failure before any connection.
    package var error, configurationError: Untrusted?
    /// The names of the received certificates: entities in the order sent, or the proxy's copies of
    /// them.
    package var presented: [String] = []
    /// The certificates with their issuers; nil for an outcome that reports show without a figure.
    package var chain: ChainRecord?
    /// The server faults, by name.
    package var serverFaults: [String] = []
    /// The protocol violations of the server, by name.
    package var violations: [String] = []
    /// The names on the verified path, end entity first.
    package var path: [String]?
    /// A sentence for each CRL about a certificate of `path` that the party ignored.
    package var leftAside: [Untrusted] = []
    /// The TLS alert that the party sent, in hyphenated RFC 8446 spelling.
    package var alert: String?
    /// The number of connections that the servers saw.
    package var connections = 0
    /// Whether the request arrived after the handshake.
    package var hasRequested = false
    /// The expected observation that did not occur.
    package var mismatch: Mismatch?
    /// The reason for a known difference, the error, or the connection to another host on which the
    /// request arrived.
    package var detail: Untrusted?
    /// The party's objection to the control, if it did not accept the control.
    package var control: Untrusted?
    /// The weakness of a party that accepts what a correct client rejects.
    package var weakness: Weakness?
    /// The folder of the evidence, relative to the working directory.
    package var evidence: String?
    /// The duration in microseconds.
    package var elapsed: Int

    package init(
        index: Int,
        id: String,
        scenario: String,
        party: String,
        file: String,
        line: Int,
        about: String,
        expected: ExpectationRecord,
        outcome: Outcome.Kind,
        elapsed: Int
    ) {
        self.index = index
        self.id = id
        self.scenario = scenario
        self.party = party
        self.file = file
        self.line = line
        self.about = about
        self.expected = expected
        self.outcome = outcome
        self.elapsed = elapsed
    }
}

/// The expected verdict, in the words of scenario files.
package struct ExpectationRecord: Hashable, Sendable {
    /// An observation that is expected in addition to the verdict.
    package struct Observation: Hashable, Sendable {
        /// One of `Expectation.observations`, and its value as text.
        package var key, value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The reasons for which the party may reject; nil if the party should accept.
    package var reasons: [String]?
    /// Observations that are expected in addition to the verdict, in the order of
    /// `Expectation.observations`.
    package var observations: [Observation]

    package init(reasons: [String]?, observations: [Observation] = []) {
        self.reasons = reasons
        self.observations = observations
    }
}

/// The last line of a run file.
package struct SummaryRecord: Hashable, Sendable {
    /// The number of judgements with each outcome.
    package var tally: Tally
    /// Whether a signal ended the run.
    package var wasInterrupted: Bool
    /// The duration in microseconds.
    package var elapsed: Int

    package init(tally: Tally, wasInterrupted: Bool, elapsed: Int) {
        self.tally = tally
        self.wasInterrupted = wasInterrupted
        self.elapsed = elapsed
    }
}
