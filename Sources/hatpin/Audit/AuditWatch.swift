import Basics
import PathValidation
import Runner
import ScenarioFormat
import Synchronization

/// Shows the progress of audits on standard error, with the findings so far.
final class AuditWatch: Sendable {
    private struct State {
        var progress: Progress
        var found = 0
        /// The name of the current party.
        var party = ""
        /// Whether cases were planned, which starts the clock.
        var isBegun = false
        /// Whether each weakness is shown when it is first found, since testing a program takes
        /// minutes.
        var tellsFindings = false
    }

    private let state: Mutex<State>
    private let origin = ContinuousClock.now

    init(_ kind: Progress.Kind) {
        var progress = Progress(kind)
        progress.start(pairs: 0, at: .zero)
        progress.begin("nothing found so far")
        state = Mutex(State(progress: progress))
    }

    /// Starts to show the progress of testing a configuration.
    func begin(_ party: Party) {
        state.withLock { ($0.party, $0.tellsFindings) = (party.name, false) }
    }

    /// Starts to show the progress of testing a program.
    func begin(_ program: AuditedProgram) {
        state.withLock { ($0.party, $0.tellsFindings) = (program.party.name, true) }
    }

    func receive(_ event: AuditSeries.Event) {
        let time = ContinuousClock.now - origin
        let text = state.withLock { state -> String in
            switch event {
            case .planned(let more) where state.isBegun: state.progress.plan(more)
            case .planned(let more):
                state.progress.start(pairs: more, at: time)
                state.isBegun = true
            case .advanced: state.progress.advance()
            case .found(let exposure, let reason, let scenario):
                state.found += 1
                let count = Prose.count(state.found, "kind")
                state.progress.begin("\(count) of attack accepted so far")
                guard state.tellsFindings else { break }
                return state.progress.clear()
                    + Self.line(of: state.party, for: exposure, reason, scenario: scenario.id)
            }
            return state.progress.tick(at: time)
        }
        if !text.isEmpty { try? StandardStream.error.write(text) }
    }

    /// Removes the progress line before other output.
    func clear() {
        let text = state.withLock { $0.progress.clear() }
        if !text.isEmpty { try? StandardStream.error.write(text) }
    }

    private static func line(
        of party: String,
        for exposure: Exposure,
        _ reason: Rejection.Code,
        scenario: String
    ) -> String {
        "hatpin: \(Shown.escaped(party)) accepted \(Shown.escaped(scenario)) "
            + "(\(exposure.severity.rawValue)): \(reason.meaning)\n"
    }
}
