import FuzzDriver
import Sessions

/// Ends a command that has written everything already.
struct ExitStatus: Error {
    let exit: Exit

    init(_ exit: Exit) {
        self.exit = exit
    }
}

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
