import Basics

/// The most that an option can do for the author of a hatpin.yaml, who may not be its user.
///
/// A folder may be a clone of a repository. Its hatpin.yaml is read because it lies there, and nobody
/// asked for what it states.
package enum OptionEffect: Hashable, Sendable {
    /// It decides what is shown, how fast, or what counts as a fault besides: it counts.
    case harmless
    /// It can make a command succeed that would fail without it: it counts, and is told.
    case weakening
    /// It writes, connects, listens, starts or reads elsewhere, in these words: it counts where the user
    /// trusts the folder or names the file.
    case acting(String)
    /// It is the user's alone, for this reason, and no file may state it.
    case personal(String)
}

extension DefaultsFile.Stated {
    /// The effect of the option with its values.
    package var effect: OptionEffect {
        // A model starts nothing.
        if option.name == "party", !values.contains(where: Self.namesProgram) { return .harmless }
        if OptionEffect.pathNames.contains(option.name),
            values.contains(where: Files.leadsElsewhere)
        {
            return .acting("reads files elsewhere")
        }
        return OptionEffect.byName[option.name] ?? .acting("is not known to be harmless")
    }

    private static func namesProgram(_ party: String) -> Bool {
        party.hasPrefix("client/") || party.hasSuffix(".yaml")
    }
}

extension OptionEffect {
    /// The effect of every option, by its long name; one that is missing here counts as acting.
    static let byName: [String: OptionEffect] = {
        var effects: [String: OptionEffect] = [:]
        for name in harmlessNames { effects[name] = .harmless }
        for name in weakeningNames { effects[name] = .weakening }
        for (name, words) in actingNames { effects[name] = .acting(words) }
        for (name, why) in personalNames { effects[name] = .personal(why) }
        return effects
    }()

    private static let harmlessNames = [
        "again", "at", "attacks", "can", "cases", "chain", "color", "count-system", "counted",
        "coverage", "defect", "fail-fast", "fail-on-findings", "for", "format", "full", "ids",
        "jobs",
        "keep", "max-disk", "max-findings", "names", "only", "other-roots", "page-port", "plateau",
        "port", "ports", "profile", "quiet", "range", "reasons", "repeat", "show", "show-origin",
        "strict", "strict-reasons", "strict-unread", "time", "timeout", "trace", "verbose", "with",
        "workers",
    ]

    private static let weakeningNames = [
        "allow", "allow-empty", "baseline", "builtin", "campaign", "chain-only", "define",
        "exclude",
        "failed", "filter", "host", "now", "quick", "scenarios", "shard",
    ]

    /// Those of the ones above whose values are paths that are read.
    fileprivate static let pathNames: Set = ["baseline", "chain", "scenarios"]

    private static let actingNames = [
        "as": "writes files", "balance": "reads a file of runs", "built": "starts programs",
        "clients": "starts programs", "connect": "connects to other machines",
        "corpus": "writes files", "fast": "starts programs", "findings": "writes files",
        "fix": "prints fixes in place of a report", "folder": "writes files",
        "from": "reads a file of runs", "from-chain": "reads a file",
        "keep-runs": "removes files", "libfuzzer": "starts programs", "like": "starts programs",
        "listen": "listens on addresses", "out": "writes files", "party": "starts programs",
        "path": "reads files that others name",
        "peer": "starts programs", "relay": "connects to other machines",
        "relay-first": "connects to other machines", "replay": "reads a file",
        "report": "writes files", "resume": "writes files", "root-ca": "reads a root",
        "root-key": "reads a secret", "since": "reads a file of runs", "state": "writes files",
        "tally": "writes files", "timing": "writes files",
        "transparent": "connects to other machines", "trusted-root": "writes a root",
        "write": "writes files",
    ]

    private static let personalNames = [
        "seed": "whoever knows the seed knows every key", "remove": "trust is the user's to give",
        "write-baseline": "whoever writes the baseline decides what counts",
    ]
}
