import Testing

@testable import hatpin

@Suite("Filters")
struct FilterExpressionTests {
    typealias Term = FilterExpression.Term

    struct Good: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let expression: FilterExpression
    }

    static let a = FilterExpression.term(Term(nil, "a"))
    static let b = FilterExpression.term(Term(nil, "b"))
    static let c = FilterExpression.term(Term(nil, "c"))

    static let good = [
        Good(testDescription: "a bare word", text: "a", expression: a),
        Good(
            testDescription: "a key and a word",
            text: "tag:a",
            expression: .term(Term(.tag, "a"))
        ),
        Good(
            testDescription: "an id with brackets and colons",
            text: "id:pins/x[leaf.key=p256]:y",
            expression: .term(Term(.id, "pins/x[leaf.key=p256]:y"))
        ),
        Good(
            testDescription: "a party with settings",
            text: "party:afn:mode=none",
            expression: .term(Term(.party, "afn:mode=none"))
        ),
        Good(
            testDescription: "and binds tighter than or",
            text: "a or b and c",
            expression: .or(a, .and(b, c))
        ),
        Good(
            testDescription: "not binds tightest",
            text: "not a and b",
            expression: .and(.not(a), b)
        ),
        Good(
            testDescription: "parentheses bind tightest",
            text: "not (a or b) and c",
            expression: .and(.not(.or(a, b)), c)
        ),
        Good(
            testDescription: "parentheses without spaces",
            text: "(a)and(b)",
            expression: .and(a, b)
        ),
        Good(testDescription: "not twice", text: "not not a", expression: .not(.not(a))),
        Good(
            testDescription: "equal operators group from the left",
            text: "a or b or c",
            expression: .or(.or(a, b), c)
        ),
    ]

    @Test(arguments: good)
    func `parses a filter`(_ example: Good) throws {
        #expect(try FilterExpression(example.text) == example.expression)
    }

    struct Bad: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: FilterError

        init(
            _ description: String,
            _ text: String,
            _ problem: FilterError.Problem,
            _ place: Range<Int>
        ) {
            testDescription = description
            self.text = text
            error = FilterError(problem: problem, offset: place.lowerBound, length: place.count)
        }
    }

    static let bad = [
        Bad("nothing", "", .expectedTerm, 0..<1),
        Bad("only spaces", "  ", .expectedTerm, 2..<3),
        Bad("an operator at the end", "a and", .expectedTerm, 5..<6),
        Bad("an operator at the start", "or a", .expectedTerm, 0..<2),
        Bad("two words", "a b", .expectedEnd, 2..<3),
        Bad("an open parenthesis", "a and (b or c", .expectedClose, 6..<7),
        Bad("two words in parentheses", "(a b)", .expectedEnd, 3..<4),
        Bad("a closing parenthesis", "a)", .expectedEnd, 1..<2),
        Bad("empty parentheses", "()", .expectedTerm, 1..<2),
        Bad("an unknown key", "a or tga:b", .unknownKey("tga"), 5..<8),
        Bad("a key without a word", "tag:", .emptyWord, 0..<4),
        Bad(
            "nesting without end",
            String(repeating: "not ", count: 101) + "a",
            .tooDeep,
            400..<403
        ),
    ]

    @Test(arguments: bad)
    func `refuses an invalid filter, with the position`(_ example: Bad) {
        #expect(throws: example.error) { try FilterExpression(example.text) }
    }

    @Test(arguments: ["a", "b", "c"])
    func `a filter matches as its operators define`(word: String) throws {
        let expression = try FilterExpression("a or not (b or a)")
        #expect(expression.holds { $0.word == word } == (word != "b"))
    }
}

@Suite("Patterns")
struct GlobTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let pattern: String
        let yes, no: [String]
    }

    static let cases = [
        Case(
            testDescription: "a star matches anything, including slashes",
            pattern: "pins/*",
            yes: ["pins/", "pins/a", "pins/a/b[c=d]"],
            no: ["pins", "spins/a"]
        ),
        Case(
            testDescription: "a question mark matches one character",
            pattern: "a?c",
            yes: ["abc", "a/c"],
            no: ["ac", "abbc"]
        ),
        Case(
            testDescription: "brackets match themselves",
            pattern: "a[b]*",
            yes: ["a[b]", "a[b]c"],
            no: ["ab"]
        ),
        Case(
            testDescription: "stars backtrack",
            pattern: "*ab*ab",
            yes: ["abab", "xabyabab"],
            no: ["ab", "abaab!"]
        ),
        Case(
            testDescription: "an empty pattern only matches an empty text",
            pattern: "",
            yes: [""],
            no: ["a"]
        ),
    ]

    @Test(arguments: cases)
    func `matches patterns`(_ example: Case) {
        let glob = Glob(example.pattern)
        #expect(example.yes.filter { !glob.matches($0) } == [])
        #expect(example.no.filter { glob.matches($0) } == [])
    }

    @Test(arguments: [
        ("id:a/*", ["a/*"]), ("id:a or id:b/*", ["a", "b/*"]),
        ("id:a/* and not id:a/b", ["a/*", "a/b"]), ("not id:a", nil),
        ("id:a or not id:b", nil), ("id:a and tag:b", nil), ("a", nil),
    ])
    func `finds the ids of a filter that consists only of ids`(text: String, ids: [String]?) throws
    {
        #expect(try FilterExpression(text).ids == ids)
    }
}
