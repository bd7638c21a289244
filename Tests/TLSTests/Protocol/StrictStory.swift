import Testing

@testable import TLS

/// A client that returns after a violation, with the tickets that it has kept.
struct StrictStory: Sendable, CustomTestStringConvertible {
    let first: StrictCase
    /// Whether the client trusts the server's certificate.
    var trustsServer = true
    /// Whether the client may resume the session, but must respect the session's limit of early
    /// data.
    var isOfEarlyData = false

    var testDescription: String { first.testDescription }

    /// The violations whose tickets must not be kept.
    static let all: [StrictStory] = (StrictCase.all + StrictCase.allowed).compactMap { example in
        switch example.violation.name {
        case "early-data-of-one-byte": StrictStory(first: example, isOfEarlyData: true)
        case "ticket-without-lifetime", "wrong-finished-after-ticket": StrictStory(first: example)
        case "early-ticket": StrictStory(first: example, trustsServer: false)
        default: nil
        }
    }

    struct Lesson {
        let line: String
        let checks: [ClientCheck]
    }

    /// Whether the client did wrong.
    ///
    /// The server, now honest, resumes a session that should not have been kept, or gets too much
    /// early data.
    func isWrong(without omitted: Set<ClientCheck> = []) throws -> Bool {
        try run(without: omitted).isWrong
    }

    /// Returns the checks that alone decide whether the client does wrong.
    func lesson() throws -> Lesson {
        let checks = try run().consulted.filter { try isWrong(without: [$0]) }
        let names = checks.map(\.description).sorted().joined(separator: ", ")
        return Lesson(line: "\(testDescription), later: \(names)\n", checks: Array(checks))
    }

    private func run(
        without omitted: Set<ClientCheck> = []
    ) throws -> (isWrong: Bool, consulted: Set<ClientCheck>) {
        var offer = try first.offer()
        offer.trustsServer = trustsServer
        var earlier = try StrictConnection(
            first.settings(),
            violations: [first.violation],
            offer,
            without: omitted
        )
        let end = try earlier.run()
        #expect(earlier.server.notApplicable == [:], "\(testDescription)")
        #expect(trustsServer || end.refusal?.alert == 48, "\(testDescription)")
        offer.sessions = earlier.client.sessions
        if isOfEarlyData { offer.earlyData = StrictConnection.request }
        var later = try StrictConnection(first.settings(), offer, without: omitted)
        let last = try later.run()
        let isWrong =
            isOfEarlyData
            ? last.failure == .unexpected(type: ContentType.applicationData)
            : later.client.resumed != nil
        #expect(!isOfEarlyData || later.client.resumed != nil)
        return (isWrong, earlier.client.consulted.union(later.client.consulted))
    }
}
