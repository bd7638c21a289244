import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import X509

// hatpin/Selection finds the cases that a command line selects. It loads the scenarios, and applies
// selectors, filters and the results of an earlier run.

/// The scenarios below a folder, and the mistakes in them.
package struct Library: Sendable {
    /// The folder that ids are relative to.
    package let root: String
    /// The scenarios, in the order of their ids.
    package let scenarios: [Scenario]
    /// Errors and warnings, in the order of the files.
    package let diagnostics: [Diagnostic]
    /// The number of scenario files.
    package let files: Int
    /// Whether these are all scenarios of a suite, not only a part of it or named files.
    package let isOfSuite: Bool
    /// Returns where the fields of a case's setup are declared.
    package let origins: @Sendable (Scenario) -> [FieldOrigin]
    /// The built-in scenarios that were added, or nil if none were added.
    private(set) var addition: Addition?

    /// Loads the scenarios of these files and folders.
    ///
    /// - Parameters:
    ///   - places: the files and folders.
    ///   - others: files in these folders that are not scenarios.
    ///   - isOfSuite: whether the files and folders are a whole suite.
    ///   - suite: the folder that ids are relative to if no file says otherwise.
    ///   - folders: folders in which the clients that cases name are looked up, in addition to the
    ///     usual folders; nil if clients are not looked up.
    ///   - isKnown: returns whether a file needs no check for mistakes.
    /// - Returns: the scenarios, and the mistakes in them.
    /// - Throws: a `nothingSelected` failure if a file or folder does not exist; an `environment`
    ///   failure if the process can open too few files.
    package static func load(
        _ places: [String],
        except others: Set<String> = [],
        isOfSuite: Bool = false,
        suite: String = "",
        clientsIn folders: [String]? = nil,
        knowing isKnown: @escaping ScenarioLibrary.KnownFiles = { _, _ in false }
    ) async throws(Failure) -> Library {
        if let missing = places.first(where: { !Files.exists($0) }) {
            throw Failure(
                .nothingSelected,
                "\(Shown.escaped(missing)) does not exist",
                help: "name an existing file or folder, or change to the folder that has it"
            )
        }
        try Resources.requireDescriptors()
        var library = await ScenarioLibrary.load(places, except: others, knowing: isKnown)
        if let folders, !library.programs.isEmpty {
            let known = try ClientLibrary.inForce(named: folders).known()
            // Files are read again only if some files name an unknown client, to find the positions
            // of the names. Most suites name no client.
            if !library.programs.isSubset(of: known) {
                library = await ScenarioLibrary.load(places, except: others, clients: known)
            }
        }
        return Library(
            root: library.root.map(Environment.fromHere) ?? places.first ?? suite,
            scenarios: library.scenarios.sorted { $0.id < $1.id },
            diagnostics: library.diagnostics,
            files: library.files.count,
            isOfSuite: isOfSuite,
            origins: library.origins
        )
    }

    /// Returns the library with the files of definitions counted, and with the mistakes in
    /// definitions added.
    package func adding(_ definitions: Int, _ faults: [Diagnostic]) -> Library {
        Library(
            root: root,
            scenarios: scenarios,
            // Several definitions may use one TLS library, and would repeat the mistakes in its
            // file.
            diagnostics: diagnostics + Set(faults).sorted(),
            files: files + definitions,
            isOfSuite: isOfSuite,
            origins: origins
        )
    }

    /// Joins the scenarios of a folder with the built-in scenarios.
    ///
    /// A scenario of the folder replaces the built-in scenario with the same id, so that a changed
    /// copy is tested and no case counts twice.
    func adding(_ builtin: Library) -> Library {
        let groups = Dictionary(grouping: scenarios, by: \.group)
        let added = builtin.scenarios.filter { groups[$0.group] == nil }
        let own = origins
        let others = builtin.origins
        var library = Library(
            root: root,
            scenarios: (scenarios + added).sorted { $0.id < $1.id },
            diagnostics: diagnostics + builtin.diagnostics,
            files: files + builtin.files,
            isOfSuite: isOfSuite && builtin.isOfSuite,
            origins: { groups[$0.group] == nil ? others($0) : own($0) }
        )
        let hidden = Dictionary(grouping: builtin.scenarios, by: \.group)
        library.addition = Addition(
            own: scenarios.count,
            builtin: added.count,
            root: builtin.root,
            replaced: groups.filter { group, cases in
                hidden[group].map { $0.map(\.definition) != cases.map(\.definition) } ?? false
            }.keys.sorted()
        )
        return library
    }

    /// Returns warnings about selectors in the `known` of definitions that match none of these
    /// cases.
    package func idleSelectors(of definitions: [ClientFile]) -> [Diagnostic] {
        let stating = definitions.filter(\.namesCases)
        guard !stating.isEmpty else { return [] }
        let ids = Set(scenarios.flatMap { [$0.id, $0.group] }).sorted()
        return stating.flatMap { $0.idleSelectors(among: ids) { Glob($0).matches($1) } }
    }

    /// The folders of the suites: the folder that ids are relative to, and the folder of the
    /// built-in scenarios.
    package var roots: [String] { [root] + (addition.map { [$0.root] } ?? []) }

    /// Whether no mistake prevents a command from continuing.
    package var isSound: Bool { !diagnostics.contains { $0.level == .error } }

    /// The result of a check that only reads files, such as `3 problems in 2 of 62 files`.
    package var verdict: String {
        guard !diagnostics.isEmpty else {
            let cases = scenarios.isEmpty ? "" : Prose.count(scenarios.count, "case") + " in "
            return cases + Prose.count(files, "file") + ", all sound"
        }
        let faulty = Set(diagnostics.map(\.file)).count
        let isNoted = diagnostics.allSatisfy { $0.level == .note }
        let noun = isNoted ? "note" : isSound ? "warning" : "problem"
        return Prose.count(diagnostics.count, noun)
            + " in \(faulty) of " + Prose.count(files, "file")
    }
}

