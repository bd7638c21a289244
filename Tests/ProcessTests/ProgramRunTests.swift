import CommandWorkshop
import Testing

@testable import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Programs that run", .blocking)
struct ProgramRunTests {
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let cause: ProgramEnd.Cause
        var output = ""
        var error = ""
        var input: String?
        var deadline = Duration.seconds(20)
        /// The longest time that the program may take; far below the deadline for programs that end
        /// earlier.
        var limit = Duration.seconds(10)
    }

    static let examples = [
        Example(testDescription: "ends at once", script: "exit 0", cause: .exited(0)),
        Example(testDescription: "fails", script: "exit 60", cause: .exited(60)),
        Example(
            testDescription: "ends by a signal",
            script: "kill -SEGV $$",
            cause: .signalled(11)
        ),
        Example(
            testDescription: "writes to both streams",
            script: "echo out; echo err >&2",
            cause: .exited(0),
            output: "out\n",
            error: "err\n"
        ),
        Example(
            testDescription: "has nothing to read",
            script: "read line; echo $?",
            cause: .exited(0),
            output: "1\n"
        ),
        Example(
            testDescription: "reads its input, which stays open",
            script: "read line; echo $line; cat",
            cause: .timedOut,
            output: "hello\n",
            input: "hello\n",
            deadline: .milliseconds(300)
        ),
        Example(
            testDescription: "never ends",
            script: "sleep 600",
            cause: .timedOut,
            deadline: .milliseconds(200)
        ),
        Example(
            testDescription: "ignores SIGTERM",
            script: "trap '' TERM; echo ready; while :; do sleep 600; done",
            cause: .timedOut,
            output: "ready\n",
            deadline: .milliseconds(300)
        ),
        Example(
            testDescription: "handles SIGTERM and exits",
            script: "exec 2>/dev/null; trap 'echo bye; exit 3' TERM; while :; do sleep 0.01; done",
            cause: .timedOut,
            output: "bye\n",
            deadline: .milliseconds(300)
        ),
        Example(
            testDescription: "stops itself",
            script: "kill -STOP $$",
            cause: .timedOut,
            deadline: .milliseconds(200)
        ),
        Example(
            testDescription: "closes its output and continues",
            script: "exec >&- 2>&-; sleep 0.2; exit 5",
            cause: .exited(5)
        ),
        Example(
            testDescription: "leaves a child that holds its output",
            script: "sleep 600 & echo started",
            cause: .exited(0),
            output: "started\n"
        ),
        Example(
            testDescription: "leaves a daemon that holds its output",
            script: "setsid sleep 3 & sleep 0.1; echo started",
            cause: .exited(0),
            output: "started\n",
            limit: .seconds(2)
        ),
        Example(
            testDescription: "floods",
            script: "yes",
            cause: .flooded,
            output: String(repeating: "y\n", count: 32_768)
        ),
        Example(
            testDescription: "does not read its input",
            script: "sleep 0.2; exit 4",
            cause: .exited(4),
            input: String(repeating: "x", count: 1 << 20)
        ),
        Example(
            testDescription: "closes its input",
            script: "exec <&-; sleep 0.2; exit 4",
            cause: .exited(4),
            input: String(repeating: "x", count: 1 << 20)
        ),
    ]

    @Test(arguments: examples)
    func `a program ends for the expected cause, with its output`(example: Example) throws {
        let end = try shell(example.script, example.input).run(until: .now + example.deadline)
        #expect(end.cause == example.cause)
        #expect(String(decoding: end.standardOutput, as: UTF8.self) == example.output)
        #expect(String(decoding: end.standardError, as: UTF8.self) == example.error)
        #expect(end.elapsed < example.limit)
    }

    /// Each program starts a daemon of a daemon, which writes its process number.
    @Test
    func `the daemons of a program end with the program, and daemons of other programs continue`()
        throws
    {
        let other = try daemon(of: "other", isOwn: false)
        defer { kill(other, SIGKILL) }
        let own = try daemon(of: "own", isOwn: true)
        // Waits until the system's first process has reaped the daemon.
        #expect(eventually { kill(own, 0) == -1 })
        #expect(kill(other, 0) == 0)
    }

    private func daemon(of value: String, isOwn: Bool) throws -> pid_t {
        let script = """
            (setsid sh -c 'setsid sleep 60 >&- 2>&- & echo $!' &)
            read line
            """
        let end = try ProgramInvocation(
            ["sh", "-c", script + "; true"],
            environment: ["PATH": "/usr/bin:/bin", "MARK": value],
            ownVariable: isOwn ? "MARK" : nil,
            workingDirectory: "/",
            input: []
        ).run(until: .now + .seconds(1))
        return try #require(pid_t(String(decoding: end.standardOutput.dropLast(), as: UTF8.self)))
    }

    @Test func `a stop request ends a running program`() throws {
        let stop = try StopRequest()
        stop.send()
        let end = try shell("sleep 600").run(until: .now + .seconds(60), stop: stop)
        #expect(end.cause == .stopped)
        #expect(end.elapsed < .seconds(10))
    }

    @Test func `reads a megabyte from standard output and a megabyte from standard error`() throws {
        let end = try shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2")
            .run(until: .now + .seconds(30))
        #expect(end.cause == .exited(0))
        #expect(end.standardOutput.count == 65_536 && end.standardError.count == 65_536)
    }

    private func shell(_ script: String, _ input: String? = nil) -> ProgramInvocation {
        ProgramInvocation(
            ["sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/",
            input: input.map { Array($0.utf8) }
        )
    }
}
