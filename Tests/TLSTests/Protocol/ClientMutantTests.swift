import TestSupport
import Testing

@testable import TLS

/// Clients that lack one check: each is noticed by a violation that it then accepts.
struct ClientMutantTests {
    struct Decision: Sendable {
        let example: StrictCase
        /// The checks without which alone the violation is accepted.
        let checks: [ClientCheck]
        let refusal: Refusal?

        var line: String {
            let alert = refusal?.alert.map(String.init) ?? "no alert"
            let names = checks.map(\.description).sorted().joined(separator: ", ")
            return "\(example.testDescription), \(alert): \(names.isEmpty ? "-" : names)\n"
        }
    }

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
    func `a client that comes again keeps to the rules`(story: StrictStory) throws {
        #expect(try !story.isWrong())
    }

    @Test func `each check is decisive for a violation`() throws {
        let kept = try Self.lessons.get().flatMap(\.checks)
        let killed = try Set(Self.decisions.get().flatMap(\.checks) + kept)
        #expect(ClientCheck.all.filter { !killed.contains($0) } == [])
        #expect(killed.subtracting(ClientCheck.all) == [])
        #expect(Set(ClientCheck.all).count == ClientCheck.all.count)
    }

    /// Why no check decides alone.
    private static let undecided: [String: Set<String>] = [
        "there is nothing that a client without the check could use": [
            "empty-hello", "empty-certificate", "empty-certificate-verify",
            "empty-server-key-exchange", "no-hello", "no-server-key-exchange", "share-cut",
            "version-in-share", "short-point", "empty-point", "infinite-point",
            "byte-after-point", "ssl-2-hello",
            "compressed-wrong", "compressed-empty",
            "compressed-twice",
        ],
        "the suite is none, or no client of ours computes it": [
            "null-suite", "signal-suite", "fallback-suite", "grease-suite", "integrity-suite",
            "null-rsa-suite", "anonymous-suite", "export-suite", "rc4-suite",
        ],
        "a wrong length moves all that follows": Set(
            ["hello", "encrypted-extensions", "certificate", "certificate-verify"].flatMap {
                ["\($0)-length-too-short", "\($0)-length-too-long"]
            }
                + ["server-key-exchange", "certificate-list", "certificate-entry"].flatMap {
                    ["\($0)-length-too-short", "\($0)-length-too-long"]
                } + ["finished-length-too-short"]
        ),
        "two checks refuse it": [
            "certificate-after-finished", "finished-before-certificate",
            "finished-after-certificate", "finished-twice", "hello-twice",
            "verify-before-certificate", "long-session-id", "clear-data-before-finished",
            "no-hello-extensions", "data-amid-message",
            "renegotiation-in-newest-version", "md5-scheme",
        ],
        "libcrypto finds that the record is not authentic": [
            "wrong-tag", "cut-record", "empty-record", "record-twice",
            "finished-under-data-keys", "guessed-psk", "guessed-master-secret",
            "guessed-premaster",
        ],
    ]

    @Test func `where no check decides alone there is a reason`() throws {
        let names = try Self.decisions.get().filter(\.checks.isEmpty).map(\.example.violation.name)
        let explained = Self.undecided.values.reduce(into: Set()) { $0.formUnion($1) }
        #expect(Set(names).symmetricDifference(explained) == [])
    }

    @Test func `the decisive checks are these`() throws {
        let lines = try Self.decisions.get().map(\.line) + Self.lessons.get().map(\.line)
        expectSnapshot(lines.sorted().joined(), named: "DecisiveChecks.txt")
    }
}
