/// Watches whether coverage still grows.
struct Plateau: Hashable, Sendable {
    /// How long nothing new is a plateau.
    let patience: Duration
    private var coverage = 0
    /// When coverage grew last.
    private(set) var lastGrowth: Duration
    private var isSaid = false

    /// Begins now, `start` since any fixed moment.
    init(patience: Duration, start: Duration) {
        self.patience = patience
        lastGrowth = start
    }

    /// Takes in how many edges are reached by now.
    ///
    /// - Returns: whether a plateau has just been reached: once, until coverage grows again.
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
