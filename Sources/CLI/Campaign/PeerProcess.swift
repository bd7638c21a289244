import Campaigns
import PKIX
import Subprocess
import Synchronization
import SystemPackage

/// A program that judges chains over a pipe: a line for each question, a line for each answer.
///
/// One that ends, or is silent for too long, has failed on the question that it did not answer; it
/// is started again for those behind.
actor PeerProcess: ChainJudge {
    /// What the program calls itself, with its version.
    let name: String

    private let path: String
    private let patience: Duration
    private var session: PeerSession

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - path: of the program.
    ///   - patience: how long it may take for a batch of questions.
    /// - Throws: where it does not start, or does not say who it is.
    init(_ path: String, patience: Duration = .seconds(60)) async throws(Failure) {
        self.path = path
        self.patience = patience
        session = PeerSession(path, patience)
        guard let name = await session.greeting else {
            throw Failure(
                .environment,
                "the peer '\(Shown.escaped(path))' does not start, or says no name",
                help: "script/peers builds those that come with Hatpin and prints their paths"
            )
        }
        self.name = name
    }

    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        let lines = worlds.map { PeerLine.question($0.question) }
        var verdicts: [ChainVerdict] = []
        while verdicts.count < lines.count {
            let rest = lines[verdicts.count...]
            let answers = await session.answers(to: Array(rest.joined()), count: rest.count)
            verdicts += answers.map(PeerLine.verdict)
            guard verdicts.count < lines.count else { break }
            // It may have ended before it was asked; a question is to blame only in a new process.
            if !answers.isEmpty || session.isFresh {
                verdicts.append(.failed("no answer"))
            }
            session = PeerSession(path, patience)
            _ = await session.greeting
        }
        return verdicts
    }
}

/// What crosses the pipe.
enum PeerLine {
    /// `SECONDS HOST ANCHORS CHAIN` and a line's end.
    static func question(_ question: ChainQuestion) -> [UInt8] {
        var line = Array("\(question.verifyDate.seconds) \(question.identity.host) ".utf8)
        append(question.anchors, to: &line)
        line.append(UInt8(ascii: " "))
        append(question.chain, to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func append(_ certificates: [[UInt8]], to line: inout [UInt8]) {
        if certificates.isEmpty { line.append(UInt8(ascii: "-")) }
        for (number, certificate) in certificates.enumerated() {
            if number > 0 { line.append(UInt8(ascii: ",")) }
            line += Base64.encode(certificate)
        }
    }

    /// `accept`, or `reject WORD words…`.
    static func verdict(_ line: String) -> ChainVerdict {
        let words = line.split(separator: " ", maxSplits: 2)
        switch words.first {
        case "accept": return .accept
        case "reject" where words.count > 1: return .reject(String(words[1]))
        default: return .failed("no answer: \(line.prefix(80))")
        }
    }
}

/// One life of a peer.
private final class PeerSession: Sendable {
    private struct Request: Sendable {
        let lines: [UInt8]
        let count: Int
        let reply: CheckedContinuation<[String], Never>
    }

    private let requests: AsyncStream<Request>.Continuation
    private let hello: AsyncStream<String>
    private let life: Task<Void, Never>
    private let asked = Atomic(0)

    init(_ path: String, _ patience: Duration) {
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        let (hello, greeter) = AsyncStream.makeStream(of: String.self)
        (self.requests, self.hello) = (requests, hello)
        life = Task {
            _ = try? await Subprocess.run(
                .path(FilePath(path)),
                platformOptions: .ownGroup,
                input: .inputWriter,
                output: .sequence,
                error: .discarded
            ) { execution in
                var lines = execution.standardOutput.strings().makeAsyncIterator()
                guard let name = try await lines.next() else { return }
                greeter.yield(name)
                for await request in stream {
                    var answers: [String] = []
                    await withTaskGroup(of: Void.self) { group in
                        group.addTask {
                            _ = try? await execution.standardInputWriter.write(request.lines)
                        }
                        group.addTask {
                            guard (try? await Task.sleep(for: patience)) != nil else { return }
                            try? execution.send(signal: .kill)
                        }
                        while answers.count < request.count, let line = try? await lines.next() {
                            answers.append(line)
                        }
                        group.cancelAll()
                    }
                    request.reply.resume(returning: answers)
                    guard answers.count == request.count else { return }
                }
            }
            greeter.finish()
            requests.finish()
            // Asked after the end: nobody answers.
            for await request in stream { request.reply.resume(returning: []) }
        }
    }

    deinit { requests.finish() }

    /// The first line; nil where the program ended before.
    var greeting: String? {
        get async { await hello.first { _ in true } }
    }

    /// Whether it was asked once at most.
    var isFresh: Bool { asked.load(ordering: .relaxed) <= 1 }

    /// The answers, fewer than `count` where the program ended or was ended.
    func answers(to lines: [UInt8], count: Int) async -> [String] {
        asked.add(1, ordering: .relaxed)
        return await withCheckedContinuation { reply in
            let request = Request(lines: lines, count: count, reply: reply)
            if case .terminated = requests.yield(request) { reply.resume(returning: []) }
        }
    }
}
