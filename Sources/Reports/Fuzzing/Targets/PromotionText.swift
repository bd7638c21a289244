/// A file that `hatpin promote` wrote, and the next step for the user.
package enum PromotionRecord: Hashable, Sendable {
    /// An input of a target.
    ///
    /// - isTested: whether tests link the target and replay the input.
    /// - list: the list that the input was added to.
    case input(file: String, target: String, isTested: Bool, list: String)
    case scenario(file: String)

    /// The lines about the written file, without their newlines.
    package var lines: [String] {
        switch self {
        case .input(let file, let target, let isTested, let list):
            let runs = isTested ? "every test run and every run" : "every run"
            let command = isTested ? "swift test --filter ReplayTests" : "script/fuzz \(target)"
            return [
                "wrote \(file), which \(runs) of the target replays first",
                "added a line to \(list); complete it with the fault and its impact",
                "next: \(command) fails until the fault is fixed",
            ]
        case .scenario(let file):
            return [
                "wrote \(file)",
                "complete its about with the fault and its impact, and its expect by the rule",
                "next: hatpin lint \(file), then hatpin run \(file)",
            ]
        }
    }
}
