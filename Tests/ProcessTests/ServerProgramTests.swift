import CommandWorkshop
import Foundation
import Testing

@testable import Process

@Suite("Programs that run until they are ended", .blocking)
struct ServerProgramTests {
    @Test func `the log keeps the end of what a program writes at once`() throws {
        let script = "head -c 900000 /dev/zero | tr '\\0' x; echo; echo last; sleep 60"
        let program = try ServerProgram(
            ProgramInvocation(
                ["sh", "-c", script],
                environment: ["PATH": "/usr/bin:/bin"],
                workingDirectory: "/"
            )
        )
        defer { program.end() }
        let deadline = ContinuousClock.now + .seconds(20)
        while deadline > .now, program.written != 900_006 { usleep(1_000) }
        #expect(program.written == 900_006)
        let log = String(decoding: program.log(), as: UTF8.self)
        #expect(log.utf8.count == 65_536 && log.hasSuffix("x\nlast\n"))
    }
}
