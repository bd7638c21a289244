import CommandWorkshop
import Testing

@testable import hatpin

/// The files that hatpin reads for selectors, instead of a whole suite.
@Suite(.blocking)
struct SuitePartTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// `SUITE` is the suite's folder.
        let selectors: [String]
        var suite = "Scenarios"
        /// Paths below the suite, `.` for the suite itself; nil for all of it, if the selectors do
        /// not restrict it.
        let places: [String]?
    }

    static let cases = [
        Case(
            testDescription: "an id, which another file of its folder may contain",
            selectors: ["pins/renewal"],
            places: ["pins"]
        ),
        Case(
            testDescription: "a case with a party",
            selectors: ["pins/renewal[same-key]@afnetworking:mode=public-key"],
            places: ["pins"]
        ),
        Case(testDescription: "a folder of ids", selectors: ["pins/"], places: ["pins"]),
        Case(
            testDescription: "a folder below another, and a second folder",
            selectors: ["pins/deep", "names/exact", "pins/renewal"],
            places: ["names", "pins"]
        ),
        Case(
            testDescription: "a file",
            selectors: ["SUITE/pins/renewal.yaml"],
            places: ["pins/renewal.yaml"]
        ),
        Case(testDescription: "a folder", selectors: ["SUITE/pins"], places: ["pins"]),
        Case(testDescription: "the suite", selectors: ["SUITE"], places: ["."]),
        Case(testDescription: "no selector", selectors: [], places: nil),
        Case(testDescription: "a pattern of a folder", selectors: ["pins/re*"], places: ["pins"]),
        Case(
            testDescription: "a pattern of a folder's files",
            selectors: ["SUITE/pins/de*/*.yaml"],
            places: ["pins"]
        ),
        Case(testDescription: "a pattern", selectors: ["pi*/renewal"], places: nil),
        Case(
            testDescription: "a pattern of a missing folder",
            selectors: ["pinz/*"],
            places: nil
        ),
        Case(
            testDescription: "a misspelt id next to a correct one",
            selectors: ["pins/renewal", "pins/renewl"],
            places: nil
        ),
        Case(testDescription: "a missing file", selectors: ["SUITE/x.yaml"], places: nil),
        Case(testDescription: "a path with ..", selectors: ["pins/../names/exact"], places: nil),
        Case(testDescription: "a link to another folder", selectors: ["linked/exact"], places: nil),
        Case(
            testDescription: "a folder of a suite with other files next to it",
            selectors: ["pins"],
            suite: "flat/scenarios",
            places: ["."]
        ),
        Case(
            testDescription: "an id of that suite",
            selectors: ["pins/renewal"],
            suite: "flat/scenarios",
            places: ["pins"]
        ),
        Case(
            testDescription: "a suite of another name, with other ids",
            selectors: ["pins/renewal"],
            suite: "attacks",
            places: nil
        ),
        Case(
            testDescription: "a folder that ids would be relative to",
            selectors: ["scenarios/renewal"],
            places: nil
        ),
    ]

    @Test(arguments: cases)
    func `hatpin reads only the part of a suite that selectors need`(_ case: Case) throws {
        let workshop = try Workshop([
            "Scenarios/pins/renewal.yaml": "", "Scenarios/pins/deep/a.yaml": "",
            "Scenarios/names/exact.yaml": "", "Scenarios/scenarios/renewal.yaml": "",
            "attacks/pins/renewal.yaml": "",
            "flat/scenarios/a.yaml": "", "flat/scenarios/pins/renewal.yaml": "",
        ])
        _ = workshop.shell("ln -s names Scenarios/linked")
        let suite = "\(workshop.folder)/\(`case`.suite)"
        let selectors = `case`.selectors.map {
            Selector($0.hasPrefix("SUITE") ? suite + $0.dropFirst("SUITE".count) : $0)
        }
        let places = SuitePart.places(of: selectors, in: [suite])
        let expected = `case`.places?.map { $0 == "." ? suite : "\(suite)/\($0)" }
        #expect(places == expected.map { [$0] })
    }

    @Test func `reads files that contain a word, or escapes that may spell the word`() throws {
        let workshop = try Workshop([
            "Scenarios/pins/a.yaml": "covers: [PIN-018]",
            "Scenarios/b.yaml": "covers: [PIN-019]",
            "Scenarios/c.yaml": "covers: [\"PIN\\x2d019\"]",
            "Scenarios/clients/d.yaml": "PIN-018",
            "attacks/pins/e.yaml": "covers: [PIN-018]",
        ])
        let suite = "\(workshop.folder)/Scenarios"
        let both = ["\(suite)/c.yaml", "\(suite)/pins/a.yaml"]
        #expect(SuitePart.places(stating: "PIN-018", in: [suite]) == [both])
        #expect(SuitePart.places(stating: "PIN-020", in: [suite]) == [["\(suite)/c.yaml"]])
        // The cases of a file that is read alone would have other ids.
        let other = "\(workshop.folder)/attacks"
        #expect(SuitePart.places(stating: "PIN-018", in: [suite, other]) == nil)
    }

    struct Pair: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let selectors: [String]
        /// Paths below `own` and `builtin`, `.` for the suite itself; nil for all of both.
        let own, builtin: [String]?
    }

    static let pairs = [
        Pair(testDescription: "an id of one suite", selectors: ["mine"], own: ["."], builtin: []),
        Pair(
            testDescription: "an id of the other suite",
            selectors: ["names/exact"],
            own: [],
            builtin: ["names"]
        ),
        Pair(
            testDescription: "an id that another file of the folder may contain",
            selectors: ["pins/renewal"],
            own: ["pins"],
            builtin: ["pins"]
        ),
        Pair(
            testDescription: "ids of both suites",
            selectors: ["mine", "names/exact"],
            own: ["."],
            builtin: ["names"]
        ),
        Pair(
            testDescription: "a misspelt id next to a correct one",
            selectors: ["mine", "names/exat"],
            own: nil,
            builtin: nil
        ),
    ]

    @Test(arguments: pairs)
    func `hatpin reads only the parts of two suites that selectors need`(_ pair: Pair) throws {
        let workshop = try Workshop([
            "own/scenarios/mine.yaml": "", "own/scenarios/pins/other.yaml": "",
            "builtin/scenarios/pins/renewal.yaml": "", "builtin/scenarios/names/exact.yaml": "",
        ])
        let suites = ["own", "builtin"].map { "\(workshop.folder)/\($0)/scenarios" }
        let places = SuitePart.places(of: pair.selectors.map(Selector.init), in: suites)
        let expected = zip(suites, [pair.own, pair.builtin]).map { suite, places in
            places?.map { $0 == "." ? suite : "\(suite)/\($0)" }
        }
        #expect(places == (pair.own == nil ? nil : expected.compactMap(\.self)))
    }
}
