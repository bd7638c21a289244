import Basics

/// The power that an option gives to the author of a hatpin.yaml, who may not be its user.
///
/// A folder may be a clone of a repository. Hatpin reads the hatpin.yaml in it, although the user
/// did not ask for its options.
package enum OptionEffect: Hashable, Sendable {
    /// The option decides only what is shown, how fast a command runs, or which additional faults
    /// make the command fail. The option applies.
    case harmless
    /// The option can make a command succeed that would otherwise fail. The option applies, and
    /// Hatpin reports that.
    case weakening
    /// The option writes, connects, listens, starts programs or reads other files, as the text
    /// says.
    ///
    /// The option applies only if the user trusts the folder or names the file.
    case acting(String)
    /// Only the user may state the option; the text says why.
    case personal(String)
}

extension DefaultsFile.Stated {
    /// The effect of the option with its values.
    package var effect: OptionEffect {
        // A party that is a model starts no program.
        if option.name == "party", !values.contains(where: Self.namesProgram) { return .harmless }
        if OptionEffect.pathNames.contains(option.name),
            values.contains(where: Files.leadsElsewhere)
        {
            return .acting("reads other files")
        }
        return OptionEffect.byName[option.name] ?? .acting("may have side effects")
    }

    private static func namesProgram(_ party: String) -> Bool {
        RelyingEnd.allCases.contains { party.hasPrefix($0.prefix) } || party.hasSuffix(".yaml")
    }
}

extension OptionEffect {
    /// The effect of each option by its long name; an option without an entry counts as acting.
    static let byName: [String: OptionEffect] = {
        var effects: [String: OptionEffect] = [:]
        for name in harmlessNames { effects[name] = .harmless }
        for name in weakeningNames { effects[name] = .weakening }
        for (name, words) in actingNames { effects[name] = .acting(words) }
        for (name, why) in personalNames { effects[name] = .personal(why) }
        return effects
    }()

    private static let harmlessNames = [
        "again", "at", "attacks", "by-hand", "can", "cases", "chain", "color", "count-system",
        "counted",
        "coverage", "defect", "fail-fast", "fail-on-findings", "for", "format", "full", "ids",
        "jobs",
        "keep", "max-disk", "max-findings", "names", "only", "other-roots", "page-port", "plateau",
        "port", "ports", "probe", "profile", "quiet", "range", "reasons", "repeat", "rules",
        "server",
        "servers", "show", "show-origin",
        "speaks", "strict", "strict-reasons", "strict-unread", "time", "timeout", "trace",
        "verbose", "with",
        "witness", "workers",
    ]

    private static let weakeningNames = [
        "allow", "allow-empty", "baseline", "builtin", "campaign", "chain-only", "define",
        "exclude",
        "failed", "filter", "host", "now", "quick", "scenarios", "shard",
    ]

    /// The harmless and weakening options whose values are paths of files that Hatpin reads.
    fileprivate static let pathNames: Set = ["baseline", "chain", "rules", "scenarios"]

    private static let actingNames = [
        "as": "writes files", "balance": "reads a run file", "built": "starts programs",
        "clients": "starts programs", "connect": "connects to other machines",
        "corpus": "writes files", "fast": "starts programs", "findings": "writes files",
        "fix": "prints fixes instead of a report", "folder": "writes files",
        "from": "reads a run file", "from-chain": "reads a file",
        "keep-runs": "removes files", "libfuzzer": "starts programs", "like": "starts programs",
        "listen": "listens on addresses", "out": "writes files", "party": "starts programs",
        "path": "reads files that others choose",
        "peer": "starts programs", "relay": "connects to other machines",
        "relay-first": "connects to other machines", "replay": "reads a file",
        "report": "writes files", "resume": "writes files", "root-ca": "reads a root",
        "root-key": "reads a secret", "since": "reads a run file",
        "socket": "creates a socket at a path", "state": "writes files",
        "tally": "writes files", "timing": "writes files",
        "transparent": "connects to other machines", "trusted-root": "writes a root",
        "write": "writes files",
    ]

    private static let personalNames = [
        "seed": "anyone who knows the seed knows every key",
        "remove": "only the user decides about trust",
        "write-baseline": "anyone who writes the baseline decides what counts",
    ]
}
