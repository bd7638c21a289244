import Testing

/// The list of equivalent mutants names existing expressions.
///
/// `script/mutate` also checks that the expression is in the named declaration and that its mutant
/// survives, but runs only on a schedule.
struct EquivalentMutantTests {
    /// Returns the entries whose file lacks their expression; spaces are ignored.
    private static func stale(
        _ list: String,
        _ text: (String) throws -> String
    ) rethrows
        -> [String]
    {
        var file = ""
        var stale: [String] = []
        for line in list.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { continue }
            if words[0] == "file" { file = words[1].drop { $0 == " " }.description }
            guard words[0] == "was" else { continue }
            let expression = words[1].filter { $0 != " " }.replacing(/^if|^guard/, with: "")
            let source = try text(file).filter { !$0.isWhitespace }
            if !source.contains(expression) { stale.append("\(file): \(words[1])") }
        }
        return stale
    }

    @Test func `the expression of every listed mutant is in the source code`() throws {
        let list = try Repository.text("Mutation/Equivalent.txt")
        #expect(try Self.stale(list, Repository.text) == [])
    }

    @Test(arguments: [("a < b", 0), ("a  <  b", 0), ("if a < b", 0), ("a < c", 1)])
    func `reports a listed mutant whose expression is not in the source code`(
        was: String,
        count: Int
    ) {
        let list = "# file none\nfile A.swift\nin   f\nwas  \(was)\nnow  a <= b\nwhy  so"
        #expect(Self.stale(list) { _ in "f(a\n    < b)" }.count == count)
    }
}
