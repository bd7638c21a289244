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
        #expect(KnownDifference.explaining(difference)?.name == test.expected)
    }
}
