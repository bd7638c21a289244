import Testing

@testable import Basics

@Suite("Colour")
struct ColourTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var choice = ColourChoice.auto
        var environment: [String: String] = [:]
        var isTerminal = true
        let hasColour: Bool
    }

    static let everything = ["FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "dumb"]

    static let cases = [
        Case(testDescription: "a terminal gets colours", hasColour: true),
        Case(testDescription: "a file gets none", isTerminal: false, hasColour: false),
        Case(
            testDescription: "--color=never beats FORCE_COLOR",
            choice: .never,
            environment: everything,
            hasColour: false
        ),
        Case(
            testDescription: "--color=always beats NO_COLOR",
            choice: .always,
            environment: ["NO_COLOR": "1"],
            isTerminal: false,
            hasColour: true
        ),
        Case(
            testDescription: "FORCE_COLOR beats NO_COLOR and TERM",
            environment: everything,
            isTerminal: false,
            hasColour: true
        ),
        Case(
            testDescription: "CLICOLOR_FORCE beats NO_COLOR",
            environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"],
            isTerminal: false,
            hasColour: true
        ),
        Case(
            testDescription: "FORCE_COLOR=0 switches colours off",
            environment: ["FORCE_COLOR": "0"],
            hasColour: false
        ),
        Case(
            testDescription: "CLICOLOR_FORCE=0 forces nothing",
            environment: ["CLICOLOR_FORCE": "0"],
            isTerminal: false,
            hasColour: false
        ),
        Case(
            testDescription: "NO_COLOR beats the terminal",
            environment: ["NO_COLOR": "1"],
            hasColour: false
        ),
        Case(
            testDescription: "an empty NO_COLOR is not set",
            environment: ["NO_COLOR": ""],
            hasColour: true
        ),
        Case(
            testDescription: "a dumb terminal gets none",
            environment: ["TERM": "dumb"],
            hasColour: false
        ),
    ]

    @Test(arguments: cases)
    func `the first rule that applies decides about colour`(_ example: Case) {
        #expect(
            example.choice.hasColour(example.environment, isTerminal: example.isTerminal)
                == example.hasColour
        )
    }
}
