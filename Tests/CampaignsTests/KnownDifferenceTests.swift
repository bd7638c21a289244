import Campaigns
import Testing
import Trust

/// A world by its defects, what we and another say of it, and what is known of that.
struct ExplanationCase: CustomTestStringConvertible, Sendable {
    let judge: String
    let ours: Rejection.Code?
    let theirs: ChainVerdict
    let defects: [DrawnDefect]
    /// The name of the known difference; nil where it is a finding.
    let expected: String?
    /// What the other says of the path that we accept, where it is shown nothing else.
    var onPathAlone = ChainVerdict.none
    /// Whether a library does.
    var isPathConfirmed = false
    /// Why we refuse the other paths that there are.
    var otherReasons: Set<Rejection.Code> = []

    init(
        _ judge: String,
        _ ours: Rejection.Code?,
        _ theirs: ChainVerdict,
        _ defects: [DrawnDefect],
        _ expected: String?
    ) {
        (self.judge, self.ours, self.theirs) = (judge, ours, theirs)
        (self.defects, self.expected) = (defects, expected)
    }

    var testDescription: String {
        "\(judge): \(defects.map(\.label).joined(separator: ", ")) -> \(expected ?? "a finding")"
    }

    /// The same, where the other and a library accept the path that we accept, shown nothing else.
    var whereThePathHolds: ExplanationCase {
        var test = self
        (test.onPathAlone, test.isPathConfirmed) = (.accept, true)
        return test
    }

    /// The same, where a library accepts the path that we accept, shown nothing else, and the other
    /// says this of it.
    func whereThePathIsConfirmed(butSays word: String = "no") -> ExplanationCase {
        var test = self
        (test.onPathAlone, test.isPathConfirmed) = (.reject(word), true)
        return test
    }

    /// The same, where we refuse another path for this reason.
    func whereAnotherPathIs(_ reason: Rejection.Code) -> ExplanationCase {
        var test = self
        test.otherReasons = [reason]
        return test
    }

    /// Our own verdict is held to the catalogue, whatever the lists say.
    static let byTheCatalogue = [
        ExplanationCase(
            "gnutls 3",
            .weakKey,
            .accept,
            [DrawnDefect("weak-key", at: .leaf)],
            "keys of 80 bits"
        ),
        ExplanationCase("gnutls 3", .weakKey, .accept, [DrawnDefect("other-key", at: .leaf)], nil),
        ExplanationCase("gnutls 3", .weakKey, .accept, [], nil),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-kept", at: .world)],
            "policies"
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-lost", at: .world)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-kept", at: .world), DrawnDefect("expired", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-lost", at: .world), DrawnDefect("shorter", at: .world)],
            "policies"
        ).whereThePathIsConfirmed(),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-lost", at: .world), DrawnDefect("shorter", at: .world)],
            nil
        ),
        // One defect is for the catalogue to judge, whoever accepts it.
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
            [DrawnDefect("policy-lost", at: .world)],
            nil
        ).whereThePathHolds,
        ExplanationCase(
            "gnutls 3",
            .expired,
            .accept,
            [DrawnDefect("expired-twin", at: .world), DrawnDefect("weak-key", at: .root)],
            "keys of 80 bits"
        ).whereAnotherPathIs(.weakKey),
        ExplanationCase(
            "gnutls 3",
            .expired,
            .accept,
            [DrawnDefect("expired-twin", at: .world), DrawnDefect("weak-key", at: .root)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            .weakKey,
            .failed("ended"),
            [DrawnDefect("weak-key", at: .leaf)],
            nil
        ),
    ]
}

struct KnownDifferenceTests {
    @Test(arguments: ExplanationCase.byTheCatalogue)
    func `nothing explains a verdict of ours that the catalogue rules out`(_ test: ExplanationCase)
    {
        expect(test)
    }

    @Test(arguments: ExplanationCase.ofLists)
    func `a list explains what it is about, and nothing beside`(_ test: ExplanationCase) {
        expect(test)
    }

    private func expect(_ test: ExplanationCase) {
        var difference = Difference(from: test.judge, ours: test.ours, theirs: test.theirs)
        difference.defects = test.defects
        difference.onPathAlone = test.onPathAlone
        difference.isPathConfirmed = test.isPathConfirmed
        difference.otherReasons = test.otherReasons
        #expect(KnownDifference.explaining(difference)?.name == test.expected)
    }
}
