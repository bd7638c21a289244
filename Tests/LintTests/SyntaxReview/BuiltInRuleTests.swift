import ScenarioFormat
import Testing

@testable import Lint

/// The rules in `Rules/`, tested with their samples.
@Suite struct BuiltInRuleTests {
    @Test func `every file of Rules is well formed`() {
        #expect(SourceRules.builtIn.diagnostics.map { "\($0.file): \($0.problem)" } == [])
        #expect(!SourceRules.builtIn.rules.isEmpty)
    }

    @Test func `every folder of rules names its system`() {
        let folders = Set(SourceRules.builtIn.rules.map(\.folder))
        #expect(folders.subtracting(SourceRules.builtIn.systems.keys) == [])
    }

    @Test func `each rule finds its bad samples, and no rule reports a good sample`() throws {
        let check = RuleCheck(.builtIn, try AstGrep())
        let found = try check.diagnostics()
        #expect(found.map { "\($0.file):\($0.mark?.line ?? 0): \($0.problem)" } == [])
    }

    @Test func `each rule id is unique, also among the rules written in Swift`() {
        let files = Dictionary(grouping: SourceRules.builtIn.rules, by: \.id)
        #expect(files.filter { $1.count > 1 }.keys.sorted() == [])
        #expect(Review.ownTables.flatMap(\.rules).filter { files[$0.id] != nil } == [])
    }
}
