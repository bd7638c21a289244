import BuiltinFolders
import Reports
import Runner
import Scenarios
import Surroundings

/// The part of a command line that selects cases.
package struct SelectionRequest: Sendable {
    private let selectors: [String]
    private let filter: String?
    private let scenarios: String?
    private let wantsBuiltin: Bool
    /// Whether it is no error if nothing is selected.
    package let allowsEmpty: Bool
    private let clientFolders: [String]?

    /// - Parameters:
    ///   - selectors: arguments that name cases; all are meant where there are none.
    ///   - filter: an expression of `--filter`; nil for none.
    ///   - scenarios: the folder that was named with `--scenarios`.
    ///   - wantsBuiltin: whether the built-in scenarios are asked for, whatever folder is here.
    ///   - allowsEmpty: whether it is no error if nothing is selected.
    ///   - clientFolders: folders of definitions besides the usual ones, in which the clients that
    ///     cases name must be; nil if they are not looked for.
    package init(
        selectors: [String] = [],
        filter: String? = nil,
        scenarios: String? = nil,
        wantsBuiltin: Bool = false,
        allowsEmpty: Bool = false,
        clientsIn clientFolders: [String]? = nil
    ) {
        self.clientFolders = clientFolders
        (self.selectors, self.filter) = (selectors, filter)
        (self.scenarios, self.wantsBuiltin) = (scenarios, wantsBuiltin)
        self.allowsEmpty = allowsEmpty
    }

    /// The same for a run that goes on: with the folder of its plan, unless one is named or it is gone.
    package func below(_ root: String) -> SelectionRequest {
        guard scenarios == nil, !wantsBuiltin, Environment.exists(root) else { return self }
        return SelectionRequest(
            selectors: selectors,
            filter: filter,
            scenarios: root,
            allowsEmpty: allowsEmpty,
            clientsIn: clientFolders
        )
    }

    /// The folder of the suite: the one that was named, the usual one, or where there is none that of
    /// the built-in scenarios.
    private var suite: String {
        get throws(Failure) {
            if usesBuiltin { return try BuiltinFolder.scenarios.path(unless: "--scenarios") }
            return scenarios.map { Selector($0).path } ?? Self.usualFolder
        }
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

    /// The same without a word on standard error; with `whole` all of the suite, and not the part alone
    /// that the selectors mean.
    package func quietLibrary(whole: Bool = false) async throws(Failure) -> Library {
        let outside = outside
        guard usesBuiltin || scenarios != nil || outside.isEmpty else {
            return try await Library.load(outside, clientsIn: clientFolders)
        }
        let suite = try suite
        // A word of a filter is misspelt where it is none of the whole suite.
        let isWhole = whole || filter != nil
        let part = isWhole ? nil : SuitePart.places(of: selectors.map(Selector.init), in: suite)
        return try await Library.load(
            part ?? [suite],
            isOfSuite: part == nil,
            clientsIn: clientFolders
        )
    }

    /// Says on standard error that these are the built-in scenarios, if they are and were not asked
    /// for.
    package func tell(of library: Library) throws(Failure) {
        guard usesBuiltin, !wantsBuiltin else { return }
        let root = Shown.escaped(library.root)
        try StandardStream.error.write("hatpin: these are the built-in scenarios, in \(root)\n")
    }

    /// Says on standard error that the scenarios are those of the working directory, where these are
    /// fewer than ship: an audit by them alone says little about a client.
    package func tellOfOwn(_ library: Library) throws(Failure) {
        guard !usesBuiltin, scenarios == nil, library.isOfSuite else { return }
        let shipped = BuiltinFolder.scenarios.files.count { $0.path.hasSuffix(".yaml") }
        guard library.files < shipped else { return }
        let files = Prose.count(library.files, "scenario file")
        try StandardStream.error.write(
            "hatpin: tried by the \(files) of \(Shown.escaped(library.root)) alone; --builtin takes the "
                + "\(shipped) that ship\n"
        )
    }

    /// Whether the built-in scenarios are in force.
    private var usesBuiltin: Bool {
        let isFolderHere = Environment.exists(Self.usualFolder)
        return wantsBuiltin || scenarios == nil && outside.isEmpty && !isFolderHere
    }

    private static let usualFolder = "Scenarios"

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

    /// The names behind `@` in selectors.
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

    /// The pairs that are chosen.
    ///
    /// Words of the filter that no case has are told of on standard error.
    ///
    /// - Throws: usage, for a filter that cannot be read; nothing selected, for a selector that means
    ///   no case and where nothing at all is chosen, unless that is allowed.
    package func chosen(among choices: [Choice], rerun: Rerun? = nil) throws(Failure) -> [Pair] {
        let chosen = try quietlyChosen(among: choices, rerun: rerun)
        try chosen.tell()
        return chosen.pairs
    }

    /// The same without a word on standard error.
    package func quietlyChosen(
        among choices: [Choice],
        rerun: Rerun? = nil
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
                help: "repeat the selection, the parties and the command behind -- that they had"
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
