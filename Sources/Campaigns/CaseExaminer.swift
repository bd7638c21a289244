/// Makes the cases of a campaign, puts them before judges and brings what they disagree on down.
package protocol CaseExaminer: Sendable {
    /// Puts cases before every judge.
    ///
    /// - Parameter indices: the numbers of the cases.
    /// - Returns: the disagreements.
    /// - Throws: an error if even the baseline setup cannot be forged.
    mutating func examine(_ indices: [UInt64]) async throws -> Ledger

    /// The smallest setup that shows the disagreement of this case, or the case's own setup.
    ///
    /// - Parameters:
    ///   - bucket: the disagreement.
    ///   - index: a case that is counted there.
    ///   - isStopped: whether the user has asked to stop.
    /// - Returns: the setup, and the reason if it is not the smallest.
    mutating func smallestSetup(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool
    ) async -> ShownSetup

    /// The setup of a case as it was generated.
    ///
    /// - Parameters:
    ///   - index: the number of the case.
    ///   - reason: why it was not minimised, a sentence that begins with a lower-case word.
    /// - Returns: the setup with its reason.
    func found(_ index: UInt64, because reason: String) -> ShownSetup
}
