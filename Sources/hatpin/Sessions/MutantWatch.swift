import Basics
import Runner
import Synchronization

/// Shows the progress of a mutation test, and stops the test when the user interrupts.
package final class MutantWatch: Sendable {
    private let progress: Mutex<Progress>
    private let start = ContinuousClock.now

    /// - Parameters:
    ///   - kind: how progress is shown.
    ///   - steps: the number of steps of the test, as in `MutantHunt.steps`.
    package init(_ kind: Progress.Kind, steps: Int) {
        var progress = Progress(kind)
        progress.start(pairs: steps, at: .zero)
        self.progress = Mutex(progress)
    }

    /// Runs the mutation test and returns its report, or nil if the user interrupted.
    package func follow(_ hunt: MutantHunt) async -> MutantHunt.Report? {
        Interruption.watch()
        let ticker = Task { [self] in
            while (try? await Task.sleep(for: .milliseconds(100))) != nil {
                show { $0.tick(at: ContinuousClock.now - start) }
            }
        }
        let report = await hunt.perform {
            Interruption.isAsked
        } advance: { [self] name in
            progress.withLock { progress in
                progress.begin(name)
                progress.advance()
            }
        }
        ticker.cancel()
        show { $0.clear() }
        return report
    }

    private func show(_ text: (inout Progress) -> String) {
        progress.withLock { progress in
            let text = text(&progress)
            // The search continues if progress cannot be written.
            if !text.isEmpty { try? StandardStream.error.write(text) }
        }
    }
}
