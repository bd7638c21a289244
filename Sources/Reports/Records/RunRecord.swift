import Basics
import PathValidation
import Runner
import X509

/// One line of a run file.
///
/// A run file is the whole truth about a run: the first line is the plan, one line follows for each
/// judgement, and the last is the summary. Without a summary the run was cut off. Every report is a
/// function of these records.
package enum RunRecord: Hashable, Sendable {
    case plan(PlanRecord)
    case judgement(JudgementRecord)
    case summary(SummaryRecord)
}

/// The first line: everything that decides what the run does.
package struct PlanRecord: Hashable, Sendable {
    /// Of run files; a reader refuses others.
    package static let format = 1

    /// Name and version of what wrote it.
    package var tool: String
    /// The wall clock at the start.
    package var started: Instant
    /// The seed of keys and serial numbers.
    package var seed: UInt64
    /// The verify date of setups that state none.
    package var now: Instant
    /// The folder that ids are relative to, as it was named.
    package var root: String
    /// The options that decide which cases there are and how they are judged, besides seed, date and
    /// parties, as a shell reads them.
    package var options: [String]
    /// Names with settings.
    package var parties: [String]
    /// The numbers of selected files, cases, and pairs of case and party.
    package var scenarios, cases, pairs: Int
    /// SHA-256 of what the run consists of, hexadecimal.
    package var hash: String
    /// Models judged the bytes without a handshake.
    package var isChainOnly: Bool
    /// `scenario@party` of each pair in order, repetitions as one; nil in files of older versions.
    package var ids: [String]?
    /// The part that this run is of a larger plan; nil for a plan of its own.
    package var shard: RunShard?
    /// The date of the Public Suffix List, such as 2027-11-28; nil where it is not known.
    package var suffixes: String?

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

/// The line of one pair of case and party.
package struct JudgementRecord: Hashable, Sendable {
    /// The party's decision.
    package enum Verdict: Hashable, Sendable {
        /// Grounds as one word: `path`, `pin`, `unchecked`, `observed`.
        case accept(grounds: String)
        /// The reason word, and the sentence with the operands of the check.
        case reject(reason: String, sentence: Untrusted)
    }

    /// The weakness of a party that accepts where a correct client rejects.
    package struct Weakness: Hashable, Sendable {
        /// Why a correct client rejects; any of these words.
        package var reasons: [String]
        /// As `importance` of scenario files.
        package var severity: String
        package var attackerNeeds, advice: String

        /// Each parameter is the property of its name.
        package init(reasons: [String], severity: String, attackerNeeds: String, advice: String) {
            self.reasons = reasons
            self.severity = severity
            self.attackerNeeds = attackerNeeds
            self.advice = advice
        }
    }

    /// Another observation than the verdict that `expect` asserts and that was not made.
    package struct Mismatch: Hashable, Sendable {
        /// As `expect` names it.
        package var key: String
        /// The asserted and the observed value; `none` for nothing.
        package var expected, observed: Untrusted

        package init(key: String, expected: Untrusted, observed: Untrusted) {
            self.key = key
            self.expected = expected
            self.observed = observed
        }
    }

    /// The place in the order of the whole plan, from 0.
    package var index: Int
    /// `scenario@party`, and `#n` for a repetition.
    package var id: String
    /// The case's id, and the party with its settings.
    package var scenario, party: String
    /// As it was named on the command line or found below it.
    package var file: String
    /// 1-based, of the `expect` that applies.
    package var line: Int
    /// The whole text, as the scenario states it.
    package var about: String
    /// Words to select by.
    package var tags: [String] = []
    /// Rows of the catalogue.
    package var covers: [String] = []
    /// The harm that a wrong decision does, as `importance` of scenario files; nil in files of older
    /// versions.
    package var importance: String?
    /// The expectation of this party.
    package var expected: ExpectationRecord
    /// How the verdict compares with that.
    package var outcome: Outcome.Kind
    /// Nil where there is none.
    package var verdict: Verdict?
    /// The answer of the party's delegate and the platform's result, in words of the scenario format.
    package var disposition, trustResult: String?
    /// The error that the application sees, and the failure before any connection.
    package var error, configurationError: Untrusted?
    /// The received certificates: entities in the order sent, or the proxy's look-alikes of them.
    package var presented: [String] = []
    /// The certificates with their issuers, where the outcome is worth a picture.
    package var chain: ChainRecord?
    /// The server's server fault, in words of the behaviour catalogue.
    package var serverFaults: [String] = []
    /// The faults of the server's handshake, in words of the violation catalogue.
    package var violations: [String] = []
    /// Names of the verified path, end entity first.
    package var path: [String]?
    /// The CRLs about certificates of that path that the party left aside, in sentences.
    package var leftAside: [Untrusted] = []
    /// The TLS alert that the party sent, by its RFC 8446 name hyphenated.
    package var alert: String?
    /// The number of connections that the servers saw.
    package var connections = 0
    /// Whether the request arrived after the handshake.
    package var hasRequested = false
    /// The assertion that did not hold.
    package var mismatch: Mismatch?
    /// The outcome's detail: the reason of a known difference, or the error.
    package var detail: Untrusted?
    /// The party's objection to the control setup, if it did not accept it.
    package var control: Untrusted?
    /// The weakness of a party that accepts where a correct client rejects.
    package var weakness: Weakness?
    /// The folder of what was kept, relative to the working directory.
    package var evidence: String?
    /// In microseconds.
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

/// The required decision, in the words of scenario files.
package struct ExpectationRecord: Hashable, Sendable {
    /// Something asserted beside the verdict.
    package struct Observation: Hashable, Sendable {
        /// One of `Expectation.observations`, and its value as text.
        package var key, value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// Nil for an accept; else any of these reason words will do.
    package var reasons: [String]?
    /// Assertions beside the verdict, in the order of `Expectation.observations`.
    package var observations: [Observation]

    package init(reasons: [String]?, observations: [Observation] = []) {
        self.reasons = reasons
        self.observations = observations
    }
}

/// The last line.
package struct SummaryRecord: Hashable, Sendable {
    /// The number of judgements with each outcome.
    package var tally: Tally
    /// A signal ended the run.
    package var wasInterrupted: Bool
    /// In microseconds.
    package var elapsed: Int

    package init(tally: Tally, wasInterrupted: Bool, elapsed: Int) {
        self.tally = tally
        self.wasInterrupted = wasInterrupted
        self.elapsed = elapsed
    }
}
