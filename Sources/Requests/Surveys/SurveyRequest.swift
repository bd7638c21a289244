import CaseSelection
import ClientParties
import FileFormat
import PKIX
import Reports
import Runner
import Scenarios
import Surroundings

/// The worlds that `audit` and `compare` put before configurations, and how.
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

    /// The programs among these parties, and the one behind `--`.
    ///
    /// - Throws: usage and invalid scenario, where there is none of a name, its definition is wrong, or no
    ///   handshake would be put before it.
    package func clients(among parties: [String]) throws -> [NamedClient] {
        let clients = try programs.requested(among: parties)
        try judging.requireHandshakes(of: clients)
        return clients
    }

    /// The cases whose worlds are judged, in the order of their ids; those of class strict are left out
    /// where programs face them, unless they are asked for.
    ///
    /// - Throws: invalid scenario, where files are faulty; nothing selected.
    package func cases(before clients: [NamedClient] = []) async throws -> [Scenario] {
        let library = try await selection.library()
        try selection.tellOfOwn(library)
        try library.requireSound(colour)
        // A party that a case fixes is no matter: its world counts.
        var cases = try selection.chosen(among: library.choices(parties: nil)).map(\.scenario)
        if isQuick { cases = try quick(among: cases, of: library.root) }
        guard !isStrict, !clients.isEmpty else { return cases }
        return try StrictCases.asked(of: cases) { $0.class == .strict }
    }

    /// The cases that the suite's folder names in its file for quick audits, one a line.
    ///
    /// - Throws: nothing selected, where there is no such file, or none of its cases is among these.
    private func quick(among cases: [Scenario], of root: String) throws(Failure) -> [Scenario] {
        let path = root + "/quick-audit.txt"
        guard Environment.exists(path) else {
            throw Failure(
                .nothingSelected,
                "--quick: there is no \(Shown.escaped(path))",
                help: "--builtin takes the scenarios that ship, which have one"
            )
        }
        let lines = String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n")
        let ids = Set(lines.map(String.init))
        let quick = cases.filter { ids.contains($0.id) }
        guard !quick.isEmpty else {
            throw Failure(.nothingSelected, "--quick: none of the cases of \(Shown.escaped(path))")
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
