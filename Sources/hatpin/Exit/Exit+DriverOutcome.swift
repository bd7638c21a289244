extension Exit {
    /// The exit code after the driver of fuzzers or of a campaign.
    init(_ outcome: DriverOutcome) {
        self =
            switch outcome {
            case .nothingFound: .success
            case .found: .wrongVerdict
            case .interrupted: .interrupted
            case .failed: .environment
            }
    }
}
