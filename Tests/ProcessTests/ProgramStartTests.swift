import CommandWorkshop
import Foundation
import Testing

@testable import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Programs that start", .blocking)
struct ProgramStartTests {
    @Test func `a program has the given environment and inherits nothing else`() throws {
        let end = try ProgramInvocation(
            ["env"],
            environment: ["PATH": "/usr/bin:/bin", "HATPIN_NAME": "a b"],
            workingDirectory: "/"
        ).run(until: .now + .seconds(20))
        #expect(
            String(decoding: end.standardOutput, as: UTF8.self)
                == "HATPIN_NAME=a b\nPATH=/usr/bin:/bin\n"
        )
    }

    @Test(arguments: [
        ("the working directory is the given one", "pwd", "/usr\n"),
        ("descriptors of ours are closed", "ls /proc/self/fd | wc -l", "4\n"),
        ("the program has its own group", "ps -o pgid= $$ | grep -cx \" *$$\"", "1\n"),
        ("there is no terminal", "(: </dev/tty) 2>/dev/null; echo $?", "2\n"),
        ("signals have their default", "grep -E 'Sig(Blk|Ign)' /proc/self/status", Self.noSignals),
        ("memory is limited", "ulimit -v", "1048576\n"),
    ])
    func `a program inherits no descriptors, terminal, process group or signal settings`(
        name: String,
        script: String,
        output: String
    ) throws {
        let end = try ProgramInvocation(
            ["sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/usr",
            memoryLimit: 1 << 30
        ).run(until: .now + .seconds(20))
        #expect(String(decoding: end.standardOutput, as: UTF8.self) == output, "\(name)")
    }

    private static let noSignals = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"

    @Test func `passes words unchanged`() throws {
        let words = ["printf", "%s|", "a b", "", "'\"\\$x", "ü"]
        let end = try ProgramInvocation(
            words,
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/"
        ).run(until: .now + .seconds(20))
        #expect(String(decoding: end.standardOutput, as: UTF8.self) == "a b||'\"\\$x|ü|")
    }

    @Test(arguments: [(EMFILE, true), (ENFILE, true), (EPERM, false)])
    func `of all start errors, only the error for too few descriptors names the limit`(
        errno: CInt,
        isNamed: Bool
    ) {
        let error = ProgramError.system(call: "pidfd_open", errno: errno)
        #expect((error.help == "raise the limit on open files, as in: ulimit -n 1024") == isNamed)
    }

    @Test func `a program that cannot start is an error`() throws {
        let workshop = try Workshop([
            "plain": "no program", "folder/file": "", "lost": "#!/no/such/interpreter\n",
            "own-script": "#!/bin/sh\nexit 7\n",
        ])
        // The workshop makes a file executable only if its first line names an interpreter.
        #expect(workshop.shell("cp plain text && chmod +x text").exit == 0)
        let folder = workshop.folder
        let faults: [([String], ProgramError)] = [
            ([], .noWords),
            ([""], .notFound("", path: "/bin:.")),
            (["no-such-program"], .notFound("no-such-program", path: "/bin:.")),
            (["plain"], .notExecutable("\(folder)/./plain")),
            (["./plain"], .notExecutable("\(folder)/./plain")),
            (["./missing"], .missing("\(folder)/./missing")),
            (["\(folder)/folder"], .isFolder("\(folder)/folder")),
            (["./text"], .wrongFormat("\(folder)/./text")),
            (["./lost"], .missingInterpreter("\(folder)/./lost")),
            (["sh", "a\0b"], .nullCharacter("a\0b")),
        ]
        for (words, fault) in faults {
            #expect(throws: fault, "\(words)") { try start(words, in: folder) }
        }
        #expect(try start(["own-script"], in: folder).cause == .exited(7))
        #expect(throws: ProgramError.workingDirectory("/no", errno: 2)) {
            try start(["sh"], in: "/no")
        }
    }

    @Test func `a program that is still being written starts after the writer has closed the file`()
        throws
    {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/program"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        let text = "#!/bin/sh\nexit 7\n"
        #expect(write(file, text, text.utf8.count) == text.utf8.count)
        // Use a separate thread: blocking tests may hold all threads of the queues.
        Thread.detachNewThread {
            usleep(50_000)
            close(file)
        }
        #expect(try start(["./program"], in: folder.path).cause == .exited(7))
    }

    private func start(_ words: [String], in folder: String) throws -> ProgramEnd {
        try ProgramInvocation(
            words,
            environment: ["PATH": "/bin:."],
            workingDirectory: folder
        ).run(until: .now + .seconds(20))
    }
}
