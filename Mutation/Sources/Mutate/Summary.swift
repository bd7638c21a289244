import Mutator

/// The verdicts on a selection of the mutants, as text.
struct Summary {
    private let survivors: [(mutant: Mutant, verdict: Verdict)]
    private let killers: [String: Int]
    private let equivalent: Int
    private let refuted: [Mutant]

    init(of mutants: [Mutant], _ ledger: Ledger, _ equivalents: Equivalents) {
        var survivors: [(Mutant, Verdict)] = []
        var killers: [String: Int] = [:]
        var equivalent = 0
        var refuted: [Mutant] = []
        for mutant in mutants {
            guard let verdict = ledger.verdicts[mutant.key] else { continue }
            let isListed = equivalents.contains(mutant)
            if let killer = verdict.killer {
                killers[killer, default: 0] += 1
                if isListed { refuted.append(mutant) }
            } else if isListed {
                equivalent += 1
            } else {
                survivors.append((mutant, verdict))
            }
        }
        self.survivors = survivors
        self.killers = killers
        self.equivalent = equivalent
        self.refuted = refuted
    }

    /// Whether every mutant is killed, or listed as equivalent and not killed.
    var isClean: Bool { survivors.isEmpty && refuted.isEmpty }

    var text: String {
        let killed = killers.values.reduce(0, +)
        var lines = survivors.sorted {
            ($0.mutant.file, $0.mutant.line) < ($1.mutant.file, $1.mutant.line)
        }
        .map { survivor in
            "survived   \(survivor.mutant.description)"
                + (survivor.verdict.isReached ? "" : "   (no test evaluates it)")
        }
        lines += refuted.map { "refuted    \($0.description)   (listed as equivalent, but killed)" }
        let counts = killers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let tested = killed + survivors.count
        let rate = tested == 0 ? 100 : Double(killed) * 100 / Double(tested)
        let percent = "\((rate * 10).rounded(.down) / 10) %"
        lines.append(
            "\(tested + equivalent) mutants: \(killed) killed (\(counts)),"
                + " \(survivors.count) survived, \(equivalent) equivalent; \(percent) killed"
        )
        return lines.joined(separator: "\n")
    }
}
