import Basics
import Testing

/// The verdict of another implementation as a word, and whether that implementation accepts.
private struct Word: Difference {
    let word: String
    let direction: DifferenceDirection?

    init(_ word: String, _ direction: DifferenceDirection? = .stricter) {
        (self.word, self.direction) = (word, direction)
    }
}

struct DifferenceAccountTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        fileprivate let words: [Word]
        let faults: [String]

        fileprivate init(_ name: String, _ words: [Word], _ faults: [String]) {
            (testDescription, self.words, self.faults) = (name, words, faults)
        }

        static let all = [
            Case("as many as counted", [Word("a"), Word("a"), Word("b")], []),
            Case("fewer than counted", [Word("a"), Word("b")], []),
            Case(
                "more than counted",
                [Word("a"), Word("a"), Word("a"), Word("b")],
                ["'first' explains another number of cases (3) than when it was written (2)"]
            ),
            Case("no longer any", [Word("a")], ["'second' no longer explains any case"]),
            Case(
                "a word without an explanation",
                [Word("a"), Word("b"), Word("c"), Word("c")],
                ["says c: 2×, such as case 2, case 3"]
            ),
            Case(
                "the other direction",
                [Word("a"), Word("b"), Word("a", .laxer)],
                ["says a: 1×, such as case 2"]
            ),
            Case(
                "no verdict",
                [Word("a"), Word("b"), Word("b", nil)],
                ["says b: 1×, such as case 2"]
            ),
        ]
    }

    private static let list: [KnownDifference<Word>] = [
        KnownDifference("first", .stricter, "It knows no a.") { $0.word == "a" },
        KnownDifference("second", .stricter, "It knows no b.", cases: 7) { $0.word == "b" },
    ].counted(["first": 2, "second": 1])

    @Test(arguments: Case.all)
    func `an account reports unexplained differences and unexpected counts of cases`(_ test: Case) {
        var account = DifferenceAccount(of: Self.list)
        for (number, word) in test.words.enumerated() {
            account.add(word, "says \(word.word)", of: "case \(number)")
        }
        #expect(account.faults == test.faults)
    }

    @Test func `an exact account also reports an explanation of fewer cases than counted`() {
        func faults(of words: [String]) -> [String] {
            var account = DifferenceAccount(of: Self.list, isExact: true)
            for word in words { account.add(Word(word), "says \(word)", of: word) }
            return account.faults
        }
        #expect(faults(of: ["a", "a", "b"]) == [])
        let fault = "'first' explains another number of cases (1) than when it was written (2)"
        #expect(faults(of: ["a", "b"]) == [fault])
    }

    @Test func `an explanation missing from the table of counts has the count 0`() {
        let list = Self.list.counted([:])
        #expect(list.map(\.cases) == [0, 0])
    }
}
