import Basics
import Campaigns
import PathValidation
import Testing

/// The verdicts of `reference` and another oracle on a setup, and their known difference.
struct ExplanationCase: CustomTestStringConvertible, Sendable {
    let oracle: String
    let ours: Rejection.Code?
    let theirs: ChainVerdict
    let defects: [DrawnDefect]
    /// The name of the known difference; nil for a finding.
    let expected: String?
    /// The other oracle's verdict on only the path that `reference` accepts.
    var onPathAlone = ChainVerdict.none
    /// Whether a library accepts that path.
    var isPathConfirmed = false
    /// The reasons for which `reference` rejects other paths.
    var otherReasons: Set<Rejection.Code> = []

    init(
        _ oracle: String,
        _ ours: Rejection.Code?,
        _ theirs: ChainVerdict,
        _ defects: [DrawnDefect],
        _ expected: String?
    ) {
        (self.oracle, self.ours, self.theirs) = (oracle, ours, theirs)
        (self.defects, self.expected) = (defects, expected)
    }

    /// Returns the case of a chain that `reference` accepts and another oracle rejects with this
    /// word.
    static func stricter(
        _ oracle: String,
        _ word: String,
        _ labels: [String],
        _ expected: String?
    ) -> ExplanationCase {
        ExplanationCase(
            oracle,
            nil,
            .reject(word),
            labels.map(DrawnDefect.init(labelled:)),
            expected
        )
    }

    /// Returns the case of a chain that `reference` rejects for this reason and another oracle
    /// accepts.
    static func laxer(
        _ oracle: String,
        _ ours: Rejection.Code,
        _ labels: [String],
        _ expected: String?
    ) -> ExplanationCase {
        ExplanationCase(oracle, ours, .accept, labels.map(DrawnDefect.init(labelled:)), expected)
    }

    var testDescription: String {
        "\(oracle): \(defects.map(\.label).joined(separator: ", ")) -> \(expected ?? "a finding")"
    }

    /// The case in which the other oracle and a library accept the path alone.
    var whereThePathHolds: ExplanationCase {
        var test = self
        (test.onPathAlone, test.isPathConfirmed) = (.accept, true)
        return test
    }

    /// Returns the case in which a library accepts the path alone, and the other oracle has this
    /// verdict.
    func whereThePathIsConfirmed(butSays word: String = "no") -> ExplanationCase {
        var test = self
        (test.onPathAlone, test.isPathConfirmed) = (.reject(word), true)
        return test
    }

    /// Returns the case in which `reference` rejects another path for this reason.
    func whereAnotherPathIs(_ reason: Rejection.Code) -> ExplanationCase {
        var test = self
        test.otherReasons = [reason]
        return test
    }

    /// The verdict of `reference` must agree with the catalogue, whatever the lists explain.
    static let byTheCatalogue: [ExplanationCase] = [
        .laxer("gnutls 3", .weakKey, ["leaf weak-key"], "keys of 80 bits"),
        .laxer("gnutls 3", .weakKey, ["leaf other-key"], nil),
        .laxer("gnutls 3", .weakKey, [], nil),
        .stricter("gnutls 3", "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS", ["policy-kept"], "policies"),
        .stricter("gnutls 3", "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS", ["policy-lost"], nil),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS",
            ["policy-kept", "leaf expired"],
            nil
        ),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS",
            ["policy-lost", "shorter"],
            "policies"
        ).whereThePathIsConfirmed(),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS",
            ["policy-lost", "shorter"],
            nil
        ),
        // The catalogue alone decides about a single defect, whatever libraries accept.
        .stricter("gnutls 3", "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS", ["policy-lost"], nil)
            .whereThePathHolds,
        .laxer("gnutls 3", .expired, ["expired-twin", "root weak-key"], "keys of 80 bits")
            .whereAnotherPathIs(.weakKey),
        .laxer("gnutls 3", .expired, ["expired-twin", "root weak-key"], nil),
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
    func `does not explain a verdict that contradicts the catalogue`(_ test: ExplanationCase) {
        expect(test)
    }

    @Test(arguments: ExplanationCase.ofLists)
    func `a known difference explains its own example and no other example`(_ test: ExplanationCase)
    {
        expect(test)
    }

    @Test(arguments: [
        ("openssl 3", "openssl 3"), ("party curl", "openssl"),
        ("party curl:insecure=true", "openssl"), ("party urlsession", "hatpin apple"),
        ("party okhttp", "party okhttp"), ("hatpin apple", "hatpin apple"),
    ])
    func `a model has the known differences of the oracle on which the model is based`(
        oracle: String,
        foundation: String
    ) {
        #expect(KnownChainDifference.foundation(of: oracle) == foundation)
    }

    /// Each oracle with its known differences that no counted case shows.
    ///
    /// Most of these differences need two defects that rarely occur together; the others need a
    /// defect that the count does not draw, or a model. `ExplanationCase.ofLists` and
    /// `AttributionTests` show them.
    @Test(
        arguments: [
            (
                "openssl 3",
                [
                    "common names under constraints", "a dot after a name",
                    "underscores under wildcards", "policies that curl does not check",
                ]
            ),
            (
                "gnutls 3",
                [
                    "common names under constraints", "constraints that permit every host",
                    "addresses of the other family", "a dot after a name",
                ]
            ),
            ("mbedtls 2", ["a dot after a name", "wildcards below top-level domains"]),
            ("swift-certificates 1", ["wildcards below top-level domains"]),
            (
                "hatpin apple",
                ["legacy, additional rules", "apple, unpadded signature numbers"]
            ),
        ] as [(String, Set<String>)]
    )
    func `the counted campaign has a case for each known difference, except rare differences`(
        oracle: String,
        rare: Set<String>
    ) {
        let list = KnownChainDifference.list(of: oracle)
        #expect(Set(list.map(\.name)).count == list.count)
        #expect(Set(list.filter { $0.cases ?? 0 < 1 }.map(\.name)) == rare)
    }

    private func expect(_ test: ExplanationCase) {
        var difference = ChainDifference(from: test.oracle, ours: test.ours, theirs: test.theirs)
        difference.defects = test.defects
        difference.onPathAlone = test.onPathAlone
        difference.isPathConfirmed = test.isPathConfirmed
        difference.otherReasons = test.otherReasons
        #expect(KnownChainDifference.explaining(difference)?.name == test.expected)
    }
}

extension DrawnDefect {
    /// Creates the defect of a label: a place and a name, or only a name for a defect of the setup.
    fileprivate init(labelled label: String) {
        let words = label.split(separator: " ", maxSplits: 1).map(String.init)
        if let place = Defect.Place(rawValue: words[0]), words.count == 2 {
            self.init(words[1], at: place)
        } else {
            self.init(label, at: .setup)
        }
    }
}
