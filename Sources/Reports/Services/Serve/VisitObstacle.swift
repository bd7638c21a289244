import Runner
import TLS
import X509

/// The reason why no remote client can be put before a case.
package enum VisitObstacle: Error, Hashable, Sendable {
    /// The case sets the clock of its party.
    case clock
    /// The case declares pins, which remote clients are not given.
    case pins
    /// A pin is of a certificate, which is another one under the names that remote clients dial.
    case certificatePin
    /// The case gives its party CRLs.
    case revocationLists
    /// The case begins in plaintext.
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
    /// The case is about an address that the service does not listen on, of 4 or 16 bytes.
    case address([UInt8])
    /// The case is about a party without trust anchors.
    case noRoot
    /// The trust anchors are not those of the other cases.
    case otherRoots
    /// The setup cannot be made.
    case unforgeable(HarnessError)
    /// The setup cannot be served.
    case unserved(WireError)
}

extension VisitObstacle: CustomStringConvertible {
    /// Fits after "not here, because ".
    package var description: String {
        switch self {
        case .clock: "the remote client's clock would have to be set"
        case .pins: "remote clients must pin keys: --can pins"
        case .certificatePin: "it pins a certificate, not a key"
        case .revocationLists: "remote clients must have CRLs at hand"
        case .startTLS: "remote clients speak HTTPS alone"
        case .earlierSteps: "remote clients come to one step alone"
        case .serverNames: "remote clients indicate names of this service"
        case .offeredVersions: "remote clients offer versions of TLS of their own"
        case .answers: "remote clients are answered by this service"
        case .documents: "its documents stand in a network of a run's own"
        case .address(let bytes):
            "remote clients must reach this machine as \(IPAddress.text(bytes)): --listen"
        case .noRoot: "remote clients must trust no root"
        case .otherRoots: "remote clients must trust other roots: --other-roots"
        case .unforgeable(let error): error.description
        case .unserved(let error): "cannot serve: \(error)"
        }
    }
}
