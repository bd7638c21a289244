import Basics
import Runner

extension Comparison {
    /// Requires that at least one setup was judged or left out.
    ///
    /// - Throws: the failure that prevented the verdicts; a `nothingSelected` failure if no setup
    ///   applies to any party.
    package func requireSetups() throws(Failure) {
        guard judged + leftOut == 0 else { return }
        if let failure = obstructions.failure { throw failure }
        throw Failure(
            .nothingSelected,
            "no selected case applies to any of the parties",
            help: "omit --filter to try all cases"
        )
    }
}
