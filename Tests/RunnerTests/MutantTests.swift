import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import Testing

/// The mutants that a suite kills.
struct MutantTests {
    private let expired = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"
    private let sound = "expect: accept"

    /// Returns the report on these mutants, in the order of the catalogue.
    private func report(
        on names: Set<String>,
        in scenarios: [Scenario],
        _ change: (inout Run.Options) -> Void = { _ in }
    ) async throws -> MutantHunt.Report {
        var options = Run.Options(now: now)
        options.jobs = 2
        change(&options)
        let mutants = Mutant.catalogue.filter { names.contains($0.name) }
        try #require(mutants.count == names.count)
        let hunt = try MutantHunt(mutants, pairs: try pairs(scenarios), options: options)
        let report = await hunt.perform(shouldStop: { false }, advance: { _ in })
        return try #require(report)
    }

    @Test func `a mutant survives if no scenario tests its check`() async throws {
        let report = try await report(on: ["validity"], in: try await cases(sound))
        #expect(report.results.map(\.mutant.name) == ["validity"])
        #expect(report.results.map(\.killer) == [nil])
    }

    @Test func `a scenario that tests the check kills the mutant`() async throws {
        let scenarios = try await cases(sound, expired)
        let results = try await report(on: ["validity", "path-length"], in: scenarios).results
        #expect(results.map(\.mutant.name) == ["validity", "path-length"])
        #expect(results.map(\.killer?.pair) == ["s1@reference", nil])
        #expect(results.map(\.killer?.outcome) == [.falseAccept, nil])
        #expect(results.map(\.killer?.isOverHandshake) == [false, nil])
    }

    @Test func `reports a pair that fails although every check is made`() async throws {
        let wrong = "leaf: { valid: -90d..-1d }\nexpect: accept"
        let report = try await report(on: ["validity"], in: try await cases(wrong))
        #expect(report.results.map(\.killer) == [nil])
        #expect(report.unfit == ["s0@reference"])
    }

    @Test func `runs handshakes for a mutant that only a handshake can kill`() async throws {
        // Only the alert distinguishes the checks; both reasons are allowed.
        let document = """
            leaf: { valid: -90d..-1d, key-usage: [key-agreement] }
            expect: { reject: [expired, key-usage], alert: certificate-expired }
            """
        let scenarios = try await cases(document)
        let killer = try await report(on: ["validity"], in: scenarios).results.first?.killer
        #expect(killer?.isOverHandshake == true)
        #expect(killer?.outcome == .wrongObservation)
        let bare = try await report(on: ["validity"], in: scenarios) { $0.isChainOnly = true }
        #expect(bare.results.map(\.killer) == [nil])
    }

    @Test func `returns no report if the search for surviving mutants was stopped`() async throws {
        let hunt = try MutantHunt(
            Mutant.catalogue,
            pairs: try pairs(try await cases(expired)),
            options: Run.Options(now: now)
        )
        let report = await hunt.perform(shouldStop: { true }, advance: { _ in })
        #expect(report == nil)
    }

    @Test func `a mutant concerns only parties that make the check that it omits`() async throws {
        let document = "party: { reference: { profile: legacy } }\nexpect: accept"
        let party = try #require(try pairs(try await cases(document))[0].party.model)
        let byName = Dictionary(
            Mutant.catalogue.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(byName["baseline-key"]?.concerns(party) == false)
        #expect(byName["common-name-constraints"]?.concerns(party) == true)
    }
}
