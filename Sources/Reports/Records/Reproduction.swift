import Basics
import X509

/// Parts of command lines that show a result again.
enum Reproduction {
    /// The end of a command line for a party that is a program's command; nil for others.
    static func program(_ party: String) -> String? {
        party.hasPrefix("-- ") ? " " + party : nil
    }

    /// Whether a pair's party is a program, which judges by the real time.
    static func isOfProgram(_ id: String) -> Bool {
        id.contains("@client/") || id.contains("@-- ") || id.hasSuffix(".yaml")
    }
}

extension PlanRecord {
    /// The party of clients that visit the servers of `hatpin serve`.
    package static let remoteClient = "remote-client"

    /// Whether the run was a visit.
    package var isVisit: Bool { parties == [Self.remoteClient] }

    /// The command that judges the pair of this id again.
    ///
    /// Where it is exact it does so at the same instant, which gives the same certificates byte
    /// for byte.
    package func command(for id: String, isExact: Bool = false) -> String {
        var words = ["hatpin", isVisit ? "serve" : "run"]
        words += options
        // A visit has a secret seed, or one that its user knows.
        if seed != 1, !isVisit { words += ["--seed", String(seed)] }
        if isExact, !Reproduction.isOfProgram(id) { words += ["--now", now.description] }
        if isChainOnly { words.append("--chain-only") }
        let end: Character = isVisit ? "@" : "#"
        let withoutRepetition = id.split(separator: end).first.map(String.init) ?? id
        let parts = withoutRepetition.split(separator: "@", maxSplits: 1).map(String.init)
        let program = parts.last.flatMap(Reproduction.program)
        return words.map(Prose.shellQuoted).joined(separator: " ")
            // Quoted even where no shell asks for it, so that it looks the same for every id.
            + " " + quoted(program == nil ? withoutRepetition : parts[0]) + (program ?? "")
    }

    private func quoted(_ id: String) -> String {
        let word = Prose.shellQuoted(id)
        return word.hasPrefix("'") ? word : "'\(word)'"
    }
}
