import Basics
import Campaigns
import PathValidation
import ScenarioFormat
import X509

/// Writes a scenario with the chain of a real server, unchanged or with one defect.
package struct ChainScenario: Sendable {
    private let chain: ServedChain
    private let defect: DrawnDefect?
    private let now: Instant
    private let sound: Setup

    /// - Parameters:
    ///   - chain: the server's chain.
    ///   - defect: the name of a defect, or nil for an unchanged chain.
    ///   - place: the certificate with the defect, or nil for the first certificate that can have
    ///     it.
    ///   - now: the time that dates are relative to.
    /// - Throws: a `usage` failure for an unknown defect, or a place where the defect is not
    ///   possible.
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
            guard place == nil else { throw Failure(.usage, "--at needs --defect") }
            return nil
        }
        guard let defect = Defect.named(word) else {
            throw Failure(
                .usage,
                "there is no defect '\(Shown.escaped(word))'",
                help: didYouMean(word, Defect.catalogue.map(\.name))
                    ?? "see hatpin list defects"
            )
        }
        let possible = defect.places.filter { $0 == .setup || setup.serve.contains($0.rawValue) }
        guard let found = possible.first(where: { place == nil || $0.rawValue == place }) else {
            let names = possible.map(\.rawValue).joined(separator: " or ")
            throw Failure(
                .usage,
                "\(word) cannot be "
                    + (place.map { "at '\(Shown.escaped($0))'" } ?? "in this chain"),
                help: possible.isEmpty ? "the chain is too short for it" : "it can be at \(names)"
            )
        }
        return DrawnDefect(defect.name, at: found)
    }

    /// Returns the file's text, and a phrase for each part of the chain that the file cannot
    /// express.
    ///
    /// The scenario expects the verdict of `reference`. Its control is the chain without the
    /// defect.
    ///
    /// - Throws: an `invalidScenario` failure if the chain cannot be declared, or has another fault
    ///   besides the defect.
    func text(named name: String) throws(Failure) -> (text: String, differences: [String]) {
        var setup = sound
        defect?.apply(to: &setup)
        setup.settleRoles()
        do {
            // With another fault, the chain would be rejected anyway, and the defect would show
            // nothing.
            if defect != nil, let fault = try decision(on: sound) {
                throw Failure(
                    .invalidScenario,
                    "the chain of \(Shown.escaped(chain.name)) is rejected even without the defect: "
                        + fault.rawValue,
                    help: "omit --defect, or use a valid chain"
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
                "cannot write a scenario with the chain of \(Shown.escaped(chain.name)): "
                    + Shown.escaped("\(error)")
            )
        }
    }

    private func about(_ verdict: Rejection.Code?) -> String {
        let origin = "The chain of \(chain.name)"
        guard let defect else {
            return verdict == nil
                ? "\(origin) is accepted." : "\(origin) is rejected."
        }
        return "\(origin) has a defect: \(defect.label)."
    }

    /// Returns the reason why `reference` rejects, or nil if it accepts.
    private func decision(on setup: Setup) throws -> Rejection.Code? {
        let forged = try ForgedSetup(setup, at: now)
        guard
            case .failure(let rejection) = ProfileOracle(.reference).evaluate(forged.question)
                .result
        else { return nil }
        return rejection.code
    }
}
