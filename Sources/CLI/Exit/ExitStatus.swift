import FuzzDriver
import Surroundings

/// Ends a command that has written everything already.
struct ExitStatus: Error {
    let exit: Exit

    init(_ exit: Exit) {
        self.exit = exit
    }
}

extension Failure {
    /// The exit code of the process, if nothing worse happened.
    var exit: Exit {
        switch kind {
        case .invalidScenario: .invalidScenario
        case .environment: .environment
        case .nothingSelected: .nothingSelected
        case .usage: .usage
        case .bug: .bug
        }
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
