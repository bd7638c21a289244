import ScenarioFormat

/// Rules for files whose pins are checked against the real chain of a server.
///
/// The audit reports these findings, because the audit runs the models.
package enum ChainRules {
    package static let refused = Rule(
        outage: "CHN-001",
        "the real chain of a host is rejected: every connection to it fails"
    )
    package static let refusedNext = Rule(
        "CHN-002",
        .low,
        "the next certificate of a host will be rejected, because no other key is pinned"
    )
    package static let unpinned = Rule(
        "CHN-003",
        .medium,
        "the real chain of a host is accepted without a pin match"
    )
    package static let matched = Rule(
        "CHN-004",
        .note,
        "the keys of the real chain that the pins match"
    )

    package static let undecided = Rule(
        "CHN-005",
        .low,
        "the real chain of a host could not be checked, because the model cannot decode it"
    )

    static let table = RuleTable(
        "Real chains (`--chain`, `--connect`)",
        [refused, refusedNext, unpinned, matched, undecided]
    )
}
