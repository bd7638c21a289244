import Basics
import Runner

extension Comparison {
    /// - Throws: the failure that left no verdict; nothing selected, where no party can express any
    ///   setup.
    package func requireSetups() throws(Failure) {
        guard judged + leftOut == 0 else { return }
        if let failure = obstructions.failure { throw failure }
        throw Failure(
            .nothingSelected,
            "there is no setup that any of them can express",
            help: "hatpin compare without --filter tries them all"
        )
    }
}
