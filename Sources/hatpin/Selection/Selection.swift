import Basics
import ScenarioFormat

/// The properties of a case and a party that selectors and filters compare.
package struct Candidate: Hashable, Sendable {
    /// The ids of the case, and of the scenario without coordinates.
    let id, group: String
    /// The path of the file, as the library names it.
    let file: String
    /// The tags that the scenario states.
    var tags: [String] = []
    var covers: [String] = []
    var `class` = ""
    /// The party's name with settings, and its name alone.
    let party, model: String
    /// Whether the candidate is selected only by a selector with the party's name.
    var isByName = false

    /// The id of the case and the party, as in judgements.
    package var pair: String { "\(id)@\(party)" }

    /// Returns whether a term of `--filter` matches.
    func matches(_ term: FilterExpression.Term) -> Bool {
        let glob = Glob(term.word)
        let isTagged = tags.contains { glob.matches($0) }
        let isParty = glob.matches(model) || glob.matches(party)
        return switch term.key {
        case .tag: isTagged
        case .party: isParty
        case .id: glob.matches(id) || glob.matches(group)
        case .covers: covers.contains { glob.matches($0) }
        case .class: glob.matches(`class`)
        case nil: isTagged || isParty
        }
    }
}

/// An argument of `run`, `list` or `explain`: an id, a folder of ids, a path or a pattern, with or
/// without `@party`.
struct Selector: Hashable, Sendable {
    /// The text as typed.
    let text: String
    private let subject: String
    /// The party after `@`, without the number of a repetition.
    let party: String?

    init(_ text: String) {
        self.text = text
        if let at = text.lastIndex(of: "@"), at != text.startIndex {
            subject = String(text[..<at])
            let party = text[at...].dropFirst()
            self.party = String(party.prefix { $0 != "#" })
        } else {
            subject = text
            party = nil
        }
    }

    /// Returns whether the selector matches this candidate.
    ///
    /// The selector's path must have the same form as the candidates' paths.
    func matches(_ candidate: Candidate) -> Bool {
        if candidate.isByName, party == nil { return false }
        if let party {
            let glob = Glob(party)
            guard glob.matches(candidate.party) || glob.matches(candidate.model) else {
                return false
            }
        }
        if Glob.isPattern(subject) {
            let glob = Glob(subject)
            return glob.matches(candidate.id) || glob.matches(candidate.group)
                || glob.matches(candidate.file)
        }
        let name = path
        return [candidate.id, candidate.group, candidate.file].contains(name)
            || candidate.id.hasPrefix(name + "/") || candidate.file.hasPrefix(name + "/")
            || name.isEmpty || name == "."
    }

    /// Whether the selector is written as a path; a bare word is an id.
    var isPath: Bool {
        subject.contains("/") || subject.hasPrefix(".") || subject.hasSuffix(".yaml")
    }

    /// The path without a leading `./` and without a slash at its end.
    var path: String {
        var path = subject[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}

/// The selection of a command.
struct Selection: Sendable {
    /// The selectors, of which each candidate must match at least one; if empty, all candidates
    /// match.
    var selectors: [Selector] = []
    /// The filter that a candidate must match too, or nil.
    var filter: FilterExpression?
    /// The pairs of an earlier run that can be selected, or nil if all pairs can be selected.
    var rerun: Rerun?

    /// Returns the positions of the selected candidates, in order.
    func indices(among candidates: [Candidate]) -> [Int] {
        candidates.indices.filter { index in
            let candidate = candidates[index]
            let isMeant =
                selectors.isEmpty
                ? !candidate.isByName || rerun != nil
                : selectors.contains { $0.matches(candidate) }
            return isMeant
                && (filter?.holds(candidate.matches) ?? true)
                && (rerun?.contains(candidate.pair) ?? true)
        }
    }

    /// Returns a failure with a suggestion for each selector that matches nothing.
    ///
    /// Such a selector ends a run even if other selectors match, because a mistyped id would be a
    /// test that never runs.
    func misses(among candidates: [Candidate]) -> [Failure] {
        let missing = selectors.filter { !candidates.contains(where: $0.matches) }
        guard !missing.isEmpty else { return [] }
        let ids = Set(candidates.map(\.id)).union(candidates.map(\.group)).sorted()
        return missing.map { selector in
            let limit = max(2, selector.path.count / 3)
            let near = closest(to: selector.path, among: ids, limit: limit).prefix(3)
            return Failure(
                .nothingSelected,
                "'\(Shown.escaped(selector.text))' selects nothing",
                help: near.isEmpty
                    ? "see hatpin list"
                    : "closest: " + near.map(Shown.escaped).joined(separator: ", ")
            )
        }
    }

    /// Returns a failure with a suggestion for each word of the filter that no candidate has.
    func unknownTerms(among candidates: [Candidate]) -> [Failure] {
        (filter?.terms ?? [])
            .filter { term in !candidates.contains { $0.matches(term) } }
            .map { term in
                let known = Self.words(for: term.key, candidates)
                let name = term.key.map { "\($0.rawValue):" } ?? ""
                return Failure(
                    .nothingSelected,
                    "nothing matches '\(name)\(Shown.escaped(term.word))'",
                    help: didYouMean(term.word, known).map(Shown.escaped)
                )
            }
    }

    private static func words(
        for key: FilterExpression.Term.Key?,
        _ candidates: [Candidate]
    ) -> [String] {
        let words =
            switch key {
            case .tag: candidates.flatMap(\.tags)
            case .party: candidates.map(\.model)
            case .id: candidates.map(\.id) + candidates.map(\.group)
            case .covers: candidates.flatMap(\.covers)
            case .class: candidates.map(\.class)
            case nil: candidates.flatMap(\.tags) + candidates.map(\.model)
            }
        return Set(words).sorted()
    }
}
