// hatpin/Fuzz runs fuzz targets under libFuzzer and campaigns before judges, and keeps their findings.
// It knows no arguments and no exit codes; the properties are in FuzzTargets, the setups in Campaigns.

/// The outcome of a driver that has written everything; failures are thrown.
package enum DriverOutcome: Hashable, Sendable {
    /// Nothing breaks a property, and no judge differs without a known reason.
    case nothingFound
    /// At least one finding.
    case found
    /// The user has stopped the driver before its end.
    case interrupted
    /// The disk is full, or a target could not be fuzzed to the end; the reason was written already.
    case failed
}
