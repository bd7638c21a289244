import CommandWorkshop
import Testing

@testable import CaseSelection

/// The files that are read for selectors, in place of a whole suite.
@Suite(.blocking)
struct SuitePartTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// `SUITE` stands for the suite's folder.
        let selectors: [String]
        var suite = "Scenarios"
        /// Below the suite; nil for all of it.
        let places: [String]?
    }

    static let cases = [
        Case(
            testDescription: "an id: another file of its folder may have it",
            selectors: ["pins/renewal"],
            places: ["pins"]
        ),
        Case(
            testDescription: "a case before a party",
            selectors: ["pins/renewal[same-key]@afnetworking:mode=public-key"],
            places: ["pins"]
        ),
        Case(testDescription: "a folder of ids", selectors: ["pins/"], places: ["pins"]),
        Case(
            testDescription: "a folder below another, and another",
            selectors: ["pins/deep", "names/exact", "pins/renewal"],
            places: ["names", "pins"]
        ),
        Case(
            testDescription: "a file",
            selectors: ["SUITE/pins/renewal.yaml"],
            places: ["pins/renewal.yaml"]
        ),
        Case(testDescription: "a folder", selectors: ["SUITE/pins"], places: ["pins"]),
        Case(testDescription: "the suite", selectors: ["SUITE"], places: nil),
        Case(testDescription: "no selector", selectors: [], places: nil),
        Case(testDescription: "a pattern", selectors: ["pins/re*"], places: nil),
        Case(
            testDescription: "a misspelt id beside a right one",
            selectors: ["pins/renewal", "pins/renewl"],
            places: nil
        ),
        Case(testDescription: "a file that is not there", selectors: ["SUITE/x.yaml"], places: nil),
        Case(testDescription: "a way out", selectors: ["pins/../names/exact"], places: nil),
        Case(testDescription: "a link to another folder", selectors: ["linked/exact"], places: nil),
        Case(
            testDescription: "a folder of a suite with files beside it",
            selectors: ["pins"],
            suite: "flat/scenarios",
            places: nil
        ),
        Case(
            testDescription: "an id of that suite",
            selectors: ["pins/renewal"],
            suite: "flat/scenarios",
            places: ["pins"]
        ),
        Case(
            testDescription: "a suite of another name, whose ids would change",
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
    func `a suite is read in part for`(_ case: Case) throws {
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
        let places = SuitePart.places(of: selectors, in: suite)
        #expect(places == `case`.places?.map { "\(suite)/\($0)" })
    }
}
