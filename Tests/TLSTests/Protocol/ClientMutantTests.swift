import TestSupport
import Testing

@testable import TLS

/// Clients that leave out one check: each accepts a violation that shows its fault.
struct ClientMutantTests {
    struct Decision: Sendable {
        let example: StrictCase
        /// The checks that alone decide whether the violation is accepted.
        let checks: [ClientCheck]
        let refusal: Refusal?

        var line: String {
            let alert = refusal?.alert.map(String.init) ?? "no alert"
            let names = checks.map(\.description).sorted().joined(separator: ", ")
            return "\(example.testDescription), \(alert): \(names.isEmpty ? "-" : names)\n"
        }
    }

    /// Finds the checks that alone decide about a violation.
    ///
    /// A check that was not consulted makes no difference to a connection.
    private static func decide(_ example: StrictCase) throws -> Decision {
        var connection = try example.connect([example.violation])
        let refusal = try connection.run().refusal
        let checks = try connection.client.consulted.filter { check in
            var mutant = try example.connect([example.violation], without: [check])
            return try mutant.run().isAnswered
        }
        return Decision(example: example, checks: Array(checks), refusal: refusal)
    }

    private static let decisions = Result { try StrictCase.all.map(decide) }
    private static let lessons = Result { try StrictStory.all.map { try $0.lesson() } }

    @Test(arguments: StrictStory.all)
    func `a strict client that resumes a session follows the rules`(story: StrictStory) throws {
        #expect(try !story.isWrong())
    }

    @Test func `for each check, the refusal of some violation depends only on this check`() throws {
        let kept = try Self.lessons.get().flatMap(\.checks)
        let killed = try Set(Self.decisions.get().flatMap(\.checks) + kept)
        #expect(ClientCheck.all.filter { !killed.contains($0) } == [])
        #expect(killed.subtracting(ClientCheck.all) == [])
        #expect(Set(ClientCheck.all).count == ClientCheck.all.count)
    }

    @Test
    func `a violation for which no check is decisive has a stated reason`() throws {
        let names = try Self.decisions.get().filter(\.checks.isEmpty).map(\.example.violation.name)
        let explained = Violation.catalogue.filter { $0.undecided != nil }.map(\.name)
        #expect(Set(names).symmetricDifference(explained) == [])
    }

    @Test func `the decisive checks of each violation match the snapshot`() throws {
        let lines = try Self.decisions.get().map(\.line) + Self.lessons.get().map(\.line)
        expectSnapshot(lines.sorted().joined(), named: "DecisiveChecks.txt")
    }
}
