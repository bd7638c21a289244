import Testing

@testable import Scenarios

/// Every case of Hatpin's scenarios, written as a scenario of its own.
struct SuiteTextTests {
    /// The suite's cases.
    private static let scenarios = Task {
        await ScenarioLibrary.load([testFolder + "/../../Scenarios"]).scenarios
    }

    @Test func `every case reads back as it was`() async throws {
        var seen: Set<String> = []
        for scenario in await Self.scenarios.value {
            // Of cases that differ in nothing but their coordinates one will do.
            guard seen.insert(scenario.definition).inserted else { continue }
            let path = scenario.file.replacing(/[^\/]*$/, with: "it.yaml")
            let text: String
            do {
                text = try ScenarioText(scenario).file(at: path)
            } catch {
                Issue.record("\(scenario.id): \(error)")
                continue
            }
            let library = ScenarioLibrary(of: Array(text.utf8), at: path)
            // What only another case of the file uses is stated and not used.
            #expect(
                library.diagnostics.allSatisfy { Self.ofOtherCases.contains($0.code) },
                "\(scenario.id)\n\(text)\(library.diagnostics)"
            )
            let read = try #require(library.scenarios.first)
            #expect(read.world == scenario.world, "\(scenario.id)\n\(text)")
            #expect(read.party == scenario.party, "\(scenario.id)\n\(text)")
            #expect(read.secure == scenario.secure, "\(scenario.id)\n\(text)")
            #expect(
                read.expectation.map(\.expectation) == scenario.ownRules.map(\.expectation),
                "\(scenario.id)\n\(text)"
            )
            #expect(
                read.control == (ScenarioText(scenario).control ?? read.control),
                "\(scenario.id)\n\(text)"
            )
        }
    }

    private static let ofOtherCases: Set<DiagnosticCode> = [
        .unusedEntity, .unseenStatus,
    ]
}

extension Scenario {
    /// The rules that can decide the case, up to the first that decides it for every party.
    fileprivate var ownRules: [ExpectationRule] {
        let open = expectation.filter { $0.isOpen(at: coordinates) }
        let last = open.firstIndex { $0.when["party"] == nil } ?? open.endIndex - 1
        return Array(open.prefix(last + 1))
    }
}

extension ScenarioText {
    /// A case as a scenario of its own: what `expect` says of it, less what it says of others.
    init(_ scenario: Scenario) {
        self.init("it", about: scenario.about, in: scenario.world)
        sources = scenario.sources
        covers = scenario.covers
        tags = scenario.tags
        importance = scenario.importance
        party = scenario.party
        expect = scenario.ownRules.map { rule in
            var own = Rule(rule.expectation)
            own.parties = (rule.when["party"] ?? []).compactMap { try? PartyReference(written: $0) }
            return own
        }
        secure = scenario.secure
        let isRejected = secure?.isReject ?? expect.contains { $0.expectation.isReject }
        control = isRejected ? scenario.control : nil
    }
}
