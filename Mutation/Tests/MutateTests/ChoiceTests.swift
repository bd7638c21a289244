import Foundation
import Mutator
import Testing

@testable import Mutate

/// Mutated code, compiled and run with each of its mutants.
struct ChoiceTests {
    private static let text = """
        func late() throws -> Bool { true }
        func guarded(_ a: Int) -> String {
            guard a != 1 else { return "one" }
            if let b = Int("2"), a == b { return "two" }
            return "none"
        }
        let (a, b, c, d) = (1, UInt8(3), Double(3), 256)
        print(a < 1, a <= 1, a > 1, a >= 1, b < d, c < 3, "a" < "b")
        print(a == 1, try a != 1 || late(), try a == 1 && late())
        print(guarded(1), guarded(2), guarded(3))
        print(a + 1, b + 1, c + 1)

        """

    /// The outputs of the mutants by their changes; the output without a mutant has an empty key.
    private static func outputs() async throws -> [String: [String]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = MutatedFile(path: "main.swift", text: text)
        let files = [
            "main.swift": file.mutated(from: 0),
            ChoiceFile.name: ChoiceFile.text(count: file.mutants.count),
        ]
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let arguments = ["swiftc", "-package-name", "a", "-o", "program"] + files.keys.sorted()
        let build = try await Shell.run("/usr/bin/env", arguments, in: folder)
        try #require(build.status == 0, "\(build.output)")
        var outputs: [String: [String]] = [:]
        for number in -1..<file.mutants.count {
            let state = folder.appending(path: "state")
            try Data(ChoiceFile.state(number, of: file.mutants.count)).write(to: state)
            let run = try await Shell.run(
                folder.appending(path: "program").path,
                [],
                in: folder,
                environment: [ChoiceFile.stateVariable: state.path]
            )
            let mutant = number < 0 ? nil : file.mutants[number]
            let name = mutant.map { "\($0.original) → \($0.mutated)" } ?? ""
            outputs[name, default: []] += run.output.split(separator: "\n").map(String.init)
        }
        return outputs
    }

    private static let usual = [
        "false true false true true false true", "true true true", "one two none", "2 4 4.0",
    ]

    @Test func `runs the mutant that the environment names`() async throws {
        let outputs = try await Self.outputs()
        #expect(outputs[""] == Self.usual)
        func line(_ index: Int, of change: String, _ expected: String) {
            var lines = Self.usual
            lines[index] = expected
            #expect(outputs[change] == lines, "\(change)")
        }
        line(0, of: "a < 1 → a >= 1", "true true false true true false true")
        line(0, of: "a < 1 → a < 2", "true true false true true false true")
        line(0, of: "b < d → b >= d", "false true false true false false true")
        line(0, of: "c < 3 → c <= 3", "false true false true true true true")
        line(0, of: #""a" < "b" → "a" >= "b""#, "false true false true true false false")
        line(1, of: "a == 1 && late() → a == 1 || late()", "true true true")
        line(1, of: "a != 1 || late() → a != 1 && late()", "true false true")
        line(2, of: "guard a != 1 → guard true", "none two none")
        line(2, of: #"if let b = Int("2"), a == b → if false"#, "one none none")
        line(3, of: "a + 1 → a + 2", "3 4 4.0")
        line(3, of: "c + 1 → c + 2", "2 4 5.0")
    }

    @Test func `records the places that a process evaluates`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text =
            "let a = CommandLine.arguments.count\nif a == 1 { print(a + 5) } else { print(a + 7) }\n"
        let file = MutatedFile(path: "main.swift", text: text)
        let count = file.mutants.count
        try Data(file.mutated(from: 0).utf8).write(to: folder.appending(path: "main.swift"))
        try Data(ChoiceFile.text(count: count).utf8)
            .write(to: folder.appending(path: ChoiceFile.name))
        let state = folder.appending(path: "state")
        try Data(ChoiceFile.state(-1, of: count)).write(to: state)
        let build = [
            "swiftc", "-package-name", "a", "-o", "program", "main.swift", ChoiceFile.name,
        ]
        #expect(try await Shell.run("/usr/bin/env", build, in: folder).status == 0)
        let run = try await Shell.run(
            folder.appending(path: "program").path,
            [],
            in: folder,
            environment: [ChoiceFile.stateVariable: state.path]
        )
        #expect(run.output == "6\n")
        let reached = ChoiceFile.reached(in: try Data(contentsOf: state))
        let names = zip(file.mutants, reached).filter { $0.1 != 0 }.map(\.0.mutated)
        #expect(names == ["a != 1", "a == 2", "a + 6"])
    }
}
