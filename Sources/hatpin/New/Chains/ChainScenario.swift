import Basics
import Campaigns
import PathValidation
import ScenarioFormat
import X509

/// A scenario on a server's own chain, as it is or with one defect.
package struct ChainScenario: Sendable {
    private let chain: ServedChain
    private let defect: DrawnDefect?
    private let now: Instant
    private let sound: Setup

    /// - Parameters:
    ///   - chain: the server's.
    ///   - defect: the word of a defect; nil for none.
    ///   - place: the certificate that has it; nil for the first that can.
    ///   - now: the instant that dates count from.
    /// - Throws: usage, for no word of a defect, and a place where it cannot be.
    package init(
        of chain: ServedChain,
        with defect: String?,
        at place: String?,
        now: Instant
    ) throws(Failure) {
        (self.chain, self.now) = (chain, now)
        sound = chain.setup(at: now)
        self.defect = try Self.drawn(defect, at: place, in: sound)
    }

    private static func drawn(
        _ word: String?,
        at place: String?,
        in setup: Setup
    ) throws(Failure) -> DrawnDefect? {
        guard let word else {
            guard place == nil else { throw Failure(.usage, "--at goes with --defect") }
            return nil
        }
        guard let defect = Defect.named(word) else {
            throw Failure(
                .usage,
                "there is no defect '\(Shown.escaped(word))'",
                help: didYouMean(word, Defect.catalogue.map(\.name))
                    ?? "hatpin list defects shows them"
            )
        }
        let possible = defect.places.filter { $0 == .setup || setup.serve.contains($0.rawValue) }
        guard let found = possible.first(where: { place == nil || $0.rawValue == place }) else {
            let names = possible.map(\.rawValue).joined(separator: " or ")
            throw Failure(
                .usage,
                "\(word) cannot be at '\(Shown.escaped(place ?? "this chain"))'",
                help: possible.isEmpty ? "the chain is too short for it" : "it can be at \(names)"
            )
        }
        return DrawnDefect(defect.name, at: found)
    }

    /// The file's text, and what it cannot have of the chain, a phrase each.
    ///
    /// The decision is the one of `reference`, whose control is the chain without the defect.
    /// - Throws: invalid, where the chain cannot be declared, or has a fault beside the defect.
    func text(named name: String) throws(Failure) -> (text: String, differences: [String]) {
        var setup = sound
        defect?.apply(to: &setup)
        setup.settleRoles()
        do {
            // Else the chain would be refused for its own fault, and the defect would show nothing.
            if defect != nil, let fault = try decision(on: sound) {
                throw Failure(
                    .invalidScenario,
                    "the chain of \(Shown.escaped(chain.name)) is refused as it is: \(fault.rawValue)",
                    help: "leave --defect out, or take a chain that is in order"
                )
            }
            let verdict = try decision(on: setup)
            var text = ScenarioText(name, about: about(verdict), in: setup)
            text.tags = ["chain"]
            if let verdict {
                text.expect = [.init(Expectation(verdict: .reject([verdict])))]
                text.sources = verdict.sources
            }
            if defect != nil, verdict != nil { text.control = sound }
            return (try text.file(), try chain.differences(in: sound, at: now))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                .invalidScenario,
                "no scenario can have the chain of \(Shown.escaped(chain.name)): "
                    + Shown.escaped("\(error)")
            )
        }
    }

    private func about(_ verdict: Rejection.Code?) -> String {
        let origin = "The chain of \(chain.name)"
        guard let defect else {
            return verdict == nil
                ? "\(origin) is accepted." : "\(origin) is refused as it is."
        }
        return "\(origin) has a defect: \(defect.label)."
    }

    /// The reason for which `reference` refuses; nil where it accepts.
    private func decision(on setup: Setup) throws -> Rejection.Code? {
        let forged = try ForgedSetup(setup, at: now)
        guard
            case .failure(let rejection) = ProfileOracle(.reference).evaluate(forged.question)
                .result
        else { return nil }
        return rejection.code
    }
}
