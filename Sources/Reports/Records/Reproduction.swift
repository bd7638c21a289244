import Basics
import ScenarioFormat
import X509

/// Parts of command lines that repeat a result.
enum Reproduction {
    /// Returns the end of a command line for a party that is a command after `--`; nil for any
    /// other party.
    static func program(_ party: String) -> String? {
        party.hasPrefix("-- ") ? " " + party : nil
    }

    /// Returns whether the party of a pair is a program; programs use the real time.
    static func isOfProgram(_ id: String) -> Bool {
        RelyingEnd.allCases.contains { id.contains("@" + $0.prefix) } || id.contains("@-- ")
            || id.hasSuffix(".yaml")
    }
}

extension PlanRecord {
    /// The party name of clients that connect to the servers of `hatpin serve`.
    package static let remoteClient = "remote-client"

    /// Whether `hatpin serve` recorded the run of one remote client.
    package var isVisit: Bool { parties == [Self.remoteClient] }

    /// Returns the command that repeats the pair with this id.
    ///
    /// An exact command repeats the pair at the same instant, which gives the same certificates
    /// byte for byte.
    package func command(for id: String, isExact: Bool = false) -> String {
        var words = ["hatpin", isVisit ? "serve" : "run"]
        words += options
        // In a run of `hatpin serve`, the seed is either secret or given by the user, who knows it.
        if seed != 1, !isVisit { words += ["--seed", String(seed)] }
        if isExact, !Reproduction.isOfProgram(id) { words += ["--now", now.description] }
        if isChainOnly { words.append("--chain-only") }
        let end: Character = isVisit ? "@" : "#"
        let withoutRepetition = id.split(separator: end).first.map(String.init) ?? id
        let parts = withoutRepetition.split(separator: "@", maxSplits: 1).map(String.init)
        let program = parts.last.flatMap(Reproduction.program)
        return words.map(Prose.shellQuoted).joined(separator: " ")
            // The id is always quoted, so that the command looks the same for every id.
            + " " + quoted(program == nil ? withoutRepetition : parts[0]) + (program ?? "")
    }

    private func quoted(_ id: String) -> String {
        let word = Prose.shellQuoted(id)
        return word.hasPrefix("'") ? word : "'\(word)'"
    }
}
