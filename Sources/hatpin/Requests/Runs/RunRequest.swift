import Basics
import ClientModels
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A run as the command line requests it.
package struct RunRequest: Sendable {
    /// The parties of `--party`.
    ///
    /// With `--resume`, only parties of the earlier run that are files may be named here.
    package var parties: [String] = []
    var programs: ProgramOptions
    package var selection: SelectionRequest
    var judging: JudgingOptions
    package var part = RunPart.whole
    /// Whether programs also get the cases of class strict.
    var strictness: StrictnessOptions
    /// Whether a rejection without a reason fails if a reason is expected.
    package var wantsReasons = false
    package var repetitions = 1
    /// Whether the run stops after the first failure.
    package var failsFast = false

    /// Whether the user starts the program of the only case.
    package var isByHand = false

    /// Performs the run.
    ///
    /// - Parameters:
    ///   - state: the folder of earlier runs.
    ///   - colour: the colours of diagnostics.
    ///   - settings: makes the settings of the session from the scenarios and the start.
    /// - Returns: the exit code.
    /// - Throws: a `Failure`, or an `ExitStatus` if everything is already reported.
    package func perform(
        in state: StateFolder,
        _ colour: ColourChoice,
        settings: (Library, Instant) -> SessionSettings
    ) async throws -> Exit {
        let part = try LoadedPart(part, in: state, allowsEmpty: selection.allowsEmpty)
        var request = self
        request.parties = parties.unique
        if let plan = part.left?.plan {
            request.selection = try selection.goingOn(with: plan)
            request.judging = judging.repeating(plan)
            request.wantsReasons = plan.options.contains("--strict-reasons")
        }
        return try await request.perform(part, colour, settings: settings)
    }

    private func perform(
        _ part: LoadedPart,
        _ colour: ColourChoice,
        settings: (Library, Instant) -> SessionSettings
    ) async throws -> Exit {
        let started = part.left?.plan.started ?? Environment.now
        let clients = try clients(part, colour)
        try judging.requireHandshakes(of: clients.asked)
        // This call must come before the scenarios are read, since executing this command again
        // would read them twice.
        try ProgramRun.enterNetwork(
            for: clients.asked + clients.named,
            by: programs.names,
            now: judging.date
        )
        // Only a run of the whole suite shows which earlier pairs no longer exist, and which known
        // differences match no case.
        let library = try await selection.quietLibrary(
            whole: part.rerun != nil
                || (clients.asked + clients.named).contains { $0.definition != nil }
        )
        try library.requireScenarios(colour)
        var chosen = try runSelection(of: part, in: library, clients, colour)
        // Entering the network executes this command again, so nothing may be written to a stream
        // before this call.
        try ProgramRun.enterNetwork(for: chosen.fixed, by: programs.names, now: judging.date)
        try tell(of: library, part, chosen, colour)
        chosen.pairs = try part.left?.ordered(chosen.pairs) ?? asked(chosen.pairs)
        if isByHand { try requireOneProgram(among: chosen.pairs) }
        let places = part.places(among: chosen.pairs)
        let own = places.map { $0.map { chosen.pairs[$0] } } ?? chosen.pairs
        let programRun = try ProgramRun(
            of: chosen.clients + chosen.fixed,
            by: programs.names,
            facing: own.map(\.scenario),
            now: started,
            isByHand: isByHand
        )
        try WrittenOptions.current.refuse(
            ["--names", "--strict", "--strict-reasons"],
            unless: !chosen.clients.isEmpty || !chosen.fixed.isEmpty,
            because: "it works with programs, and no party is a program"
        )
        let idle = judging.date == nil ? [] : own.idlePrograms
        var options = judging.options(
            at: started,
            hasPrograms: !programRun.parties.isEmpty,
            deadline: programs.deadline
        )
        options.wantsReasons = wantsReasons
        options.failsFast = failsFast
        options.repetitions = part.left?.repetitions ?? repetitions
        options.judged = part.left?.judged ?? []
        let run = try run(
            own.map { $0.with(programRun.parties + idle) },
            options,
            part,
            at: places,
            of: chosen.pairs
        )
        var settings = settings(library, started)
        settings.resumed = part.resumed
        settings.comparable = Set((chosen.clients + chosen.fixed).filter(\.hasLibrary).map(\.name))
        let faults = library.diagnostics.filter { $0.level == .error }
        settings.faultyFiles = Set(faults.map(\.file)).count
        settings.stated = selection.stated(for: library) + stated
        return library.exit(after: try await Conduct(Session(settings)).perform(run))
    }

    /// Requires that one case and one program are selected.
    private func requireOneProgram(among pairs: [Pair]) throws(Failure) {
        guard pairs.count != 1 || !pairs[0].party.isProgram || repetitions != 1 else { return }
        let problem =
            pairs.count != 1
            ? "\(pairs.count) pairs are selected"
            : repetitions != 1
                ? "--repeat asks for \(repetitions) runs"
                : "\(Shown.escaped(pairs[0].party.name)) is not a program"
        throw Failure(
            .usage,
            "--by-hand serves one case to one program once, and \(problem)",
            help: "name one case, and one program with --party; omit --repeat"
        )
    }

    /// The selected pairs, and the programs among their parties.
    private struct RunSelection {
        var pairs: [Pair]
        let found: ChosenPairs
        /// The ids `scenario@party` of all selectable pairs.
        let all: [String]
        /// The programs of the command line, and the programs that only cases name.
        let clients, fixed: [NamedClient]
    }

    /// The options that affect verdicts, quoted for a shell.
    private var stated: [String] {
        programs.stated + strictness.stated
            + (wantsReasons ? ["--strict-reasons"] : [])
            + (repetitions > 1 ? ["--repeat", String(repetitions)] : [])
    }

    private typealias Clients = (asked: [NamedClient], named: [NamedClient])

    /// Returns the parties of the earlier run and of selectors that `--party` does not name.
    private func named(_ part: LoadedPart) -> [String] {
        (selection.partyNames + earlierParties(part)).filter { !asked(part).contains($0) }
    }

    /// Returns the parties of the command line; empty for a resumed run, which keeps its parties.
    private func asked(_ part: LoadedPart) -> [String] { part.left == nil ? parties : [] }

    /// Returns the parties of the earlier run, without files that the command line does not name;
    /// empty if the command line names parties.
    private func earlierParties(_ part: LoadedPart) -> [String] {
        guard parties.isEmpty || part.left != nil else { return [] }
        return part.parties.filter { !PartyReference.isFile($0) || parties.contains($0) }
    }

    /// Returns the programs of the command line, followed by the programs of selectors.
    private func clients(_ part: LoadedPart, _ colour: ColourChoice) throws -> Clients {
        (
            try programs.requested(among: asked(part), colour),
            try programs.named(Set(named(part)).sorted(), colour)
        )
    }

    private func runSelection(
        of part: LoadedPart,
        in library: Library,
        _ clients: Clients,
        _ colour: ColourChoice
    ) throws -> RunSelection {
        let (asked, others) = clients
        let parties = self.asked(part)
        let models = try parties.filter { !NamedClient.isMeant(by: $0) }
            .map { text throws(Failure) in try PartyReference(argument: text) }
        // Pairs of an earlier run are repeated with their parties.
        let had = earlierParties(part).compactMap {
            try? PartyReference(written: $0).readingDocuments()
        }
        let isOpen = parties.isEmpty && (programs.command.isEmpty || part.left != nil)
        let selectable = try library.selectablePairs(
            parties: isOpen ? nil : models,
            named: selection.namedParties + had.filter { $0.program == nil },
            programs: asked.map(Party.standIn(for:)),
            namedPrograms: others.map(Party.standIn(for:))
        )
        try part.requireNamed(self.parties, besides: selectable.map(\.pair.party.name))
        let found = try selection.chosen(among: selectable, in: library, rerun: part.rerun)
        let startable = judging.isOfPrograms ? found.pairs : []
        return RunSelection(
            pairs: found.pairs,
            found: found,
            all: selectable.map(\.candidate.pair),
            clients: asked + others,
            fixed: try programs.fixed(by: startable, besides: asked + others, colour)
        )
    }

    private func tell(
        of library: Library,
        _ part: LoadedPart,
        _ selected: RunSelection,
        _ colour: ColourChoice
    ) throws {
        try selection.tell(of: library)
        try selected.found.tell()
        if library.isOfSuite {
            let definitions = (selected.clients + selected.fixed).compactMap(\.definition)
            try library.idleSelectors(of: definitions).show(colour)
        }
        try part.tell(among: selected.all)
    }

    private func asked(_ pairs: [Pair]) throws(Failure) -> [Pair] {
        try strictness.asked(pairs) { pair in
            pair.party.isProgram && pair.scenario.party == nil && pair.scenario.class == .strict
        }
    }

    private func run(
        _ pairs: [Pair],
        _ options: Run.Options,
        _ part: LoadedPart,
        at places: [Int]?,
        of all: [Pair]
    ) throws -> Run {
        var options = options
        let run: Run
        do {
            options.shard = try part.shard(
                at: places,
                of: all,
                repetitions: options.repetitions
            )
            run = try Run(pairs, options: options)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped("\(error)"))")
        }
        try part.left?.require(run.plan)
        return run
    }
}
