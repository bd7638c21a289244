import Basics
import Runner

extension Outcome.Kind {
    /// A glyph and a word, so that outcomes differ without colour too.
    package var label: StaticString {
        switch self {
        case .pass: "✓"
        case .falseAccept: "✗ ACCEPTED"
        case .falseReject: "✗ REJECTED"
        case .wrongReason: "≠ REASON"
        case .wrongObservation: "≠ OBSERVED"
        case .known: "~ KNOWN"
        case .staleDifference: "~ STALE"
        case .inconclusive: "! CONTROL"
        case .notApplicable: "○ N/A"
        case .notDelivered: "○ UNSEEN"
        case .timeout: "! TIMEOUT"
        case .crash: "! CRASH"
        case .closed: "! CLOSED"
        case .clientError, .harnessError: "! ERROR"
        }
    }

    var style: TerminalText.Style {
        switch self {
        case .pass: .good
        case .known, .notApplicable, .notDelivered: .faint
        case .staleDifference: .odd
        default: .bad
        }
    }

    /// Returns the count as the summary shows it: `2 accepted`, `1 wrong reason`.
    package func words(for number: Int) -> String {
        switch self {
        case .pass: "\(number) as expected"
        case .falseAccept: "\(number) accepted"
        case .falseReject: "\(number) rejected"
        case .wrongReason: Prose.count(number, "wrong reason")
        case .wrongObservation: Prose.count(number, "wrong observation")
        case .known: Prose.count(number, "known difference")
        case .staleDifference: Prose.count(number, "outdated known difference")
        case .inconclusive: "\(number) inconclusive"
        case .notApplicable: "\(number) not applicable"
        case .notDelivered: "\(number) not delivered"
        case .timeout: "\(number) timed out"
        case .crash: "\(number) crashed"
        case .closed: "\(number) closed"
        case .clientError: Prose.count(number, "client error")
        case .harnessError: Prose.count(number, "harness error")
        }
    }

    package var glyph: Character {
        label.description.first ?? " "
    }
}
