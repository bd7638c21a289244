import Surroundings

/// The work of all jobs of one target, including those that are running.
struct JobLedger: Hashable, Sendable {
    /// Inputs tried by jobs that libFuzzer has taken in.
    private var merged = 0
    /// Inputs tried by others, by the job's number: as its log says.
    private var pending: [Int: Int] = [:]
    private var takenIn: Set<Int> = []
    /// Edges of the program that were reached.
    private(set) var coverage = 0
    /// Edges with how often they were passed, and comparisons.
    private(set) var features = 0
    /// How many inputs the corpus and the seeds that add to it are.
    private(set) var corpus = 0
    /// The most memory that a job was seen to take, in MB.
    private(set) var peakMemory = 0

    /// Inputs tried so far.
    var executions: Int { pending.values.reduce(merged) { $0.addingSaturated($1) } }

    /// libFuzzer has taken in a job.
    mutating func take(_ end: FuzzerLine.JobEnd) {
        takenIn.insert(end.job)
        pending[end.job] = nil
        merged = end.executions
        (coverage, features, corpus) = (end.coverage, end.features, end.corpus)
    }

    /// A job's log ends like this; nothing where libFuzzer has taken the job in.
    mutating func take(log tail: some StringProtocol, of job: Int) {
        guard !takenIn.contains(job) else { return }
        for line in tail.split(separator: "\n") {
            switch FuzzerLine(line) {
            case .pulse(let executions, let memory)?:
                pending[job] = max(pending[job] ?? 0, executions)
                peakMemory = max(peakMemory, memory)
            case .statistic("number_of_executed_units", let executions)?:
                pending[job] = executions
            case .statistic("peak_rss_mb", let memory)?: peakMemory = max(peakMemory, memory)
            default: continue
            }
        }
    }
}
