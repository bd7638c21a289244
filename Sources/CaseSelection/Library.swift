import Clients
import FileFormat
import Models
import Policies
import Reports
import Runner
import Scenarios
import Surroundings
import Trust

// CaseSelection finds the cases that a command line means: it loads the library, and applies selectors,
// filters and the results of an earlier run. It judges nothing.

/// The scenarios below a folder, and what is wrong with them.
package struct Library: Sendable {
    /// The folder that ids are relative to.
    package let root: String
    /// In the order of their ids.
    package let scenarios: [Scenario]
    /// Errors and warnings, in the order of the files.
    package let diagnostics: [Diagnostic]
    /// How many files were read.
    package let files: Int
    /// Where the fields of a case's world come from.
    package let origins: @Sendable (Scenario) -> [FieldOrigin]

    /// Reads the scenarios of these files and folders.
    ///
    /// - Throws: nothing selected, where one does not exist; environment, where the process may open
    ///   too few files.
    package static func load(_ places: [String]) async throws(Failure) -> Library {
        if let missing = places.first(where: { !Environment.exists($0) }) {
            throw Failure(
                .nothingSelected,
                "there is nothing named \(Shown.escaped(missing)) here",
                help: "go to the folder that has one, or name one with --scenarios"
            )
        }
        try Resources.requireDescriptors()
        let library = await ScenarioLibrary.load(places)
        return Library(
            root: library.root.map(Environment.fromHere) ?? places.first ?? "",
            scenarios: library.scenarios.sorted { $0.id < $1.id },
            diagnostics: library.diagnostics,
            files: library.files.count,
            origins: library.origins
        )
    }

    /// No scenarios, where none were asked for.
    package static let empty = Library(
        root: "",
        scenarios: [],
        diagnostics: [],
        files: 0,
        origins: { _ in [] }
    )

    /// The same with definitions of clients among the files.
    package func adding(_ definitions: [ClientFile]) -> Library {
        Library(
            root: root,
            scenarios: scenarios,
            diagnostics: diagnostics + definitions.flatMap(\.diagnostics),
            files: files + definitions.count,
            origins: origins
        )
    }

    /// Whether nothing is wrong that would keep a command from going on.
    package var isSound: Bool { !diagnostics.contains { $0.severity == .error } }

    /// `3 problems in 2 of 62 files; nothing was run`.
    package var verdict: String {
        guard !diagnostics.isEmpty else {
            let cases = scenarios.isEmpty ? "" : Prose.count(scenarios.count, "case") + " in "
            return cases + Prose.count(files, "file") + ", all sound"
        }
        let faulty = Set(diagnostics.map(\.file)).count
        return Prose.count(diagnostics.count, isSound ? "warning" : "problem")
            + " in \(faulty) of " + Prose.count(files, "file")
            + (isSound ? "" : "; nothing was run")
    }
}

/// A pair that could be run, and what selectors and filters see of it.
package struct Choice: Sendable {
    /// A case and its party.
    package let pair: Pair
    /// Their names and tags.
    package let candidate: Candidate

    init(_ pair: Pair, isByName: Bool) {
        let scenario = pair.scenario
        self.pair = pair
        candidate = Candidate(
            id: scenario.id,
            group: scenario.group,
            file: scenario.file,
            tags: scenario.tags,
            covers: scenario.covers,
            class: scenario.class.rawValue,
            party: pair.party.name,
            model: pair.party.family,
            isByName: isByName
        )
    }
}

extension Library {
    /// The pairs that a run could have: with the parties of `--party`, nil where none were asked
    /// for, and with those that pairs name, `id@party`, since naming a pair is enough to run it.
    ///
    /// Programs are put before the cases that fix no party.
    ///
    /// - Throws: invalid scenario, where a party cannot be made with its settings.
    package func choices(
        parties: [PartyReference]?,
        named: [PartyReference] = [],
        programs: [Party] = [],
        namedPrograms: [Party] = []
    ) throws(Failure) -> [Choice] {
        do throws(PolicyModelError) {
            var choices: [Choice] = []
            for scenario in scenarios {
                func pair(_ party: PartyReference) throws(PolicyModelError) -> Pair {
                    try Pair(scenario, party)
                }
                let usual = try scenario.parties(among: parties).map(pair)
                let others = scenario.party == nil ? try named.map(pair) : []
                choices += usual.map { Choice($0, isByName: false) }
                if scenario.party == nil {
                    choices += programs.map { Choice(Pair(scenario, $0), isByName: false) }
                    choices += namedPrograms.map { Choice(Pair(scenario, $0), isByName: true) }
                }
                choices +=
                    others
                    .filter { other in !usual.contains { $0.party.name == other.party.name } }
                    .map { Choice($0, isByName: true) }
            }
            return choices
        } catch {
            throw Failure(.invalidScenario, Shown.escaped(error.description))
        }
    }
}

extension PartyReference {
    /// Reads a value of `--party`, and the files that it names.
    ///
    /// - Throws: usage, where it is no party; invalid scenario, where a file is wrong.
    package init(argument text: String) throws(Failure) {
        do {
            self = try PartyReference(written: text).readingDocuments()
        } catch {
            throw Failure(
                error.isOfFile ? .invalidScenario : .usage,
                "--party: \(Shown.escaped(error.problem))",
                help: error.help.map(Shown.escaped)
            )
        }
    }
}
