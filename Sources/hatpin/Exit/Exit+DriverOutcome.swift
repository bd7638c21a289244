extension Exit {
    /// Creates the exit code for the outcome of a fuzzing run or a campaign.
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
