import CommandWorkshop
import Testing

@testable import Programs

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Programs that leave processes behind in sessions of their own.
@Suite("Daemons of programs", .blocking)
struct OrphanTests {
    /// Ways by which a process leaves its program's group.
    private static let daemons = [
        "setsid sh -c 'echo $$ >> pids; exec sleep 60' &",
        "(setsid sh -c 'echo $$ >> pids; exec sleep 60' &)",
        "setsid sh -c 'setsid sh -c \"echo \\$\\$ >> pids; exec sleep 60\" & exit' &",
        "setsid sh -c 'trap \"\" TERM HUP; sleep 60 & echo $! >> pids; wait' &",
    ]

    @Test(arguments: daemons)
    func `a daemon ends with its program`(daemon: String) throws {
        let files = try TemporaryFolder()
        let end = try Self.program(daemon + "\n" + Self.awaitPIDs, in: files.path)
            .run(until: .now + .seconds(30))
        #expect(end.cause == .exited(0))
        let pids = Self.pids(in: files)
        #expect(!pids.isEmpty)
        // Killed, and reaped as well: an unreaped one would still be there.
        #expect(pids.allSatisfy { kill($0, 0) == -1 && errno == ESRCH })
    }

    @Test func `the daemon of a program that runs is left alone`() throws {
        let (files, others) = (try TemporaryFolder(), try TemporaryFolder())
        var program = try RunningProgram(
            Self.program(Self.daemons[0] + "\nsleep 60", in: files.path)
        )
        while Self.pids(in: files).isEmpty { usleep(20_000) }
        let other = try Self.program("true", in: others.path).run(until: .now + .seconds(30))
        #expect(other.cause == .exited(0))
        #expect(Self.pids(in: files).allSatisfy { kill($0, 0) == 0 })
        _ = program.end()
        #expect(Self.pids(in: files).allSatisfy { kill($0, 0) == -1 })
    }

    private static let awaitPIDs = "while ! [ -s pids ]; do sleep 0.02; done"

    private static func program(_ script: String, in folder: String) -> ProgramInvocation {
        ProgramInvocation(
            ["sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder],
            workingDirectory: folder
        )
    }

    private static func pids(in files: TemporaryFolder) -> [pid_t] {
        guard let file = fopen("\(files.path)/pids", "r") else { return [] }
        defer { fclose(file) }
        var text: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { pid_t($0) }
    }
}
