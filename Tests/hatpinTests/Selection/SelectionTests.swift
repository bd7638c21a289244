import Basics
import Testing

@testable import hatpin

@Suite("Selection")
struct SelectionTests {
    static let candidates = [
        candidate("pins/renewal[same-key]", tags: ["pinning"]),
        candidate("pins/renewal[new-key]", tags: ["pinning"]),
        candidate("pins/deep/backup", party: "afnetworking:mode=public-key"),
        candidate("names/exact", tags: ["names", "slow"]),
        candidate("names/exact", tags: ["names", "slow"], party: "urlsession"),
    ]

    static func candidate(
        _ id: String,
        tags: [String] = [],
        party: String = "reference"
    )
        -> Candidate
    {
        let group = String(id.prefix { $0 != "[" })
        return Candidate(
            id: id,
            group: group,
            file: "Scenarios/\(group).yaml",
            tags: tags,
            covers: ["X-1"],
            party: party,
            model: String(party.prefix { $0 != ":" })
        )
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var selectors: [String] = []
        var filter: String?
        let chosen: [Int]
    }

    static let cases = [
        Case(testDescription: "no selector, which selects everything", chosen: [0, 1, 2, 3, 4]),
        Case(testDescription: "an id", selectors: ["pins/renewal[new-key]"], chosen: [1]),
        Case(testDescription: "a scenario", selectors: ["pins/renewal"], chosen: [0, 1]),
        Case(testDescription: "a folder of ids", selectors: ["pins"], chosen: [0, 1, 2]),
        Case(testDescription: "a folder with a slash", selectors: ["pins/"], chosen: [0, 1, 2]),
        Case(
            testDescription: "part of a name, which selects nothing",
            selectors: ["pin"],
            chosen: []
        ),
        Case(testDescription: "a pattern", selectors: ["*/ex*"], chosen: [3, 4]),
        Case(
            testDescription: "a file",
            selectors: ["./Scenarios/names/exact.yaml"],
            chosen: [3, 4]
        ),
        Case(
            testDescription: "a folder of files",
            selectors: ["Scenarios/pins/"],
            chosen: [0, 1, 2]
        ),
        Case(testDescription: "a pair", selectors: ["names/exact@urlsession"], chosen: [4]),
        Case(
            testDescription: "a repetition of a pair",
            selectors: ["names/exact@urlsession#3"],
            chosen: [4]
        ),
        Case(
            testDescription: "a party with its settings",
            selectors: ["pins/deep/backup@afnetworking:mode=public-key"],
            chosen: [2]
        ),
        Case(testDescription: "a model", selectors: ["*@afnetworking"], chosen: [2]),
        Case(testDescription: "several", selectors: ["names", "pins/deep"], chosen: [2, 3, 4]),
        Case(testDescription: "a tag", filter: "tag:slow", chosen: [3, 4]),
        Case(testDescription: "a bare party", filter: "urlsession", chosen: [4]),
        Case(testDescription: "not a bare tag", filter: "not pinning", chosen: [2, 3, 4]),
        Case(testDescription: "an id's pattern", filter: "id:pins/*key]", chosen: [0, 1]),
        Case(
            testDescription: "both",
            selectors: ["names"],
            filter: "party:reference",
            chosen: [3]
        ),
    ]

    @Test(arguments: cases)
    func `selectors select the expected pairs`(_ example: Case) throws {
        let selection = Selection(
            selectors: example.selectors.map(Selector.init),
            filter: try example.filter.map { try FilterExpression($0) }
        )
        #expect(selection.indices(among: Self.candidates) == example.chosen)
    }

    @Test func `a rerun selects only pairs that failed before`() {
        let selection = Selection(
            rerun: Rerun(failed: ["names/exact@urlsession", "gone@reference"])
        )
        #expect(selection.indices(among: Self.candidates) == [4])
    }

    @Test func `reports an argument that selects nothing, with the nearest ids`() {
        let selection = Selection(
            selectors: ["pins/reneval", "exect", "names/exact", "zzzzzzzzzzz"].map(Selector.init)
        )
        #expect(
            selection.misses(among: Self.candidates) == [
                Failure(
                    .nothingSelected,
                    "'pins/reneval' selects nothing",
                    help: "closest: pins/renewal"
                ),
                Failure(
                    .nothingSelected,
                    "'exect' selects nothing",
                    help: "closest: names/exact"
                ),
                Failure(
                    .nothingSelected,
                    "'zzzzzzzzzzz' selects nothing",
                    help: "see hatpin list"
                ),
            ]
        )
    }

    @Test func `reports an unknown word of a filter, with the nearest words`() throws {
        let selection = Selection(filter: try FilterExpression("tag:pining or not party:urlsesion"))
        #expect(
            selection.unknownTerms(among: Self.candidates) == [
                Failure(
                    .nothingSelected,
                    "nothing matches 'tag:pining'",
                    help: "did you mean 'pinning'?"
                ),
                Failure(
                    .nothingSelected,
                    "nothing matches 'party:urlsesion'",
                    help: "did you mean 'urlsession'?"
                ),
            ]
        )
    }
}
