/// Generates the cases of a campaign, runs oracles on them and minimises their disagreements.
package protocol CaseExaminer: Sendable {
    /// Runs each oracle on the cases.
    ///
    /// - Parameter indices: the numbers of the cases to run.
    /// - Returns: the disagreements.
    /// - Throws: an error if even the baseline setup cannot be forged.
    mutating func examine(_ indices: [UInt64]) async throws -> Ledger

    /// Returns the smallest setup found that shows the disagreement of this case.
    ///
    /// This is the case's own setup if the search found no smaller setup.
    ///
    /// - Parameters:
    ///   - bucket: the disagreement.
    ///   - index: the number of a case that shows the disagreement.
    ///   - isStopped: called before each step; true stops the search.
    /// - Returns: the setup, and the reason why a smaller setup may exist.
    mutating func smallestSetup(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool
    ) async -> ShownSetup

    /// Returns the setup of a case as it was generated, without minimising it.
    ///
    /// - Parameters:
    ///   - index: the number of the case.
    ///   - reason: why the setup was not minimised, as a sentence that starts with a lower-case
    ///     word.
    /// - Returns: the setup with that reason.
    func found(_ index: UInt64, because reason: String) -> ShownSetup
}
