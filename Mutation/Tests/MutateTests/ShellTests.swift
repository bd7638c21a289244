import Foundation
import Testing

@testable import Mutate

/// Programs that exit by themselves, and programs that are ended.
struct ShellTests {
    private func shell(
        _ script: String,
        input: String = "",
        limit: Int? = nil,
        watch: (Substring) async throws -> Bool = { _ in false }
    ) async throws -> Shell.Result {
        try await Shell.run(
            "/bin/sh",
            ["-c", script],
            in: FileManager.default.temporaryDirectory,
            input: input,
            limit: limit,
            watch: watch
        )
    }

    @Test func `passes the input, and returns the output and the errors`() async throws {
        let result = try await shell("cat; echo b >&2; exit 3", input: "a\n")
        #expect(result.status == 3)
        #expect(result.output == "a\nb\n")
    }

    @Test func `passes lines to the watcher as they arrive`() async throws {
        var lines: [String] = []
        let result = try await shell("echo a; sleep 0.2; echo b; printf c") { line in
            lines.append(String(line))
            return false
        }
        #expect(result.status == 0)
        #expect(lines == ["a", "b"])
    }

    @Test func `ends a program at a line`() async throws {
        let result = try await shell("echo a; echo b; exec sleep 60") { $0 == "b" }
        #expect(result.status == -1)
        #expect(result.output == "a\nb\n")
    }

    @Test func `ends a program at its limit, and reports a signal without a status`() async throws {
        let late = try await shell("exec sleep 60", limit: 1)
        #expect(late.status == -1 && late.isLate && late.signal == nil)
        let signalled = try await shell("kill -9 $$")
        #expect(signalled.status == -1 && !signalled.isLate && signalled.signal == SIGKILL)
        let timely = try await shell("sleep 0.1", limit: 60)
        #expect(timely.status == 0 && !timely.isLate && timely.signal == nil)
    }
}
