/// The rules on a file that a server's real chain breaks; audits judge it, because models decide.
package enum ChainRules {
    package static let refused = Rule(
        outage: "CHN-001",
        "the real chain of a host is refused, so that every connection to it fails"
    )
    package static let refusedNext = Rule(
        "CHN-002",
        .low,
        "the next certificate of a host is refused, because no pin is of another key"
    )
    package static let unpinned = Rule(
        "CHN-003",
        .medium,
        "the real chain of a host passes by no pin"
    )
    package static let matched = Rule(
        "CHN-004",
        .note,
        "the keys of the real chain that pins are of"
    )

    package static let undecided = Rule(
        "CHN-005",
        .low,
        "the real chain of a host was not judged, because the model does not read an encoding in it"
    )

    static let table = RuleTable(
        "Real chains (`--chain`, `--connect`)",
        [refused, refusedNext, unpinned, matched, undecided]
    )
}
