import Basics
import BuiltinFolders
import Reports
import Runner
import ScenarioFormat

/// The part of a command line that selects cases.
package struct SelectionRequest: Sendable {
    private let selectors: [String]
    private let filter: String?
    private let scenarios: String?
    private var wantsBuiltin: Bool
    private let addsBuiltin: Bool
    /// Whether it is no error if nothing is selected.
    package let allowsEmpty: Bool
    private let clientFolders: [String]?

    /// - Parameters:
    ///   - selectors: arguments that name cases; all are meant where there are none.
    ///   - filter: an expression of `--filter`; nil for none.
    ///   - scenarios: the folder that was named with `--scenarios`.
    ///   - wantsBuiltin: whether the built-in scenarios are asked for, whatever folder is here.
    ///   - addsBuiltin: whether the built-in scenarios are added to those of the usual folder, so that
    ///     a folder that happens to be here makes no audit smaller.
    ///   - allowsEmpty: whether it is no error if nothing is selected.
    ///   - clientFolders: folders of definitions besides the usual ones, in which the clients that
    ///     cases name must be; nil if they are not looked for.
    package init(
        selectors: [String] = [],
        filter: String? = nil,
        scenarios: String? = nil,
        wantsBuiltin: Bool = false,
        addsBuiltin: Bool = false,
        allowsEmpty: Bool = false,
        clientsIn clientFolders: [String]? = nil
    ) {
        self.clientFolders = clientFolders
        (self.selectors, self.filter) = (selectors, filter)
        (self.scenarios, self.wantsBuiltin) = (scenarios, wantsBuiltin)
        self.addsBuiltin = addsBuiltin
        self.allowsEmpty = allowsEmpty
    }

    /// The same for a run that goes on, among the scenarios of its plan.
    ///
    /// - Parameter plan: that of the run file, which may be anyone's: it names no folder that is read.
    /// - Returns: the selection with the built-in scenarios, where the run is of these.
    /// - Throws: usage, where the run is of a folder that the command line does not name.
    package func goingOn(with plan: PlanRecord) throws(Failure) -> SelectionRequest {
        guard scenarios == nil, !wantsBuiltin else { return self }
        var request = self
        request.wantsBuiltin = plan.options.contains("--builtin")
        guard request.wantsBuiltin || plan.root == Self.usualFolder else {
            throw Failure(
                .usage,
                "--resume: the run is of the scenarios in \(Shown.escaped(plan.root)), and a run file "
                    + "names no folder that is read",
                help: "name it again: --scenarios "
                    + Shown.escaped(Prose.shellQuoted(plan.root))
            )
        }
        return request
    }

    /// The folder of the suite: the one that was named, the usual one, or where there is none that of
    /// the built-in scenarios.
    private var suite: String {
        get throws(Failure) {
            if usesBuiltin { return try Self.builtinSuite }
            if let scenarios { return Selector(scenarios).path }
            try Self.requireHere()
            return Self.usualFolder
        }
    }

    /// Refuses a usual folder that a link leads out of the working directory.
    ///
    /// - Throws: environment, where one does.
    static func requireHere() throws(Failure) {
        try Files.requireHere(usualFolder, help: "--scenarios \(usualFolder) names the folder")
    }

    /// The scenarios among which the selectors choose; where they are the built-in ones, standard error
    /// says so, so that a run in a wrong folder is not taken for one of the user's own.
    package func library() async throws(Failure) -> Library {
        let library = try await quietLibrary()
        try tell(of: library)
        return library
    }

    /// Says on standard error which scenarios these are, where `library` did not say so.
    package func announce(_ library: Library) throws(Failure) {
        guard !usesBuiltin || wantsBuiltin else { return }
        let kind = usesBuiltin ? "built-in scenarios, in" : "scenarios of"
        try StandardStream.error.write(
            "hatpin: these are the \(kind) \(Shown.escaped(library.root))\n"
        )
    }

    /// The same without a word on standard error.
    ///
    /// - Parameters:
    ///   - whole: whether it is all of the suite, and not the part alone that the selectors mean.
    ///   - word: a name that all cases which matter state, such as a row of the attack catalogue; nil
    ///     where others matter, too.
    /// - Returns: the cases, those of files without the word left out.
    /// - Throws: as `Library.load`.
    package func quietLibrary(
        whole: Bool = false,
        stating word: String? = nil
    ) async throws(Failure) -> Library {
        let outside = outside
        guard usesBuiltin || scenarios != nil || outside.isEmpty else {
            return try await Library.load(outside, clientsIn: clientFolders)
        }
        let suite = try suite
        let isAdded = addsBuiltin && !usesBuiltin && scenarios == nil && !Self.isSuiteHere
        let suites = try [suite] + (isAdded ? [Self.builtinSuite] : [])
        let places: [[String]]? =
            if let word {
                SuitePart.places(stating: word, in: suites)
            } else if whole {
                nil
            } else {
                names.flatMap { SuitePart.places(of: $0, in: suites) }
            }
        let parts = places ?? suites.map { [$0] }
        let library = try await load(parts[0], of: suites[0], isBuiltin: usesBuiltin)
        guard isAdded else { return library }
        return library.adding(try await load(parts[1], of: suites[1], isBuiltin: true))
    }

    /// What the chosen cases are named by; nil where they are chosen by something else.
    private var names: [Selector]? {
        let selectors = selectors.map(Selector.init)
        guard let filter else { return selectors }
        // A word of a filter is misspelt where it is none of the whole suite.
        return selectors.isEmpty ? (try? FilterExpression(filter))?.ids?.map(Selector.init) : nil
    }

    /// The scenarios of these files and folders of a suite.
    private func load(
        _ places: [String],
        of suite: String,
        isBuiltin: Bool
    ) async throws(Failure) -> Library {
        try await Library.load(
            places,
            isOfSuite: places == [suite],
            suite: suite,
            clientsIn: clientFolders,
            // The files of the built-in suite were compared when its folder was looked for.
            knowing: { path, bytes in isBuiltin || BuiltinFolder.isScenario(path, bytes) }
        )
    }

    /// Says on standard error which scenarios these are, unless the command line or the folder says so.
    package func tell(of library: Library) throws(Failure) {
        if let addition = library.addition {
            try StandardStream.error.write(addition.text(of: library))
        } else if usesBuiltin, !wantsBuiltin {
            let root = Shown.escaped(library.root)
            try StandardStream.error.write("hatpin: these are the built-in scenarios, in \(root)\n")
        }
    }

    /// The options that name these scenarios again, as a shell reads them.
    package func stated(for library: Library) -> [String] {
        if usesBuiltin { return ["--builtin"] }
        let isUsual = library.root == Self.usualFolder && (scenarios == nil || !addsBuiltin)
        return isUsual ? [] : ["--scenarios", library.root]
    }

    /// Whether the built-in scenarios are in force.
    private var usesBuiltin: Bool {
        let isFolderHere = Environment.exists(Self.usualFolder)
        return wantsBuiltin || scenarios == nil && outside.isEmpty && !isFolderHere
    }

    static let usualFolder = "Scenarios"

    private static var builtinSuite: String {
        get throws(Failure) { try BuiltinFolder.scenarios.path(unless: "--scenarios") }
    }

    /// Whether the usual folder has every file of the built-in suite, as in Hatpin's own checkout.
    private static var isSuiteHere: Bool {
        BuiltinFolder.scenarios.files.allSatisfy {
            Environment.exists("\(usualFolder)/\($0.path)")
        }
    }

    /// The selectors that are paths outside the usual folder.
    private var outside: [String] {
        selectors.map(Selector.init).filter {
            $0.isPath && !$0.path.isBelow(Self.usualFolder) && Environment.exists($0.path)
        }.map(\.path)
    }

    /// The parties that pairs are named by, `id@party`.
    ///
    /// One whose file is not here is one that a case fixes, with a path from the case's own folder.
    package var namedParties: [PartyReference] {
        partyNames.compactMap { try? PartyReference(written: $0).readingDocuments() }
            .filter { $0.program == nil }
    }

    /// The names after `@` in selectors.
    package var partyNames: [String] { selectors.compactMap { Selector($0).party } }

    /// The selection that is asked for.
    func selection() throws(Failure) -> Selection {
        var selection = Selection(selectors: selectors.map(Selector.init))
        guard let filter else { return selection }
        do {
            selection.filter = try FilterExpression(filter)
        } catch {
            throw Failure(.usage, "--filter: \(Shown.escaped(error.description))\n" + caret(error))
        }
        return selection
    }

    /// The cases that are chosen, each with the party that it fixes or `reference`.
    ///
    /// Words of the filter that no case has are reported on standard error.
    ///
    /// - Throws: as `chosen(among:in:rerun:)`.
    package func chosen(from library: Library) throws(Failure) -> [Pair] {
        let chosen = try chosen(among: library.choices(parties: nil), in: library)
        try chosen.tell()
        return chosen.pairs
    }

    /// The pairs that are chosen.
    ///
    /// - Throws: usage, for a filter that cannot be read; nothing selected, for a selector that means
    ///   no case and where nothing at all is chosen, unless that is allowed; invalid scenario in place
    ///   of that, where the library has faulty files, which may be the ones that are meant.
    package func chosen(
        among choices: [Choice],
        in library: Library,
        rerun: Rerun? = nil
    ) throws(Failure) -> ChosenPairs {
        do throws(Failure) {
            return try chosen(among: choices, rerun)
        } catch {
            guard error.kind == .nothingSelected, !library.isSound else { throw error }
            throw Failure(.invalidScenario, error.message, help: error.help)
        }
    }

    private func chosen(
        among choices: [Choice],
        _ rerun: Rerun?
    ) throws(Failure) -> ChosenPairs {
        var selection = try selection()
        selection.rerun = rerun
        let candidates = choices.map(\.candidate)
        let misses = selection.misses(among: candidates)
        let unknown = selection.unknownTerms(among: candidates)
        let chosen = selection.indices(among: candidates).map { choices[$0].pair }
        guard !allowsEmpty else { return ChosenPairs(pairs: chosen, unknownTerms: []) }
        if let miss = misses.first { throw miss }
        if chosen.isEmpty { throw unknown.first ?? Self.nothing(of: rerun) }
        return ChosenPairs(pairs: chosen, unknownTerms: unknown)
    }

    private static func nothing(of rerun: Rerun?) -> Failure {
        guard let rerun else {
            let help = "hatpin list shows what there is"
            return Failure(.nothingSelected, "nothing is selected", help: help)
        }
        return rerun.isEmpty
            ? Failure(
                .nothingSelected,
                "no failure to run again",
                help: "--allow-empty makes that no error"
            )
            : Failure(
                .nothingSelected,
                "none of the pairs to run again is among these cases and parties",
                help: "repeat the selection, the parties and the command after -- that they had"
            )
    }

    private func caret(_ error: FilterError) -> String {
        let marks = String(repeating: "^", count: error.length)
        let text = Shown.escaped(filter ?? "")
        // Escapes are longer than what they stand for; then the caret would lie.
        guard text == filter else { return "  " + text }
        return "  \(text)\n  " + String(repeating: " ", count: error.offset) + marks
    }
}

/// The pairs that a command line means.
package struct ChosenPairs: Sendable {
    package let pairs: [Pair]
    /// Words of the filter that no case has.
    fileprivate let unknownTerms: [Failure]

    /// Says on standard error which words of the filter no case has.
    package func tell() throws(Failure) {
        for term in unknownTerms {
            let help = term.help.map { "; \($0)" } ?? ""
            try StandardStream.error.write("hatpin: warning: \(term.message)\(help)\n")
        }
    }
}

extension String {
    /// Whether the path is this folder or below it.
    func isBelow(_ folder: String) -> Bool {
        self == folder || hasPrefix(folder + "/")
    }
}
