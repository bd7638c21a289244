import ClientModels
import FuzzTargets
import PathValidation

extension Result {
    /// Whether the result is a success.
    var isAccept: Bool {
        if case .success = self { true } else { false }
    }
}

extension Result where Failure == Rejection {
    /// Requires that a rejection has a reason in words.
    func requireReason() {
        guard case .failure(let rejection) = self else { return }
        invariant(
            !rejection.description.isEmpty,
            "a rejection has no description: \(rejection.code)"
        )
    }
}

extension Decision {
    /// Whether the policy accepts, on any grounds.
    var isAccept: Bool {
        if case .accept = verdict { true } else { false }
    }
}
