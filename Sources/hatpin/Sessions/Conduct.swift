import Basics
import Runner
import Synchronization

/// Runs the cases: passes the events to the session, updates the progress line, and stops when the
/// user interrupts.
///
/// Events come from the threads of the run, and updates of the line from a task, so a lock protects
/// the session.
package final class Conduct: Sendable {
    private let session: Mutex<Session>
    /// The exit code once the run is over, or the reason why the run could not start.
    private let result = Mutex<Result<Exit, Failure>?>(nil)

    package init(_ session: consuming sending Session) {
        self.session = Mutex(session)
    }

    /// Performs the run, and returns the exit code.
    package func perform(_ run: Run) async throws(Failure) -> Exit {
        Interruption.watch()
        let ticker = Task { [self] in
            var hasAnswered = false
            while (try? await Task.sleep(for: .milliseconds(100))) != nil {
                session.withLock { session in
                    if Interruption.isAsked, !hasAnswered { session.answerInterruption() }
                    session.tick()
                }
                hasAnswered = Interruption.isAsked
            }
        }
        defer { ticker.cancel() }
        await run.perform { [self] in
            hasFailed || Interruption.isAsked
        } receive: { [self] event in
            receive(event)
        }
        guard let result = result.withLock({ $0 }) else { return .bug }
        return try result.get()
    }

    /// Whether the run could not start.
    private var hasFailed: Bool {
        result.withLock { if case .failure = $0 { true } else { false } }
    }

    private func receive(_ event: RunEvent) {
        guard !hasFailed else { return }
        let outcome = session.withLock { session -> Result<Exit, Failure>? in
            switch event {
            case .started(let plan):
                do throws(Failure) {
                    try session.start(plan)
                } catch {
                    return .failure(error)
                }
            case .began(let id): session.begin(id)
            case .judged(let judgement): session.receive(judgement)
            case .finished(let summary):
                let wasInterrupted = Interruption.isAsked && summary.wasStopped
                return .success(session.finish(summary, wasInterrupted: wasInterrupted))
            }
            return nil
        }
        if let outcome { result.withLock { $0 = outcome } }
    }
}
