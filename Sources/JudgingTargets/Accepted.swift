import Policies
import Trust

extension Result {
    /// Whether it is a success.
    var isAccept: Bool {
        if case .success = self { true } else { false }
    }
}

extension Decision {
    /// Whether the policy accepts, on any grounds.
    var isAccept: Bool {
        if case .accept = verdict { true } else { false }
    }
}
