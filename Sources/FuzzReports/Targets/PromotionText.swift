/// A file that a promotion wrote, and the next step.
package enum PromotionRecord: Hashable, Sendable {
    /// An input that tests replay, and the list that it was added to.
    case input(file: String, list: String)
    case scenario(file: String)

    /// Lines without their ends.
    package var lines: [String] {
        switch self {
        case .input(let file, let list):
            [
                "wrote \(file), which every test run and every run of the target replays first",
                "added a line to \(list); complete it: what was wrong, and why it mattered",
                "next: swift test --filter ReplayTests fails until the fault is mended",
            ]
        case .scenario(let file):
            [
                "wrote \(file)",
                "complete its about: what is wrong, and why it matters; and expect, by the rule",
                "next: hatpin lint \(file), then hatpin run \(file)",
            ]
        }
    }
}
