import Testing

@testable import ScenarioFormat

/// Files in which no fault is looked for.
struct KnownFilesTests {
    @Test(
        "faults are looked for where a file or one of its bases is not known",
        arguments: [
            (known: ["a.yaml", "deep/b.yaml"], faulty: []),
            (known: ["a.yaml"], faulty: ["deep/b.yaml"]),
            (known: ["deep/b.yaml"], faulty: ["a.yaml", "deep/b.yaml"]),
            (known: [], faulty: ["a.yaml", "deep/b.yaml"]),
        ] as [(known: [String], faulty: [String])]
    )
    func faults(known: [String], faulty: [String]) async throws {
        // A rejection without sources.
        let text = "about: Something.\nleaf: { valid: -90d..-1d }\nexpect: { reject: expired }\n"
        let fixture = try Fixture([
            "a.yaml": "scenario: a\n" + text,
            "deep/b.yaml": "scenario: b\nbase: a\n" + text,
        ])
        let library = await ScenarioLibrary.load([fixture.folder]) { path, _ in
            known.contains(path)
        }
        let files = faulty.map { fixture.folder + "/" + $0 }
        #expect(Set(library.diagnostics.map(\.file)) == Set(files))
    }

    @Test("a known file is read from its bytes")
    func bytes() async throws {
        let text = "scenario: a\nabout: Something.\nexpect: accept\n"
        let fixture = try Fixture(["a.yaml": text])
        let library = await ScenarioLibrary.load([fixture.folder]) { _, bytes in
            bytes == Array(text.utf8)
        }
        #expect(library.scenarios.map(\.setup) == [.standard])
        #expect(library.scenarios.map(\.control) == [nil])
    }
}
