import Basics
import Runner
import ScenarioFormat
import X509

/// The setups that `audit` and `compare` put before configurations, and how.
package struct SurveyRequest: Sendable {
    private let selection: SelectionRequest
    package let programs: AskedPrograms
    package let judging: Judging
    /// Whether programs are asked cases of class strict, too.
    package let isStrict: Bool
    /// Whether programs are asked the few cases alone that the suite has for a quick audit.
    package var isQuick = false
    /// Of standard error.
    private let colour: ColourChoice

    /// Each parameter is the property of its name.
    package init(
        _ selection: SelectionRequest,
        _ programs: AskedPrograms,
        _ judging: Judging,
        isStrict: Bool,
        colour: ColourChoice
    ) {
        (self.selection, self.programs, self.judging) = (selection, programs, judging)
        (self.isStrict, self.colour) = (isStrict, colour)
    }

    /// The programs among these parties, and the one after `--`.
    ///
    /// - Throws: usage and invalid scenario, where there is none of a name, its definition is wrong, or no
    ///   handshake would be put before it.
    package func clients(among parties: [String]) throws -> [NamedClient] {
        let clients = try programs.requested(among: parties)
        try judging.requireHandshakes(of: clients)
        return clients
    }

    /// Cases, and how a command ends that has done its work with them.
    package struct Cases: Sendable {
        package var scenarios: [Scenario] = []
        /// Invalid scenario, where files beside these are faulty.
        package var exit = Exit.success

        /// No cases, where none are needed.
        package static let none = Cases()
    }

    /// The cases whose setups are judged, in the order of their ids; those of class strict are left out
    /// where programs face them, unless they are asked for.
    ///
    /// - Throws: invalid scenario, where no sound file is left; nothing selected.
    package func cases(before clients: [NamedClient] = []) async throws -> Cases {
        let library = try await selection.library()
        try library.requireScenarios(colour)
        // A party that a case fixes is no matter: its setup counts.
        var cases = try selection.chosen(from: library).map(\.scenario)
        if isQuick { cases = try quick(among: cases, of: library.roots) }
        let asked =
            isStrict || clients.isEmpty
            ? cases : try StrictCases.asked(of: cases) { $0.class == .strict }
        return Cases(scenarios: asked, exit: library.exit())
    }

    /// The cases that suites name in their files for quick audits, one a line.
    ///
    /// - Throws: nothing selected, where there is no such file, or none of its cases is among these.
    private func quick(among cases: [Scenario], of roots: [String]) throws(Failure) -> [Scenario] {
        let paths = roots.map { $0 + "/quick-audit.txt" }
        let shown = paths.map(Shown.escaped).joined(separator: ", ")
        let files = paths.filter(Environment.exists)
        guard !files.isEmpty else {
            throw Failure(
                .nothingSelected,
                "--quick: there is no \(shown)",
                help: "--builtin takes the scenarios that ship, which have one"
            )
        }
        var ids: Set<String> = []
        for file in files {
            let lines = String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n")
            ids.formUnion(lines.map(String.init))
        }
        let quick = cases.filter { ids.contains($0.id) }
        guard !quick.isEmpty else {
            throw Failure(.nothingSelected, "--quick: none of the cases of \(shown)")
        }
        return quick
    }

    /// The servers and what judges there, for a survey that begins at this instant.
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
