import Basics
import Runner
import ScenarioFormat
import X509

/// The setups with which `audit` and `compare` test configurations, and how they are run.
package struct SurveyRequest: Sendable {
    let selection: SelectionRequest
    let programs: ProgramOptions
    let judging: JudgingOptions
    /// Whether programs also get the cases of class strict.
    let strictness: StrictnessOptions
    /// Whether only the few cases run that the suite lists for a quick audit.
    package var isQuick = false
    /// The colours of standard error.
    let colour: ColourChoice

    /// Returns the programs among these parties, and the program after `--`.
    ///
    /// - Throws: a `usage` or `invalidScenario` failure for an unknown name, for a definition with
    ///   mistakes, or for a program together with `--chain-only`.
    package func clients(among parties: [String]) throws -> [NamedClient] {
        let clients = try programs.requested(among: parties, colour)
        try judging.requireHandshakes(of: clients)
        return clients
    }

    /// The cases of a command, and its exit code if it succeeds.
    package struct Cases: Sendable {
        package var scenarios: [Scenario] = []
        /// The exit code: `invalidScenario` if files outside the selection have mistakes.
        package var exit = Exit.success

        /// No cases, for a command that needs no case.
        package static let none = Cases()
    }

    /// Returns the selected cases, in the order of their ids.
    ///
    /// Programs get the cases of class strict only on request.
    ///
    /// - Throws: an `invalidScenario` failure if no valid file is left; a `nothingSelected`
    ///   failure if no case is selected.
    package func cases(before clients: [NamedClient] = []) async throws -> Cases {
        let library = try await selection.library()
        try library.requireScenarios(colour)
        // Only the setup of a case is used, so a party that the case names does not matter.
        var cases = try selection.chosen(from: library).map(\.scenario)
        if isQuick { cases = try quick(among: cases, of: library.roots) }
        let asked =
            clients.isEmpty ? cases : try strictness.asked(cases) { $0.class == .strict }
        return Cases(scenarios: asked, exit: library.exit())
    }

    /// Returns the cases that the suites list in their files for quick audits, which have one case
    /// per line.
    ///
    /// - Throws: a `nothingSelected` failure if there is no such file, or none of the file's cases
    ///   is selected.
    private func quick(among cases: [Scenario], of roots: [String]) throws(Failure) -> [Scenario] {
        let paths = roots.map { $0 + "/quick-audit.txt" }
        let shown = paths.map(Shown.escaped).joined(separator: ", ")
        let files = paths.filter(Files.exists)
        guard !files.isEmpty else {
            throw Failure(
                .nothingSelected,
                "--quick: there is no \(shown)",
                help: "use --builtin: the built-in scenarios have one"
            )
        }
        var ids: Set<String> = []
        for file in files {
            let lines = String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n")
            ids.formUnion(lines.map(String.init))
        }
        let quick = cases.filter { ids.contains($0.id) }
        guard !quick.isEmpty else {
            throw Failure(.nothingSelected, "--quick: no case of \(shown) is selected")
        }
        return quick
    }

    /// Returns the survey that starts at this time, with its servers and settings.
    package func survey(at started: Instant, hasPrograms: Bool) throws(Failure) -> Survey {
        do {
            let options = judging.options(
                at: started,
                hasPrograms: hasPrograms,
                deadline: programs.deadline
            )
            return try Survey(options: options)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }
}
