extension ReviewedSystem {
    /// The systems with rules for source code, in the order of the manual.
    package static let sources: [ReviewedSystem] = [
    ].map(\.reviewed)
}
