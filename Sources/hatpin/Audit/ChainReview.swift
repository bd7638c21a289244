import ClientModels
import Lint
import PathValidation
import ScenarioFormat
import X509

/// Finds problems of a configuration with a server's real chain at one host.
struct ChainReview {
    private let trial: ChainTrial
    private let pins: [StatedHashes.Hash]
    private let keys: [[UInt8]]

    init(_ trial: ChainTrial) {
        self.trial = trial
        pins = trial.compared(among: StatedHashes(in: trial.file.bytes).all)
        keys = trial.chain.keys
    }

    var findings: [Finding] {
        guard let decision = trial.decision() else { return [] }
        switch decision.verdict {
        // The model rejects some encodings that the system accepts, so the system's verdict is
        // unknown.
        case .reject(let rejection) where rejection.code == .malformed && !chain.warnings.isEmpty:
            return [undecided(rejection)]
        case .reject(let rejection): return [refused(rejection)]
        case .accept where trial.isAccepted(without: pins): return [unpinned]
        case .accept: return [matched] + (isNextRefused ? [refusedNext] : [])
        }
    }

    private var chain: RealChain { trial.chain }
    private var subject: String { "\(trial.party.name): the chain of \(chain.name)" }

    /// The pins of keys in the chain.
    private var matching: [StatedHashes.Hash] { pins.filter { keys.contains($0.bytes) } }

    /// Pins of keys outside the chain, which the host's next key could match.
    private var spares: [StatedHashes.Hash] {
        pins.filter { pin in
            !keys.contains(pin.bytes) && StatedPin.unusableReason(pin.bytes) == nil
                && trial.isAccepted(by: pin, without: pins.filter { $0.bytes != pin.bytes })
        }
    }

    // MARK: Today

    private func refused(_ rejection: Rejection) -> Finding {
        let place = (matching.first ?? pins.first).map { trial.file.span($0.range) }
        let isPin = rejection.code == .pinMismatch
        let own = zip(chain.certificates.indices, keys).map { index, key in
            "\(chain.words(for: index)) has the key \(Base64.text(key))"
        }
        return Finding(
            ChainRules.refused,
            at: place,
            "\(subject) is rejected for \(trial.host) on \(trial.now.date)",
            label: isPin ? "no pin in force matches a key of the chain" : "",
            impact: "every connection to \(trial.host) fails: \(rejection.description)",
            fix: isPin
                ? Fix("pin a key of the chain and a backup key") : nil,
            notes: (isPin ? own : []) + chainNotes
        )
    }

    private func undecided(_ rejection: Rejection) -> Finding {
        let stated = StatedHashes(in: trial.file.bytes).all.compactMap { pin -> String? in
            guard let index = keys.firstIndex(of: pin.bytes) else { return nil }
            let line = trial.file.span(pin.range).mark.line
            return "the pin on line \(line) matches the key of \(chain.words(for: index))"
        }
        return Finding(
            ChainRules.undecided,
            at: nil,
            "\(subject) was not tested for \(trial.host)",
            impact: "its model reads certificates more strictly than some clients: "
                + rejection.description,
            fix: nil,
            notes: stated + chainNotes
        )
    }

    private var unpinned: Finding {
        Finding(
            ChainRules.unpinned,
            at: pins.first.map { trial.file.span($0.range) },
            "\(subject) is accepted for \(trial.host) without a pin",
            impact: "any certificate of a trusted authority is accepted for \(trial.host)",
            fix: Fix("add an entry for \(trial.host) with the pins of its keys"),
            notes: chainNotes
        )
    }

    private var matched: Finding {
        let places =
            matching.map { ($0, label(of: $0)) }
            + spares.map { ($0, "a backup key: not in this chain") }
        let marked = places.map { (trial.file.span($0.0.range), $0.1) }
        return Finding(
            ChainRules.matched,
            at: marked.first?.0,
            "\(subject) is accepted for \(trial.host) on \(trial.now.date)",
            label: marked.first?.1 ?? "",
            impact: lifetime,
            fix: nil,
            related: marked.dropFirst().map { Finding.Related(place: $0.0, label: $0.1) },
            notes: changes + chainNotes
        )
    }

    private func label(of pin: StatedHashes.Hash) -> String {
        let indices = keys.indices.filter { keys[$0] == pin.bytes }
        return "the key of " + listed(indices.map(chain.words))
    }

    /// The time at which the first certificate of the chain expires.
    private var lifetime: String {
        let sent = chain.certificates.prefix(chain.sent).enumerated()
        guard
            let first = sent.min(by: { $0.1.validity.notAfter < $1.1.validity.notAfter })
        else { return "" }
        let end = first.element.validity.notAfter
        return "\(chain.words(for: first.offset)) expires first, on \(end.date), in "
            + days(trial.now.days(to: end))
    }

    private var chainNotes: [String] {
        chain.isAnchored
            ? chain.warnings
            : chain.warnings + [
                "no root of this machine issued the chain, so its last certificate is treated "
                    + "as trusted"
            ]
    }

    // MARK: Tomorrow

    /// The description of each kind of renewal, and the keys that the renewal replaces.
    private var futures: [(words: String, keys: [[UInt8]])] {
        let isRoot = keys.count > 1 && chain.certificates.last?.isSelfIssued == true
        let intermediates = isRoot ? keys.count - 1 : keys.count
        var futures = [("a new key of the server", Array(keys.prefix(1)))]
        if intermediates > 1 {
            futures.append(
                ("a new key and another intermediate", Array(keys.prefix(intermediates)))
            )
        }
        if isRoot { futures.append(("a new key and another authority", keys)) }
        return futures
    }

    private func isAccepted(withoutKeys gone: [[UInt8]]) -> Bool {
        trial.isAccepted(without: pins.filter { gone.contains($0.bytes) })
    }

    private var changes: [String] {
        futures.map { future in
            let passes = isAccepted(withoutKeys: future.keys)
            return "with \(future.words) the chain \(passes ? "is accepted" : "is rejected")"
        }
            + (spares.isEmpty
                ? [] : ["with a backup key it is accepted, whichever authority issues it"])
    }

    private var isNextRefused: Bool {
        !isAccepted(withoutKeys: Array(keys.prefix(1))) && spares.isEmpty
    }

    private var refusedNext: Finding {
        Finding(
            ChainRules.refusedNext,
            at: matching.first.map { trial.file.span($0.range) },
            "\(trial.party.name): a new key of \(trial.host) will be rejected",
            label: "the only accepted key",
            impact: "when the certificate is renewed with a new key, every connection fails",
            fix: Fix("create a backup key, keep it offline, and add its pin before the renewal")
        )
    }
}

extension ChainReview {
    /// Returns a finding for each pin in a source file that matches a key of a chain.
    ///
    /// No model can test a source file, so these findings only state the match.
    static func matches(in file: ReviewedFile, _ chain: RealChain) -> [Finding] {
        let keys = chain.keys
        return StatedHashes(in: file.bytes).all.flatMap { pin in
            keys.indices.filter { keys[$0] == pin.bytes }.map { index in
                Finding(
                    ChainRules.matched,
                    at: file.span(pin.range),
                    "a pin matches a key in the chain of \(chain.name)",
                    label: "the key of \(chain.words(for: index))",
                    impact:
                        "whether the chain is accepted depends on code that Hatpin does not run",
                    fix: nil,
                    notes: chain.warnings
                )
            }
        }
    }
}
