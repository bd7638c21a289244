import Testing

@testable import ScenarioFormat

/// Files that are known to have no faults.
struct KnownFilesTests {
    @Test(
        arguments: [
            (known: ["a.yaml", "deep/b.yaml"], faulty: []),
            (known: ["a.yaml"], faulty: ["deep/b.yaml"]),
            (known: ["deep/b.yaml"], faulty: ["a.yaml", "deep/b.yaml"]),
            (known: [], faulty: ["a.yaml", "deep/b.yaml"]),
        ] as [(known: [String], faulty: [String])]
    )
    func `checks a file unless the file and its bases are known to have no faults`(
        known: [String],
        faulty: [String]
    ) async throws {
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

    @Test func `recognises a known file by its bytes`() async throws {
        let text = "scenario: a\nabout: Something.\nexpect: accept\n"
        let fixture = try Fixture(["a.yaml": text])
        let library = await ScenarioLibrary.load([fixture.folder]) { _, bytes in
            bytes == Array(text.utf8)
        }
        #expect(library.scenarios.map(\.setup) == [.standard])
        #expect(library.scenarios.map(\.control) == [nil])
    }
}
