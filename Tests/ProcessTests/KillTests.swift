import CommandWorkshop
import Testing

@testable import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A second copy of this test process, for one test that is enabled only there, to be killed.
enum Victim {
    private static let variable = "HATPIN_TEST_VICTIM"

    /// The folder for the victim; nil in the process of all tests.
    static var folder: String? {
        getenv(variable).map { String(cString: $0) }
    }

    /// Runs the victim's test whose name contains `name`.
    static func run(_ name: String, in folder: String) throws -> ProgramInvocation {
        let environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", variable: folder]
        let libraries = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH": String(cString: $0)] }
        return ProgramInvocation(
            [
                CommandLine.arguments[0], "--testing-library", "swift-testing",
                "--filter", "ProcessTests.*\(name)",
            ],
            environment: environment.merging(libraries ?? [:]) { first, _ in first },
            workingDirectory: folder
        )
    }
}

@Suite("Programs of a process that is killed", .blocking)
struct KillTests {
    // The children and grandchildren write their process numbers. One of them ignores all signals,
    // and one is in another group.
    private static let script = """
        echo $$ >> pids
        (trap '' TERM INT HUP; echo running >> pids; exec sleep 60) &
        echo $! >> pids
        sleep 60
        """
    /// The same script, which also starts a daemon.
    private static let daemonScript = "setsid sh -c 'echo $$ >> pids; exec sleep 60' &\n" + script

    @Test(.enabled(if: Victim.folder != nil))
    func victimWithPrograms() async throws {
        try await Self.runPrograms(Self.script)
    }

    @Test(.enabled(if: Victim.folder != nil))
    func victimInNamespaceWithPrograms() async throws {
        if !RunNamespace.isInside { try RunNamespace.enter() }
        try RunNamespace.open()
        try await Self.runPrograms(Self.daemonScript)
    }

    private static func runPrograms(_ script: String) async throws {
        let folder = try #require(Victim.folder)
        await withTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    _ = try? ProgramInvocation(
                        ["sh", "-c", script],
                        environment: ["PATH": "/usr/bin:/bin"],
                        workingDirectory: folder
                    ).run(until: .now + .seconds(60))
                }
            }
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGINT])
    func `if a process is killed, all programs that the process started end`(signal: CInt) throws {
        try end("victimWithPrograms", with: 9, by: signal)
    }

    @Test(.enabled(if: RunNamespace.refusal == nil), arguments: [SIGKILL, SIGTERM, SIGINT])
    func `if a process is killed, all programs in its namespace end`(signal: CInt) throws {
        try end("victimInNamespaceWithPrograms", with: 12, by: signal)
    }

    private func end(_ name: String, with processes: Int, by signal: CInt) throws {
        let files = try TemporaryFolder()
        var victim = try RunningProgram(try Victim.run(name, in: files.path))
        #expect(eventually { Self.pids(in: files).count == processes })
        #expect(Self.pids(in: files).contains(where: Self.isAlive))
        victim.send(signal)
        #expect(eventually { !Self.pids(in: files).contains(where: Self.isAlive) })
        #expect(victim.end() == .signalled(signal))
    }

    private static func pids(in files: TemporaryFolder) -> [String] {
        guard let file = fopen("\(files.path)/pids", "r") else { return [] }
        defer { fclose(file) }
        var text: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func isAlive(_ text: String) -> Bool {
        pid_t(text).map { kill($0, 0) == 0 } ?? false
    }
}

/// Waits for at most ten seconds.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<500 {
        if condition() { return true }
        usleep(20_000)
    }
    return false
}
