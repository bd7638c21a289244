import Subprocess
import Surroundings
import Synchronization

/// The output of a run of libFuzzer with `-fork`, read while it runs.
final class ForkOutput: Sendable {
    private struct State {
        var ledger = JobLedger()
        var folder: String?
        var hasEnded = false
        var last: [String] = []
    }

    private let state = Mutex(State())

    /// Takes in everything up to the end.
    func read(_ output: SubprocessOutputSequence) async throws {
        defer { state.withLock { $0.hasEnded = true } }
        for try await line in output.strings(bufferingPolicy: .unbounded) {
            state.withLock { state in
                state.last = state.last.suffix(19) + [line]
                switch FuzzerLine(line) {
                case .job(let end)?: state.ledger.take(end)
                case .working(let folder)?: state.folder = folder
                default: break
                }
            }
        }
    }

    /// Whether libFuzzer has ended, by itself or not.
    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// The last lines.
    var last: [String] { state.withLock(\.last) }

    /// Where the jobs are; nil until the corpus has been read.
    var folder: String? { state.withLock(\.folder) }

    /// The work so far, including the logs of jobs that are still running.
    func ledger() -> JobLedger {
        let logs = self.logs()
        return state.withLock { state in
            for (job, tail) in logs { state.ledger.take(log: tail, of: job) }
            return state.ledger
        }
    }

    /// Asks this job and all later ones to end: a job stops if this file is not empty.
    func stop() throws(Failure) {
        guard let folder else { return }
        try Files.write([1], to: "\(folder)/STOP")
    }

    /// Whether every job that runs has said its final word.
    var isQuiet: Bool {
        logs().allSatisfy { $0.tail.contains("stat::number_of_executed_units") }
    }

    /// The ends of the logs of jobs that were not taken in.
    private func logs() -> [(job: Int, tail: String)] {
        guard let folder, let names = try? Files.entries(of: folder) else { return [] }
        return names.compactMap { name in
            guard name.hasSuffix(".log"), let job = Int(name.dropLast(4)) else { return nil }
            // The file goes when its job is taken in.
            guard let tail = try? Files.readEnd(of: "\(folder)/\(name)", count: 16_384) else {
                return nil
            }
            return (job, String(decoding: tail, as: UTF8.self))
        }
    }
}
