import Testing

@testable import Mutator

/// A table of snippets and their mutants.
struct MutatorTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        /// Each mutant as its expression, an arrow, and the expression that replaces it.
        let changes: [String]
        /// The text with the choices.
        let mutated: String

        init(_ description: String, _ text: String, _ changes: [String], _ mutated: String) {
            testDescription = description
            self.text = text
            self.changes = changes
            self.mutated = mutated
        }
    }

    private static let operators = [
        Case(
            "<",
            "let x = a < b",
            ["a < b → a <= b", "a < b → a >= b"],
            "let x = mutantLess(0, a , b)"
        ),
        Case(
            "<=",
            "f(a <= b)",
            ["a <= b → a < b", "a <= b → a > b"],
            "f(mutantLessOrEqual(0, a , b))"
        ),
        Case(">", "f(a > b)", ["a > b → a >= b", "a > b → a <= b"], "f(mutantGreater(0, a , b))"),
        Case(
            ">=",
            "f(a >= b)",
            ["a >= b → a > b", "a >= b → a < b"],
            "f(mutantGreaterOrEqual(0, a , b))"
        ),
        Case("==", "f(a == b)", ["a == b → a != b"], "f(mutantNegated(0, a == b))"),
        Case("!=", "f(a != nil)", ["a != nil → a == nil"], "f(mutantNegated(0, a != nil))"),
        Case("===", "f(a === b)", ["a === b → a !== b"], "f(mutantNegated(0, a === b))"),
        Case("tuples are not Comparable", "f((a, b) < (c, d))", [], "f((a, b) < (c, d))"),
        Case(
            "a parameter list is not a comparison",
            "func f<A: B>(_: A) where A.C == D {}",
            [],
            "func f<A: B>(_: A) where A.C == D {}"
        ),
        Case("arithmetic has no mutants", "f(a + b)", [], "f(a + b)"),
        Case(
            "a connective and its comparisons",
            "f(a < b && c)",
            ["a < b && c → a < b || c", "a < b → a <= b", "a < b → a >= b"],
            "f(mutantAnd(0, mutantLess(1, a , b) , c))"
        ),
        Case(
            "connectives by precedence",
            "f(a || b && c)",
            ["a || b && c → a || b && c".replacing("→ a ||", with: "→ a &&"), "b && c → b || c"],
            "f(mutantOr(0, a , mutantAnd(1, b , c)))"
        ),
        Case(
            "over two lines",
            "f(\n    a // first\n        && b\n)",
            ["a && b → a || b"],
            "f(\n    mutantAnd(0, a // first\n        , b)\n)"
        ),
        Case(
            "try before the choice",
            "let x = try f() == g()",
            ["f() == g() → f() != g()"],
            "let x = try mutantNegated(0, f() == g())"
        ),
        Case("an autoclosure cannot await", "let x = a && await b", [], "let x = a && await b"),
    ]

    private static let conditions = [
        Case(
            "a guard",
            "guard a else { return }",
            ["a → !(a)", "guard a → guard true"],
            "guard mutantNegated(0, mutantPassed(1, a)) else { return }"
        ),
        Case(
            "a guard that binds",
            "guard let a = b, !c else { return }",
            ["!c → c", "guard !c → guard true"],
            "guard let a = b, mutantNegated(0, mutantPassed(1, !c)) else { return }"
        ),
        Case(
            "a guard of a comparison",
            "guard a == b else { throw c }",
            ["guard a == b → guard true", "a == b → a != b"],
            "guard mutantPassed(0, mutantNegated(1, a == b)) else { throw c }"
        ),
        Case(
            "an if that returns",
            "if a { return b }",
            ["if a → if false", "a → !(a)"],
            "if mutantNegated(1, a), mutantStays(0) { return b }"
        ),
        Case(
            "an if that binds and throws",
            "if let a = b { throw a }",
            ["if let a = b → if false"],
            "if let a = b, mutantStays(0) { throw a }"
        ),
        Case(
            "an if that continues",
            "if a { b() }",
            ["a → !(a)"],
            "if mutantNegated(0, a) { b() }"
        ),
        Case(
            "an if with an else is not an early return",
            "if a { return b } else { c() }",
            ["a → !(a)"],
            "if mutantNegated(0, a) { return b } else { c() }"
        ),
        Case("while", "while a { b() }", ["a → !(a)"], "while mutantNegated(0, a) { b() }"),
        Case("an endless loop", "while true { b() }", [], "while true { b() }"),
        Case("?:", "f(a ? b : c)", ["a → !(a)"], "f(mutantNegated(0, a) ? b : c)"),
        Case(
            "where",
            "for a in b where a.c { d() }",
            ["a.c → !(a.c)"],
            "for a in b where mutantNegated(0, a.c) { d() }"
        ),
    ]

    private static let constants = [
        Case("decimal", "f(a + 5)", ["a + 5 → a + 6"], "f(a + mutantNext(0, 5))"),
        Case("hexadecimal", "f(0x7f)", ["0x7f → 128"], "f(mutantNext(0, 0x7f))"),
        Case(
            "with underscores",
            "f(count: 1_000)",
            ["count: 1_000 → count: 1001"],
            "f(count: mutantNext(0, 1_000))"
        ),
        Case(
            "a default",
            "func f(a: Int = 5) {}",
            ["= 5 → = 6"],
            "func f(a: Int = mutantNext(0, 5)) {}"
        ),
        Case(
            "a case",
            "switch a { case 1: b() default: c() }",
            ["1 → 2"],
            "switch a { case mutantNext(0, 1): b() default: c() }"
        ),
        Case("a table is data", "let a = [1, 2]", [], "let a = [1, 2]"),
        Case("the fields of a tuple have names", "f(a.0)", [], "f(a.0)"),
        Case("a raw value", "enum A: Int { case b = 5 }", [], "enum A: Int { case b = 5 }"),
        Case("words", #"f("\(a == 1 ? "" : "s")")"#, [], #"f("\(a == 1 ? "" : "s")")"#),
        Case("an attribute", "@A(5) struct B {}", [], "@A(5) struct B {}"),
        Case("an assertion", "assert(a < 5)", [], "assert(a < 5)"),
        Case("the largest number", "f(0xffff_ffff_ffff_ffff)", [], "f(0xffff_ffff_ffff_ffff)"),
        Case(
            "next to a comparison",
            "f(a<5)",
            ["a<5 → a <= 5", "a<5 → a >= 5", "a<5 → a<6"],
            "f(mutantLess(0, a,mutantNext(2, 5)))"
        ),
    ]

    @Test(arguments: operators + conditions + constants)
    func `finds places and compiles choices in`(_ one: Case) {
        let file = MutatedFile(path: "A.swift", text: one.text)
        #expect(file.mutants.map { "\($0.original) → \($0.mutated)" } == one.changes)
        #expect(file.mutated(from: 0) == one.mutated)
    }

    private static let twice = MutatedFile(
        path: "A.swift",
        text: """
            extension A {
                func b() -> Bool {
                    c(d == e)
                    return d == e
                }
                var f: Bool { g
                    < h }
            }
            """
    )

    @Test func `describes the place of a mutant`() {
        let places = Self.twice.mutants.map { "\($0.line) \($0.declaration) \($0.occurrence)" }
        #expect(places == ["3 A.b 1", "4 A.b 2", "6 A.f 1", "6 A.f 1"])
        #expect(Self.twice.mutants[1].key == "A.swift|A.b|d == e|d != e|2")
        #expect(Self.twice.mutants[1].description == "A.swift:4: d == e → d != e in A.b")
    }

    @Test(arguments: [
        ("Sources", true), ("Sources/A", true), ("Sources/A/B.swift", true),
        ("Sources/A/B.swift:2", true), ("Sources/A/B.swift:1", false), ("Sources/A/B", false),
        ("Source", false), ("B.swift", false),
    ])
    func `matches folders, files and lines`(_ place: String, _ isThere: Bool) throws {
        let text = "func f() {\n    c(a == b)\n}"
        let mutant = try #require(MutatedFile(path: "Sources/A/B.swift", text: text).mutants.first)
        #expect(mutant.isAt(place) == isThere)
    }

    @Test func `returns the mutants of every place on a line`() {
        #expect(Self.twice.mutants(onLine: 7) == Array(Self.twice.mutants[2...]))
        #expect(Self.twice.mutants(onLine: 4) == [Self.twice.mutants[1]])
        #expect(Self.twice.mutants(onLine: 1) == [])
    }

    @Test func `returns the mutants of the declaration before a line without a place`() {
        #expect(Self.twice.mutants(declaredBefore: 5) == Array(Self.twice.mutants[..<2]))
        #expect(Self.twice.mutants(declaredBefore: 9) == Array(Self.twice.mutants[2...]))
        #expect(Self.twice.mutants(declaredBefore: 1) == Self.twice.mutants)
    }

    @Test func `keeps the numbers of an excluded place`() {
        let text = Self.twice.mutated(from: 10, without: [Self.twice.mutants[0]])
        #expect(text.contains("c(d == e)"))
        #expect(text.contains("return mutantNegated(11, d == e)"))
        #expect(text.contains("mutantLess(12, g\n        , h)"))
    }

    @Test func `samples by the seed, independent of other mutants`() {
        let all = (0..<100).flatMap { MutatedFile(path: "\($0)", text: "f(a == b)").mutants }
        let sample = all.sample(20, seed: 1)
        #expect(sample.count == 20)
        #expect(all.sample(20, seed: 1) == sample)
        #expect(all.shuffled().sample(20, seed: 1) == sample)
        #expect(all.sample(20, seed: 2) != sample)
        #expect(all.sample(1_000, seed: 1).count == 100)
        let fewer = all.filter { $0 != sample[3] }
        #expect(fewer.sample(19, seed: 1) == sample.filter { $0 != sample[3] })
    }

    @Test(arguments: [
        "Sources/PathValidation", "Sources/PathValidation/", "./Sources/PathValidation",
        "Sources/PathValidation/A.swift:1",
    ])
    func `accepts a place as a shell completes it`(typed: String) {
        let mutant = MutatedFile(path: "Sources/PathValidation/A.swift", text: "f(a == b)").mutants[
            0
        ]
        #expect(mutant.isAt(Mutant.place(typed: typed)))
    }
}
