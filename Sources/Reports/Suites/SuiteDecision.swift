import Basics
import PathValidation

/// The decision about a case of a public test suite.
package enum SuiteDecision: Hashable, Sendable {
    /// A valid path with this number of certificates.
    case path(certificates: Int)
    case rejected(Rejection)

    package init(_ result: Result<VerifiedPath, Rejection>) {
        switch result {
        case .success(let path): self = .path(certificates: path.certificates.count)
        case .failure(let rejection): self = .rejected(rejection)
        }
    }

    /// The reason of a rejection; nil for a path.
    package var rejection: Rejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }

    /// The decision in words; names in it come from certificates and are hostile text.
    var words: String {
        switch self {
        case .path(let count): "a path of \(Prose.count(count, "certificate"))"
        case .rejected(let rejection): "\(rejection.code.rawValue): \(rejection)"
        }
    }
}
