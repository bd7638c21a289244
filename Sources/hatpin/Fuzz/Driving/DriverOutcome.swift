// hatpin/Fuzz runs fuzz targets under libFuzzer and campaigns with oracles, and keeps their
// findings. Only its commands know arguments and exit codes. FuzzTargets has the properties, and
// Campaigns has the setups.

/// The outcome of fuzzing or of a campaign that has written its results; other failures are thrown.
package enum DriverOutcome: Hashable, Sendable {
    /// No property is broken, and every disagreement of oracles has a known reason.
    case nothingFound
    /// There is at least one finding.
    case found
    /// The user interrupted the driver.
    case interrupted
    /// The disk is full, or a target could not be fuzzed to the end; the reason is already written.
    case failed
}
