/// A line of libFuzzer's output that hatpin uses.
enum FuzzerLine: Hashable, Sendable {
    /// The number of coverage counters; a program without instrumentation has few.
    case counters(Int)
    /// The progress of a process.
    case pulse(Pulse)
    /// An input that breaks the target was written to this file.
    case artifact(path: String)
    /// One of the final statistics, with libFuzzer's name for it.
    case statistic(name: String, value: Int)

    /// The counts of one process.
    struct Pulse: Hashable, Sendable {
        /// The number of inputs tried so far.
        let executions: Int
        /// The number of coverage counters that were reached; 0 before the first input.
        let coverage: Int
        /// The number of inputs in the corpus of the process.
        let corpus: Int
        /// The memory use of the process, in MB.
        let memory: Int
    }

    /// Parses a line; returns nil for any other line.
    init?(_ line: some StringProtocol) {
        if line.hasPrefix("#") {
            self.init(numbered: line.split { $0 == " " || $0 == "\t" })
        } else if line.hasPrefix("stat::") {
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Int(words[1]), words[0].hasSuffix(":") else {
                return nil
            }
            self = .statistic(name: String(words[0].dropFirst(6).dropLast()), value: value)
        } else if line.hasPrefix("INFO: Loaded ") {
            let words = line.split(separator: " ")
            guard words.contains("inline"), let count = words.first(where: { $0.hasPrefix("(") }),
                let counters = Int(count.dropFirst())
            else { return nil }
            self = .counters(counters)
        } else if let mark = line.firstRange(of: "Test unit written to ") {
            self = .artifact(path: String(line[mark.upperBound...]))
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
        guard let memory = number(after: "rss:") else { return nil }
        self = .pulse(
            Pulse(
                executions: executions,
                coverage: number(after: "cov:") ?? 0,
                corpus: number(after: "corp:") ?? 0,
                memory: memory
            )
        )
    }
}
