import CommandWorkshop
import Testing

@testable import Process

@Suite("Programs that answer", .blocking)
struct WorkerProgramTests {
    /// Answers a word with the number of words so far, and misbehaves at some words.
    private static let script = """
        n=0
        while read -r word; do
            n=$((n + 1))
            case $word in
            crash) echo sorry >&2; kill -SEGV $$ ;;
            hang) sleep 60 ;;
            flood) tr '\\0' x </dev/zero ;;
            babble) printf 'one\\ntwo\\n'; continue ;;
            leave) echo $n; exit 0 ;;
            esac
            echo $n $word
        done
        """

    private func worker() -> WorkerProgram {
        WorkerProgram(
            ProgramInvocation(
                ["sh", "-c", Self.script],
                environment: ["PATH": "/usr/bin:/bin"],
                workingDirectory: "/"
            )
        )
    }

    private func ask(_ worker: WorkerProgram, _ word: String) throws(WorkerProgram.Fault) -> String
    {
        try worker.answer(to: word, until: .now + .seconds(word == "hang" ? 0.3 : 20))
    }

    @Test func `one worker process answers many questions`() throws {
        let worker = worker()
        for number in 1...200 { #expect(try ask(worker, "a b") == "\(number) a b") }
    }

    @Test(arguments: [
        ("crash", ProgramEnd.Cause.signalled(11)), ("hang", .timedOut), ("flood", .flooded),
        ("babble", .flooded),
    ])
    func `replaces a process that does not answer`(
        word: String,
        cause: ProgramEnd.Cause
    ) throws {
        let worker = worker()
        #expect(try ask(worker, "x") == "1 x")
        let fault = #expect(throws: WorkerProgram.Fault.self) { try ask(worker, word) }
        switch fault {
        case .ended(let end), .unanswered(let end):
            #expect(end.cause == cause)
            #expect(end.standardError == (word == "crash" ? Array("sorry\n".utf8) : []))
            #expect(end.elapsed < .seconds(10))
        default: Issue.record("\(String(describing: fault))")
        }
        #expect(try ask(worker, "y") == "1 y")
        #expect(try ask(worker, "z") == "2 z")
    }

    @Test func `replaces a process that has exited`() throws {
        let worker = worker()
        #expect(try ask(worker, "leave") == "1")
        // The process may be about to exit; then the question has no answer.
        let second = try? ask(worker, "x")
        #expect(second == nil || second == "1 x")
        #expect(try ask(worker, "y").hasSuffix(" y"))
    }

    @Test func `several threads share one worker process`() async {
        let worker = worker()
        let answers = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { (0..<25).map { _ in try? self.ask(worker, "x") } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(answers) == Set((1...100).map { "\($0) x" }))
    }

    @Test func `a stop request ends the wait for an answer`() throws {
        let stop = try StopRequest()
        stop.send()
        let fault = #expect(throws: WorkerProgram.Fault.self) {
            try worker().answer(to: "hang", until: .now + .seconds(20), stop: stop)
        }
        if case .unanswered(let end) = fault {
            #expect(end.cause == .stopped)
        } else {
            Issue.record("\(String(describing: fault))")
        }
    }

    @Test func `rejects a question of two lines and a program that cannot start`() {
        #expect(throws: WorkerProgram.Fault.question) { try ask(worker(), "a\nb") }
        let missing = WorkerProgram(
            ProgramInvocation(["/no/program"], environment: [:], workingDirectory: "/")
        )
        #expect(throws: WorkerProgram.Fault.start(.missing("/no/program"))) {
            try ask(missing, "x")
        }
    }
}
