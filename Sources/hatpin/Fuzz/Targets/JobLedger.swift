import Basics
import Reports

/// A job: processes of libFuzzer, one after another where an input ends one.
struct Job: Hashable, Sendable {
    let kind: JobKind
    let number: Int
}

/// The work of all jobs of one target, as their processes say.
struct JobLedger: Hashable, Sendable {
    /// Inputs tried by processes that have ended.
    private var ended: [JobKind: Int] = [:]
    /// Inputs tried so far by those that run.
    private var running: [Job: Int] = [:]
    /// The most places of the program that one process was seen to reach.
    private(set) var coverage = 0
    /// The most inputs that one process has.
    private(set) var corpus = 0
    /// The most memory that one process was seen to take, in MB.
    private(set) var peakMemory = 0

    /// Inputs tried so far.
    var executions: Int {
        JobKind.allCases.reduce(0) { $0.addingSaturated(executions(of: $1)) }
    }

    /// Inputs tried so far by jobs of this kind.
    func executions(of kind: JobKind) -> Int {
        running.reduce(ended[kind] ?? 0) { sum, entry in
            entry.key.kind == kind ? sum.addingSaturated(entry.value) : sum
        }
    }

    /// A process of this job says something.
    mutating func take(_ line: FuzzerLine, of job: Job) {
        switch line {
        case .pulse(let pulse):
            running[job] = pulse.executions
            coverage = max(coverage, pulse.coverage)
            corpus = max(corpus, pulse.corpus)
            peakMemory = max(peakMemory, pulse.memory)
        case .statistic("number_of_executed_units", let executions): running[job] = executions
        case .statistic("peak_rss_mb", let memory): peakMemory = max(peakMemory, memory)
        default: break
        }
    }

    /// The job's process has ended.
    mutating func end(_ job: Job) {
        let executions = running.removeValue(forKey: job) ?? 0
        ended[job.kind] = (ended[job.kind] ?? 0).addingSaturated(executions)
    }
}
