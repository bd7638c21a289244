/// A line of libFuzzer's output, as far as there is use for it.
enum FuzzerLine: Hashable, Sendable {
    /// How many places of the program are counted; a program that was not instrumented has few.
    case counters(Int)
    /// The folder in which `-fork` keeps what its jobs write.
    case working(folder: String)
    /// A job of `-fork` has ended.
    case job(JobEnd)
    /// A process says how many inputs it has tried so far, and how much memory it takes, in MB.
    case pulse(executions: Int, memory: Int)
    /// One of the final statistics, in libFuzzer's word for it.
    case statistic(name: String, value: Int)

    /// The counts that `-fork` prints at the end of a job; all but its number cover all jobs.
    struct JobEnd: Hashable, Sendable {
        let executions: Int
        let coverage: Int
        let features: Int
        let corpus: Int
        /// Its number, counted from 1.
        let job: Int
    }

    /// Reads a line; nil where it says nothing of the above.
    init?(_ line: some StringProtocol) {
        let words = line.split { $0 == " " || $0 == "\t" }
        guard let first = words.first else { return nil }
        if first.hasPrefix("#") {
            self.init(numbered: words)
        } else if first.hasPrefix("stat::") {
            guard words.count == 2, let value = Int(words[1]), first.hasSuffix(":") else {
                return nil
            }
            self = .statistic(name: String(first.dropFirst(6).dropLast()), value: value)
        } else if line.hasPrefix("INFO: Loaded "), words.contains("inline") {
            guard let count = words.first(where: { $0.hasPrefix("(") }) else { return nil }
            guard let counters = Int(count.dropFirst()) else { return nil }
            self = .counters(counters)
        } else if line.hasPrefix("INFO: -fork="), let folder = Self.folder(in: line) {
            self = .working(folder: folder)
        } else {
            return nil
        }
    }

    private init?(numbered words: [some StringProtocol]) {
        guard let first = words.first,
            let executions = Int(first.dropFirst().prefix { $0.isWholeNumber })
        else { return nil }
        func number(after key: String) -> Int? {
            guard let index = words.firstIndex(where: { $0 == key }) else { return nil }
            let next = index + 1
            guard next < words.count else { return nil }
            return Int(words[next].prefix { $0.isWholeNumber })
        }
        if let job = number(after: "job:") {
            guard let coverage = number(after: "cov:"), let features = number(after: "ft:"),
                let corpus = number(after: "corp:")
            else { return nil }
            self = .job(
                JobEnd(
                    executions: executions,
                    coverage: coverage,
                    features: features,
                    corpus: corpus,
                    job: job
                )
            )
        } else {
            guard let memory = number(after: "rss:") else { return nil }
            self = .pulse(executions: executions, memory: memory)
        }
    }

    private static func folder(in line: some StringProtocol) -> String? {
        let mark = " starting to fuzz in "
        guard let range = line.firstRange(of: mark) else { return nil }
        return String(line[range.upperBound...])
    }
}
