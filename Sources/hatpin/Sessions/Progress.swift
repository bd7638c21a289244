import Basics

/// The progress of a run on standard error.
///
/// A terminal gets one line that is updated at most ten times a second. Elsewhere, a line is
/// written every thirty seconds, because CI services end jobs without output.
package struct Progress: Sendable {
    /// The forms of progress that standard error can show.
    package enum Kind: Hashable, Sendable {
        case none, heartbeat
        /// A line that is updated; the width is in columns.
        case bar(width: Int, hasColour: Bool)
    }

    private let kind: Kind
    private var pairs = 0
    private var judged = 0
    private var current = ""
    private var start: Duration = .zero
    private var last: Duration = .zero
    private var isDrawn = false

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// Starts a run of this many pairs; times are relative to any fixed moment.
    package mutating func start(pairs: Int, at time: Duration) {
        self.pairs = pairs
        start = time
        last = time
    }

    /// Adds this number to the number of planned pairs.
    package mutating func plan(_ more: Int) {
        pairs += more
    }

    /// Records that a pair started.
    package mutating func begin(_ id: String) {
        current = id
    }

    /// Records that a pair finished.
    package mutating func advance() {
        judged += 1
    }

    /// Returns the text to write now; the text is empty if the last update was too recent.
    package mutating func tick(at time: Duration) -> String {
        switch kind {
        case .none:
            return ""
        case .heartbeat:
            guard time - last >= .seconds(30) else { return "" }
            last = time
            let left = timeLeft(at: time).map { ", about \($0) left" } ?? ""
            return "\(judged)/\(pairs) judged after \((time - start).components.seconds) s\(left)\n"
        case .bar(let width, let hasColour):
            guard time - last >= .milliseconds(100) else { return "" }
            last = time
            isDrawn = true
            return "\r\u{1b}[2K" + bar(at: time, width: width, hasColour: hasColour)
        }
    }

    /// Returns the text that removes the progress line, so that other output can replace it.
    package mutating func clear() -> String {
        guard isDrawn else { return "" }
        isDrawn = false
        return "\r\u{1b}[2K"
    }

    /// Estimates the remaining time from the progress so far.
    ///
    /// Returns nil if there is too little progress, or if hardly any work is left.
    private func timeLeft(at time: Duration) -> TimeSpan? {
        let elapsed = time - start
        guard elapsed >= .seconds(3), judged >= 20, judged < pairs else { return nil }
        let left = elapsed / judged * (pairs - judged)
        let seconds = Int(left.components.seconds)
        // The estimate is accurate to about ten seconds.
        return seconds < 5 ? nil : TimeSpan(seconds: seconds < 60 ? seconds : seconds / 10 * 10)
    }

    private func bar(at time: Duration, width: Int, hasColour: Bool) -> String {
        let length = 24
        let filled = pairs > 0 ? min(length, judged * length / pairs) : 0
        let elapsed = (time - start).components
        let tenths = elapsed.attoseconds / 100_000_000_000_000_000
        var text = TerminalText(hasColour: hasColour)
        text.literal(" ")
        text.value(String(repeating: "█", count: filled), .good)
        text.value(String(repeating: "░", count: length - filled), .faint)
        text.value("  \(judged)/\(pairs)  \(elapsed.seconds).\(tenths) s  ")
        if let left = timeLeft(at: time) { text.value("about \(left) left  ", .faint) }
        // The last column stays empty: terminals wrap when it is written.
        text.value(String(current.prefix(max(0, width - text.column - 1))))
        return text.text
    }
}
