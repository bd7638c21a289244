import Policies
import Trust

extension Result {
    /// Whether there is no reason against it.
    var isAccept: Bool {
        if case .success = self { true } else { false }
    }
}

extension Decision {
    /// Whether a policy accepts, on whatever grounds.
    var isAccept: Bool {
        if case .accept = verdict { true } else { false }
    }
}
