import Basics
import Reports

/// A job: a sequence of libFuzzer processes, since an input that breaks the target ends a process.
struct Job: Hashable, Sendable {
    let kind: JobKind
    let number: Int
}

/// The work of all jobs of one target, as their processes report it.
struct JobLedger: Hashable, Sendable {
    /// The number of inputs that exited processes tried, by kind of job.
    private var ended: [JobKind: Int] = [:]
    /// The number of inputs that running processes have tried so far.
    private var running: [Job: Int] = [:]
    /// The largest coverage that one process reported.
    private(set) var coverage = 0
    /// The largest number of inputs in the corpus of one process.
    private(set) var corpus = 0
    /// The largest memory use that one process reported, in MB.
    private(set) var peakMemory = 0

    /// The number of inputs tried so far.
    var executions: Int {
        JobKind.allCases.reduce(0) { $0.addingSaturated(executions(of: $1)) }
    }

    /// Returns the number of inputs that jobs of this kind have tried so far.
    func executions(of kind: JobKind) -> Int {
        running.reduce(ended[kind] ?? 0) { sum, entry in
            entry.key.kind == kind ? sum.addingSaturated(entry.value) : sum
        }
    }

    /// Processes the output of this job's process.
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

    /// Records that the job's process exited.
    mutating func end(_ job: Job) {
        let executions = running.removeValue(forKey: job) ?? 0
        ended[job.kind] = (ended[job.kind] ?? 0).addingSaturated(executions)
    }
}