/// The built-in scenarios that were added to those of a folder.
struct Addition: Sendable {
    /// The numbers of cases of the folder and of the built-in scenarios.
    let own, builtin: Int
    /// The folder of the built-in scenarios.
    let root: String
    /// The ids of the folder's scenarios that differ from the built-in scenarios with the same ids.
    let replaced: [String]

    /// Returns the notices for standard error.
    ///
    /// The notices have no numbers of cases if only parts of the suites were read.
    func text(of library: Library) -> String {
        let root = Shown.escaped(library.root)
        let cases =
            library.isOfSuite
            ? "hatpin: \(Prose.count(own, "case")) of \(root) and \(builtin) built-in cases\n"
            : own > 0 && builtin > 0 ? "hatpin: cases of \(root) and built-in cases\n" : ""
        guard let first = replaced.first else { return cases }
        let others = replaced.count == 1 ? "" : " and " + Prose.count(replaced.count - 1, "other")
        let verb =
            replaced.count == 1
            ? "replaces the built-in scenario" : "replace the built-in scenarios"
        let names = Shown.escaped(first) + others
        return cases + "hatpin: \(names) of \(root) \(verb) with the same id\n"
    }
}

/// A case and a party, and the properties that selectors and filters compare.
package struct SelectablePair: Sendable {
    /// The case and its party.
    package let pair: Pair
    /// The names and tags of the case and its party.
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
    /// Returns the possible pairs of cases and parties.
    ///
    /// The parties are those of `--party` (nil without this option), and the parties that selectors
    /// name as `id@party`.
    ///
    /// Programs get the cases that name no party, the cases about names by their protocol's rule,
    /// and the cases that name them. If a case names a program that is in neither `programs` nor
    /// `namedPrograms`, the pair has only the program's name.
    ///
    /// - Throws: an `invalidScenario` failure if a party cannot be created with its settings.
    package func selectablePairs(
        parties: [PartyReference]?,
        named: [PartyReference] = [],
        programs: [Party] = [],
        namedPrograms: [Party] = []
    ) throws(Failure) -> [SelectablePair] {
        do throws(PolicyModelError) {
            var pairs: [SelectablePair] = []
            var configured = ConfiguredParties()
            for scenario in scenarios {
                if let party = scenario.party, party.program != nil {
                    let isSelected = parties == nil || programs.contains { $0.name == party.name }
                    let isNamed = namedPrograms.contains { $0.name == party.name }
                    guard isSelected || isNamed else { continue }
                    let pair = Pair(scenario, .standIn(party.name)).with(programs + namedPrograms)
                    pairs.append(SelectablePair(pair, isByName: !isSelected))
                    continue
                }
                pairs += try scenario.selectablePairs(ofModels: parties, named: named, &configured)
                func concerns(_ program: Party) -> Bool {
                    scenario.party == nil || scenario.isAbout(program.names)
                }
                pairs += programs.filter(concerns).map {
                    SelectablePair(Pair(scenario, $0), isByName: false)
                }
                pairs += namedPrograms.filter(concerns).map {
                    SelectablePair(Pair(scenario, $0), isByName: true)
                }
            }
            return pairs
        } catch {
            throw Failure(.invalidScenario, Shown.escaped(error.description))
        }
    }
}

