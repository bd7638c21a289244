import FuzzTargets
import ScenarioFormat

extension FuzzTarget {
    /// A text is read as scenarios, or rejected with diagnostics that point into it.
    ///
    /// Each scenario has its own ID and a line of the text. A document has a limited number of
    /// cases and diagnostics. The first scenario is written again and reads back unchanged. Only
    /// the text is read; the files that it names do not exist.
    public static let loadScenario = FuzzTarget("LoadScenario") { bytes in
        let name = fileName(of: bytes)
        let library = ScenarioLibrary(of: bytes, at: name, reachingFiles: false)
        let text = NumberedText(bytes)
        invariant(
            !library.isSound || !library.scenarios.isEmpty,
            "a text is neither scenarios nor rejected: \(library.diagnostics)"
        )
        for diagnostic in library.diagnostics {
            invariant(diagnostic.file == name, "a diagnostic names another file: \(diagnostic)")
            text.check(diagnostic)
        }
        check(library.scenarios, of: text)
        if library.isSound, let first = library.scenarios.first { checkWriting(of: first) }
        // The limits hold for each document, and a fuzzer's text has few documents.
        let documents = text.lines.count { $0.hasPrefix("---") } + 1
        invariant(
            library.diagnostics.count <= documents * 1_000
                && library.scenarios.count <= documents * ScenarioLibrary.maximumCases,
            "\(library.diagnostics.count) diagnostics, \(library.scenarios.count) scenarios"
        )
    }

    /// Returns the name that a file with this scenario must have; `text.yaml` for an invalid name.
    private static func fileName(of bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let name = line.dropFirst(10)
        // The characters are compared: compiling a regular expression for each input would take a
        // tenth of the time for the input.
        let isNamed =
            line.starts(with: "scenario: ".utf8) && (1...64).contains(name.count)
            && name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
        return (isNamed ? String(decoding: name, as: UTF8.self) : "text") + ".yaml"
    }

    private static func check(_ scenarios: [Scenario], of text: NumberedText) {
        var ids: Set<String> = []
        for scenario in scenarios {
            invariant(ids.insert(scenario.id).inserted, "a case ID is repeated: \(scenario.id)")
            invariant(
                text.lines.indices.contains(scenario.line - 1),
                "a case is outside the text: \(scenario.id)"
            )
            invariant(!scenario.setup.serve.isEmpty, "a case serves nothing: \(scenario.id)")
            invariant(!scenario.expectation.isEmpty, "a case expects nothing: \(scenario.id)")
        }
    }

    /// Requires that a written scenario reads back unchanged, unless it has steps before its setup,
    /// which are not written.
    private static func checkWriting(of scenario: Scenario) {
        guard scenario.setup.earlier.isEmpty else { return }
        let text: String
        do throws(UnwritableSetup) {
            text = try ScenarioText(scenario).draft()
        } catch {
            return invariant(false, "a scenario cannot be written: \(error)")
        }
        let library = ScenarioLibrary(
            of: Array(text.utf8),
            at: "it.yaml",
            reachingFiles: false
        )
        let errors = library.diagnostics.filter { $0.level == .error }
        guard errors.isEmpty, let read = library.scenarios.first else {
            return invariant(false, "a written scenario is rejected: \(errors)\n\(text)")
        }
        invariant(
            (read.setup, read.party, read.secure)
                == (scenario.setup, scenario.party, scenario.secure)
                && read.expectation.map(\.expectation) == scenario.ownRules.map(\.expectation),
            "a scenario has changed: \(scenario.setup.differences(from: read.setup))\n\(text)"
        )
    }
}
