/// Detects when coverage stops growing.
struct Plateau: Hashable, Sendable {
    /// The time without growth that counts as a plateau.
    let patience: Duration
    private var coverage = 0
    /// The time at which coverage last grew.
    private(set) var lastGrowth: Duration
    private var isSaid = false

    /// Creates a detector whose waiting time starts now; `start` is relative to any fixed moment.
    init(patience: Duration, start: Duration) {
        self.patience = patience
        lastGrowth = start
    }

    /// Updates the coverage so far.
    ///
    /// - Returns: whether to report a plateau; a plateau is reported once until coverage grows
    ///   again.
    mutating func note(coverage now: Int, at time: Duration) -> Bool {
        if now > coverage {
            (coverage, lastGrowth, isSaid) = (now, time, false)
            return false
        }
        guard !isSaid, time - lastGrowth >= patience else { return false }
        isSaid = true
        return true
    }
}
