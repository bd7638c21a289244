import Basics
import Runner

extension Comparison {
    /// - Throws: the failure that left no verdict; nothing selected, where no party can express any
    ///   world.
    package func requireWorlds() throws(Failure) {
        guard judged + leftOut == 0 else { return }
        if let failure = obstructions.failure { throw failure }
        throw Failure(
            .nothingSelected,
            "there is no world that any of them can express",
            help: "hatpin compare without --filter tries them all"
        )
    }
}
