import Campaigns
import Subprocess
import Synchronization
import SystemPackage

/// One run of the peer process.
final class PeerSession: Sendable {
    /// The program's answers to a batch of questions.
    struct Reply: Sendable {
        /// The answers before the first unanswered question, in the order of the questions.
        var verdicts: [ChainVerdict] = []
        /// The fault at the first unanswered question, or nil if all questions were answered.
        var fault: String?
        /// Whether the program printed more lines than there were questions, so that its answers
        /// cannot be assigned.
        var hasExtraOutput = false
    }

    private struct Request: Sendable {
        let questions: [[UInt8]]
        let reply: CheckedContinuation<Reply, Never>
    }

    private let requests: AsyncStream<Request>.Continuation
    private let hello: AsyncStream<String>
    private let run: Task<Void, Never>
    private let asked = Atomic(0)

    /// - Parameters:
    ///   - path: the path of the program.
    ///   - patience: the time limit for the program's greeting, and for each answer.
    init(_ path: String, _ patience: Duration) {
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        let (hello, greeter) = AsyncStream.makeStream(of: String.self)
        (self.requests, self.hello) = (requests, hello)
        run = Task {
            _ = try? await Subprocess.run(
                .path(FilePath(path)),
                platformOptions: .ownGroup,
                input: .inputWriter,
                output: .sequence,
                error: .discarded
            ) { execution in
                // The process is killed when this scope ends, even if it ignores the end of its
                // input.
                defer { execution.killGroup() }
                var lines = PeerLines(execution.standardOutput)
                let watch = PeerWatch(patience)
                let watcher = Task { await watch.wait { execution.killGroup() } }
                defer { watcher.cancel() }
                guard let name = await lines.next() else { return }
                watch.rest()
                greeter.yield(name)
                for await request in stream {
                    let reply = await withTaskGroup(of: Void.self) { group in
                        watch.begin()
                        group.addTask {
                            let all = Array(request.questions.joined())
                            _ = try? await execution.standardInputWriter.write(all)
                        }
                        let reply = await lines.reply(to: request.questions.count, watch)
                        // A process that stops reading would block the write forever.
                        if reply.fault != nil { execution.killGroup() }
                        await group.waitForAll()
                        watch.rest()
                        return reply
                    }
                    request.reply.resume(returning: reply)
                    guard reply.fault == nil else { return }
                }
            }
            greeter.finish()
            requests.finish()
            // Questions after the exit of the process get no answer.
            for await request in stream {
                request.reply.resume(returning: Reply(fault: "no answer"))
            }
        }
    }

    deinit { requests.finish() }

    /// The program's first line, or nil if the program exited or was silent instead.
    var greeting: String? {
        get async { await hello.first { _ in true } }
    }

    /// Whether the process has received at most one batch of questions.
    var isFresh: Bool { asked.load(ordering: .relaxed) <= 1 }

    /// Returns the answers to questions; each question is a line.
    func answers(to questions: [[UInt8]]) async -> Reply {
        asked.add(1, ordering: .relaxed)
        return await withCheckedContinuation { reply in
            let request = Request(questions: questions, reply: reply)
            if case .terminated = requests.yield(request) {
                reply.resume(returning: Reply(fault: "no answer"))
            }
        }
    }
}

/// Ends a peer that is silent for too long after a question.
private final class PeerWatch: Sendable {
    private let patience: Duration
    /// The deadline, or nil while there is no question.
    private let deadline: Mutex<ContinuousClock.Instant?>

    init(_ patience: Duration) {
        self.patience = patience
        deadline = Mutex(.now + patience)
    }

    /// Restarts the time limit, after a question was sent, or after an answer that leaves other
    /// questions unanswered.
    func begin() { deadline.withLock { $0 = .now + patience } }

    /// Stops the time limit, because every question is answered.
    func rest() { deadline.withLock { $0 = nil } }

    /// Waits until the task is cancelled, or ends the peer when the time limit is over.
    func wait(_ end: @Sendable () -> Void) async {
        // If the deadline moved during the sleep, the loop sleeps again, until the new deadline.
        while (try? await Task.sleep(until: next)) != nil {
            guard let due = deadline.withLock({ $0 }), due <= .now else { continue }
            return end()
        }
    }

    private var next: ContinuousClock.Instant {
        deadline.withLock { $0 ?? .now + patience }
    }
}

/// The output of a peer, in lines.
private struct PeerLines {
    /// The largest length of an answer in bytes.
    private static let longest = 65_536

    private var buffers: SubprocessOutputSequence.Iterator
    private var rest: [UInt8] = []

    init(_ output: SubprocessOutputSequence) {
        buffers = output.makeAsyncIterator()
    }

    /// Returns the next line, or nil at the end of the output and for a line that is too long.
    mutating func next() async -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeFirst(end + 1)
                return line
            }
            guard rest.count <= Self.longest, let buffer = try? await buffers.next()
            else { return nil }
            rest += buffer.withUnsafeBytes { Array($0) }
        }
    }

    /// Reads the answers to this number of questions.
    mutating func reply(to count: Int, _ watch: PeerWatch) async -> PeerSession.Reply {
        var reply = PeerSession.Reply()
        while reply.verdicts.count < count {
            guard let line = await next() else {
                reply.fault = "no answer"
                return reply
            }
            guard let verdict = PeerLine.verdict(line) else {
                reply.fault = "no answer: \(line.prefix(80))"
                return reply
            }
            reply.verdicts.append(verdict)
            watch.begin()
        }
        guard rest.isEmpty else {
            return PeerSession.Reply(fault: "more lines than questions", hasExtraOutput: true)
        }
        return reply
    }
}
