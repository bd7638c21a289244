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
    /// Whether selectors may name files and folders outside the suite.
    private let reachesFiles: Bool
    /// Whether an empty selection is allowed.
    package let allowsEmpty: Bool
    private let clientFolders: [String]?

    /// - Parameters:
    ///   - selectors: the arguments; if empty, all cases are selected.
    ///   - filter: the expression of `--filter`, or nil.
    ///   - scenarios: the folder of `--scenarios`.
    ///   - wantsBuiltin: whether to use the built-in scenarios, whatever folder exists.
    ///   - addsBuiltin: whether to add the built-in scenarios to those of the usual folder, so that
    ///     an existing folder does not make an audit smaller.
    ///   - reachesFiles: whether selectors may name files and folders outside the suite.
    ///   - allowsEmpty: whether an empty selection is allowed.
    ///   - clientFolders: folders in which the clients that cases name are looked up, in addition
    ///     to the usual folders; nil if clients are not looked up.
    package init(
        selectors: [String] = [],
        filter: String? = nil,
        scenarios: String? = nil,
        wantsBuiltin: Bool = false,
        addsBuiltin: Bool = false,
        reachesFiles: Bool = true,
        allowsEmpty: Bool = false,
        clientsIn clientFolders: [String]? = nil
    ) {
        self.clientFolders = clientFolders
        (self.selectors, self.filter) = (selectors, filter)
        (self.scenarios, self.wantsBuiltin) = (scenarios, wantsBuiltin)
        (self.addsBuiltin, self.reachesFiles) = (addsBuiltin, reachesFiles)
        self.allowsEmpty = allowsEmpty
    }

    /// Returns the request for a resumed run, for the scenarios of its plan.
    ///
    /// - Parameter plan: the plan of the run file. Another party may have written it, so it cannot
    ///   choose a folder to read.
    /// - Returns: the selection, with the built-in scenarios if the run used them.
    /// - Throws: a `usage` failure if the run used a folder that the command line does not name.
    package func goingOn(with plan: PlanRecord) throws(Failure) -> SelectionRequest {
        guard scenarios == nil, !wantsBuiltin else { return self }
        var request = self
        request.wantsBuiltin = plan.options.contains("--builtin")
        guard request.wantsBuiltin || plan.root == Self.usualFolder else {
            throw Failure(
                .usage,
                "--resume: the run used the scenarios in \(Shown.escaped(plan.root)), and a run file "
                    + "cannot choose a folder to read",
                help: "name the folder again: --scenarios "
                    + Shown.escaped(Prose.shellQuoted(plan.root))
            )
        }
        return request
    }

    /// The folder of the suite: the named folder, the usual folder, or else the folder of the
    /// built-in scenarios.
    private var suite: String {
        get throws(Failure) {
            if usesBuiltin { return try Self.builtinSuite }
            if let scenarios { return Selector(scenarios).path }
            try Self.requireHere()
            return Self.usualFolder
        }
    }

    /// Refuses a usual folder if a link leads out of the working directory.
    ///
    /// - Throws: an `environment` failure if a link leads out of the working directory.
    static func requireHere() throws(Failure) {
        try Files.requireHere(usualFolder, help: "name the folder: --scenarios \(usualFolder)")
    }

    /// Loads the scenarios for the selectors.
    ///
    /// If the scenarios are the built-in scenarios, a notice on standard error says so, because the
    /// user may be in the wrong folder.
    package func library() async throws(Failure) -> Library {
        let library = try await quietLibrary()
        try tell(of: library)
        return library
    }

    /// Reports on standard error which scenarios are used, if `library()` did not report it.
    package func announce(_ library: Library) throws(Failure) {
        guard !usesBuiltin || wantsBuiltin else { return }
        let kind = usesBuiltin ? "built-in scenarios, in" : "scenarios of"
        try StandardStream.error.write(
            "hatpin: these are the \(kind) \(Shown.escaped(library.root))\n"
        )
    }

    /// Loads the scenarios without a notice on standard error.
    ///
    /// - Parameters:
    ///   - whole: whether to load the whole suite, not only the selected part.
    ///   - word: a word that all relevant cases contain, such as the id of an attack, or nil.
    /// - Returns: the cases, without files that lack the word.
    /// - Throws: the errors of `Library.load`.
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

    /// The ids and paths of the selected cases, or nil if the selection has other conditions.
    private var names: [Selector]? {
        let selectors = selectors.map(Selector.init)
        guard let filter else { return selectors }
        // A filter of ids needs only the named files. Every other filter needs the whole suite,
        // because a word counts as misspelt only if nothing in the suite has it.
        return selectors.isEmpty ? (try? FilterExpression(filter))?.ids?.map(Selector.init) : nil
    }

    /// Loads the scenarios of these files and folders of a suite.
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
            // The files of the suite were compared with the built-in files when the suite's folder
            // was located.
            knowing: { path, bytes in isBuiltin || BuiltinFolder.isScenario(path, bytes) }
        )
    }

    /// Reports on standard error which scenarios are used, unless the command line or the folder
    /// says so.
    package func tell(of library: Library) throws(Failure) {
        if let addition = library.addition {
            try StandardStream.error.write(addition.text(of: library))
        } else if usesBuiltin, !wantsBuiltin {
            let root = Shown.escaped(library.root)
            try StandardStream.error.write("hatpin: these are the built-in scenarios, in \(root)\n")
        }
    }

    /// Returns the options that select these scenarios again, quoted for a shell.
    package func stated(for library: Library) -> [String] {
        if usesBuiltin { return ["--builtin"] }
        let isUsual = library.root == Self.usualFolder && (scenarios == nil || !addsBuiltin)
        return isUsual ? [] : ["--scenarios", library.root]
    }

    /// Whether the built-in scenarios are used.
    private var usesBuiltin: Bool {
        let isFolderHere = Files.exists(Self.usualFolder)
        return wantsBuiltin || scenarios == nil && outside.isEmpty && !isFolderHere
    }

    static let usualFolder = "Scenarios"

    private static var builtinSuite: String {
        get throws(Failure) { try BuiltinFolder.scenarios.path(unless: "--scenarios") }
    }

    /// Whether the usual folder has every file of the built-in suite, as in Hatpin's own checkout.
    private static var isSuiteHere: Bool {
        BuiltinFolder.scenarios.files.allSatisfy {
            Files.exists("\(usualFolder)/\($0.path)")
        }
    }

    /// The selectors that are paths outside the usual folder.
    private var outside: [String] {
        guard reachesFiles else { return [] }
        return selectors.map(Selector.init).filter {
            $0.isPath && !$0.path.isBelow(Self.usualFolder) && Files.exists($0.path)
        }.map(\.path)
    }

    /// The parties of the selectors `id@party`.
    ///
    /// If a party's file does not exist, the party belongs to a case, and the file's path is
    /// relative to the case's folder.
    package var namedParties: [PartyReference] {
        partyNames.compactMap { try? PartyReference(written: $0).readingDocuments() }
            .filter { $0.program == nil }
    }

    /// The names after `@` in selectors.
    package var partyNames: [String] { selectors.compactMap { Selector($0).party } }

    /// Returns the requested selection.
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

    /// Returns the selected cases, each with the party that it names or `reference`.
    ///
    /// Reports on standard error the words of the filter that no case has.
    ///
    /// - Throws: the errors of `chosen(among:in:rerun:)`.
    package func chosen(from library: Library) throws(Failure) -> [Pair] {
        let chosen = try chosen(among: library.selectablePairs(parties: nil), in: library)
        try chosen.tell()
        return chosen.pairs
    }

    /// Returns the selected pairs.
    ///
    /// - Throws: a `usage` failure for a filter that cannot be parsed; a `nothingSelected` failure
    ///   for a selector that selects nothing, and for an empty selection unless it is allowed. If
    ///   the library has faulty files, which may contain the selected cases, throws an
    ///   `invalidScenario` failure instead.
    package func chosen(
        among pairs: [SelectablePair],
        in library: Library,
        rerun: Rerun? = nil
    ) throws(Failure) -> ChosenPairs {
        do throws(Failure) {
            return try chosen(among: pairs, rerun)
        } catch {
            guard error.kind == .nothingSelected, !library.isSound else { throw error }
            throw Failure(.invalidScenario, error.message, help: error.help)
        }
    }

    private func chosen(
        among pairs: [SelectablePair],
        _ rerun: Rerun?
    ) throws(Failure) -> ChosenPairs {
        var selection = try selection()
        selection.rerun = rerun
        let candidates = pairs.map(\.candidate)
        let misses = selection.misses(among: candidates)
        let unknown = selection.unknownTerms(among: candidates)
        let chosen = selection.indices(among: candidates).map { pairs[$0].pair }
        guard !allowsEmpty else { return ChosenPairs(pairs: chosen, unknownTerms: []) }
        if let miss = misses.first { throw miss }
        if chosen.isEmpty { throw unknown.first ?? Self.nothing(of: rerun) }
        return ChosenPairs(pairs: chosen, unknownTerms: unknown)
    }

    private static func nothing(of rerun: Rerun?) -> Failure {
        guard let rerun else {
            let help = "see hatpin list"
            return Failure(.nothingSelected, "no case is selected", help: help)
        }
        return rerun.isEmpty
            ? Failure(
                .nothingSelected,
                "there are no failures to run again",
                help: "add --allow-empty to accept that"
            )
            : Failure(
                .nothingSelected,
                "none of the cases to run again is selected",
                help: "give the same selection, parties and command after -- as before"
            )
    }

    private func caret(_ error: FilterError) -> String {
        let marks = String(repeating: "^", count: error.length)
        let text = Shown.escaped(filter ?? "")
        // The text is shown escaped. If escapes made it longer, the caret would point at the wrong
        // place.
        guard text == filter else { return "  " + text }
        return "  \(text)\n  " + String(repeating: " ", count: error.offset) + marks
    }
}

/// The pairs that a command line selects.
package struct ChosenPairs: Sendable {
    package let pairs: [Pair]
    /// Words of the filter that no case has.
    fileprivate let unknownTerms: [Failure]

    /// Reports on standard error which words of the filter no case has.
    package func tell() throws(Failure) {
        for term in unknownTerms {
            let help = term.help.map { "; \($0)" } ?? ""
            try StandardStream.error.write("hatpin: warning: \(term.message)\(help)\n")
        }
    }
}

extension String {
    /// Returns whether the path is this folder or is below it.
    func isBelow(_ folder: String) -> Bool {
        self == folder || hasPrefix(folder + "/")
    }
}
