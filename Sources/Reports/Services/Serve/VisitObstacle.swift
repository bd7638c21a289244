import Runner
import TLS
import X509

/// The reason why no visitor can be put before a case.
package enum VisitObstacle: Error, Hashable, Sendable {
    /// The case sets the clock of its party.
    case clock
    /// The case declares pins, which visitors are not given.
    case pins
    /// A pin is of a certificate, which is another one under the names that visitors dial.
    case certificatePin
    /// The case gives its party CRLs.
    case revocationLists
    /// The case begins in clear.
    case startTLS
    /// The case is a later step of a story.
    case earlierSteps
    /// The case is about the names that clients indicate.
    case serverNames
    /// The case states the versions of TLS that its party offers.
    case offeredVersions
    /// The case is about the answer to a request.
    case answers
    /// Its certificates point to documents at a port of a network of a run's own.
    case documents
    /// The case is about an address that the service does not listen on, of 4 or 16 octets.
    case address([UInt8])
    /// The case is about a party without trust anchors.
    case noRoot
    /// The trust anchors are not those of the other cases.
    case otherRoots
    /// The world cannot be made.
    case unforgeable(HarnessError)
    /// The world cannot be served.
    case unserved(WireError)
}

extension VisitObstacle: CustomStringConvertible {
    /// Fits behind "not here, because ".
    package var description: String {
        switch self {
        case .clock: "the visitor's clock would have to be set"
        case .pins: "visitors must pin keys: --can pins"
        case .certificatePin: "it pins a certificate, not a key"
        case .revocationLists: "visitors must have CRLs at hand"
        case .startTLS: "visitors speak HTTPS alone"
        case .earlierSteps: "visitors come to one step alone"
        case .serverNames: "visitors indicate names of this service"
        case .offeredVersions: "visitors offer versions of TLS of their own"
        case .answers: "visitors are answered by this service"
        case .documents: "its documents stand in a network of a run's own"
        case .address(let octets):
            "visitors must reach this machine as \(IPAddress.text(octets)): --listen"
        case .noRoot: "visitors must trust no root"
        case .otherRoots: "visitors must trust other roots: --other-roots"
        case .unforgeable(let error): error.description
        case .unserved(let error): "cannot serve: \(error)"
        }
    }
}
