import Basics
import Lint
import Reports
import ScenarioFormat

extension SourceRules {
    /// Returns the built-in rules and the rules in these folders.
    ///
    /// - Throws: an `invalidScenario` failure with the first mistake of a rule; `hatpin lint` shows
    ///   all mistakes.
    static func builtIn(and folders: [String]) throws(Failure) -> SourceRules {
        var rules = builtIn
        for folder in folders { try rules.add(folder: folder) }
        guard let first = rules.diagnostics.first(where: { $0.level == .error }) else {
            return rules
        }
        throw Failure(
            .invalidScenario,
            Shown.escaped(
                "\(first.file)\(first.mark.map { ":\($0.line)" } ?? ""): \(first.problem)"
            ),
            help: "hatpin lint \(Shown.escaped(folders.first ?? "Rules")) shows all mistakes"
        )
    }
}