extension Scenario {
    /// Pairs a case with the models of `--party` and the models that selectors name.
    fileprivate func selectablePairs(
        ofModels parties: [PartyReference]?,
        named: [PartyReference],
        _ configured: inout ConfiguredParties
    ) throws(PolicyModelError) -> [SelectablePair] {
        let usual = try configured.pairs(of: self, before: self.parties(among: parties))
        let others = party == nil ? try configured.pairs(of: self, before: named) : []
        return usual.map { SelectablePair($0, isByName: false) }
            + others
            .filter { other in !usual.contains { $0.party.name == other.party.name } }
            .map { SelectablePair($0, isByName: true) }
    }
}

/// The models that test cases, each configured once, since most cases use the same models.
private struct ConfiguredParties {
    private struct Key: Hashable {
        let party: PartyReference
        /// Whether the case itself names a party.
        let isOfCase: Bool
    }

    private var known: [Key: Pair] = [:]

    mutating func pairs(
        of scenario: Scenario,
        before parties: [PartyReference]
    ) throws(PolicyModelError) -> [Pair] {
        var pairs: [Pair] = []
        for party in parties {
            let key = Key(party: party, isOfCase: scenario.party != nil)
            if let made = known[key] {
                pairs.append(made.with(scenario))
            } else {
                let pair = try Pair(scenario, party)
                known[key] = pair
                pairs.append(pair)
            }
        }
        return pairs
    }
}

extension Party {
    /// Returns a party that takes the place of a program that is not available, for this reason.
    package static func standIn(
        _ name: String,
        comparing names: NameRule = .rfc9525,
        because reason: String = "this command does not start programs"
    ) -> Party {
        Party(name, deciding: AbsentParty(because: reason, comparing: names))
    }

    /// Returns a party that takes the place of a program until it has been set up.
    static func standIn(for program: NamedClient) -> Party {
        .standIn(program.name, comparing: program.client.nameRule)
    }
}

extension [Pair] {
    /// Stand-ins for the programs of these pairs, which `--now` excludes from a run.
    package var idlePrograms: [Party] {
        let reason = "programs use the real time, and --now sets another"
        let names = Set(filter(\.party.isProgram).map(\.party.name))
        return names.map { .standIn($0, because: reason) }
    }
}

extension PartyReference {
    /// Reads a value of `--party` that is a model, and the files that it names.
    ///
    /// - Parameters:
    ///   - text: the value.
    ///   - place: where the user wrote it, for error messages.
    /// - Throws: a `usage` failure if the value is not a model; an `invalidScenario` failure if a
    ///   file has a mistake.
    package init(argument text: String, at place: String = "--party") throws(Failure) {
        do {
            self = try PartyReference(written: text).readingDocuments()
        } catch {
            throw Failure(
                error.isOfFile ? .invalidScenario : .usage,
                "\(place): \(Shown.escaped(error.problem))",
                help: error.help.map(Shown.escaped)
            )
        }
        guard program == nil else {
            throw Failure(
                .usage,
                "\(place): \(Shown.escaped(text)) is a program, and this command needs a model",
                help: "see hatpin list parties"
            )
        }
    }
}
