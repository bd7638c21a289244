import Basics
import ClientModels
import PathValidation
import Runner
import X509

/// The result of a mutation test, for people and for programs.
package struct MutantReport: Sendable {
    /// The state of a mutant; the states that are faults come first.
    package enum Standing: String, CaseIterable, Hashable, Sendable {
        /// No scenario kills the mutant: the suite has a gap.
        case survived
        /// A scenario kills the mutant, although a stated proof says that no scenario can.
        case disproved
        case killed
        /// No scenario kills the mutant, as a stated proof says.
        case equivalent

        /// Whether the state is a fault of the suite or of a proof.
        package var isFault: Bool { self == .survived || self == .disproved }
    }

    /// A mutant and its state.
    package struct Entry: Hashable, Sendable {
        package let mutant: Mutant
        package let killer: MutantHunt.Killer?
        /// The stated reason why no scenario can kill the mutant; nil if no reason is stated.
        package let proof: String?

        package var standing: Standing {
            switch (killer, proof) {
            case (nil, nil): .survived
            case (nil, _?): .equivalent
            case (_?, nil): .killed
            case (_?, _?): .disproved
            }
        }
    }

    /// The mutants, in the order in which they were tested.
    package let entries: [Entry]
    /// The ids of the pairs that fail without any mutation, so that they cannot kill a mutant.
    package let unfit: [String]
    /// The number of all pairs of a case and a party.
    package let pairs: Int
    package let seed: UInt64
    package let now: Instant
    /// The duration in microseconds.
    package let elapsed: Int64

    /// Compares the results with the stated proofs.
    package init(
        _ report: MutantHunt.Report,
        equivalents: [EquivalentMutant] = EquivalentMutant.catalogue,
        pairs: Int,
        seed: UInt64,
        now: Instant,
        elapsed: Int64
    ) {
        entries = report.results.map { result in
            Entry(
                mutant: result.mutant,
                killer: result.killer,
                proof: equivalents.first { $0.name == result.mutant.name }?.because
            )
        }
        unfit = report.unfit
        (self.pairs, self.seed, self.now, self.elapsed) = (pairs, seed, now, elapsed)
    }

    /// Whether every mutant is killed or proved equivalent.
    package var isWhole: Bool { !entries.contains { $0.standing.isFault } }
}

// The report for programs.
extension MutantReport {
    /// A JSON object and a newline: the mutants with their states, and the names of the survivors.
    package var json: String {
        var json = JSONWriter()
        json.object { json in
            json.member("seed", seed)
            json.member("now", now.description)
            json.member("pairs", pairs)
            json.member("unfit", unfit)
            json.key("mutants")
            json.array { list in
                for entry in entries { list.object { $0.write(entry) } }
            }
            let survivors = entries.filter { $0.standing == .survived }
            json.member("survivors", survivors.map(\.mutant.name))
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ entry: MutantReport.Entry) {
        let mutant = entry.mutant
        member("name", mutant.name)
        member("layer", mutant.layer.names)
        if case .path(let profiles) = mutant.layer { member("profiles", profiles) }
        member("about", mutant.about)
        member("source", mutant.source)
        member("standing", entry.standing.rawValue)
        member("because", entry.proof)
        guard let killer = entry.killer else { return }
        key("killer")
        object { json in
            json.member("pair", killer.pair)
            json.member("outcome", killer.outcome.rawValue)
            json.member("handshake", killer.isOverHandshake)
        }
    }
}
