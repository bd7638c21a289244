import Basics
import Synchronization

/// The progress of fuzzing on standard error.
///
/// A terminal gets one line that is updated each second; elsewhere, a line is written every thirty
/// seconds.
final class FuzzConsole: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var isDrawn = false
    }

    private let width: Int?
    private let state = Mutex(State())

    /// - Parameter width: the width of the terminal in columns, or nil without a terminal.
    init(width: Int?) {
        self.width = width
    }

    /// Shows the state of fuzzing if enough time has passed since the last display.
    func show(_ status: @autoclosure () -> String) {
        state.withLock { state in
            let now = ContinuousClock.now
            let pause: Duration = width == nil ? .seconds(30) : .seconds(1)
            if let last = state.last, now - last < pause { return }
            // A log gets its first line after the interval, and a terminal gets its line at once.
            let isFirst = state.last == nil
            state.last = now
            if isFirst, width == nil { return }
            guard let width else { return write(status() + "\n") }
            state.isDrawn = true
            // The last column stays empty: terminals wrap when it is written.
            write("\r\u{1b}[2K" + String(status().prefix(max(0, width - 1))))
        }
    }

    /// Writes a line that later progress does not replace.
    func say(_ text: String) {
        state.withLock { state in
            write((state.isDrawn ? "\r\u{1b}[2K" : "") + text + "\n")
            state.isDrawn = false
        }
    }

    // The run continues if progress cannot be written.
    private func write(_ text: String) { try? StandardStream.error.write(text) }
}
