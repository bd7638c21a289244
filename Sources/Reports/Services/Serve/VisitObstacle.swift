import Runner
import TLS
import X509

/// The reason why a case cannot be served to remote clients.
package enum VisitObstacle: Error, Hashable, Sendable {
    /// The case sets the clock of its party.
    case clock
    /// The case declares pins, and remote clients were not given any.
    case pins
    /// A pin is the hash of a certificate, but the certificate differs, as remote clients dial
    /// other names.
    case certificatePin
    /// The case gives its party CRLs.
    case revocationLists
    /// The case starts in plaintext.
    case startTLS
    /// The case is a later step of a scenario with several steps.
    case earlierSteps
    /// The case depends on the names that clients send.
    case serverNames
    /// The case sets the TLS versions that its party offers.
    case offeredVersions
    /// The case is about the server's response to a request.
    case answers
    /// The case's certificates name URLs in the private network of a run.
    case documents
    /// The case needs the records of a run's private name server.
    case names
    /// The case is about this address (4 or 16 bytes), which the service does not listen on.
    case address([UInt8])
    /// The case is about a party without trust anchors.
    case noRoot
    /// The trust anchors of the case differ from those of the other cases.
    case otherRoots
    /// The setup cannot be made.
    case unforgeable(HarnessError)
    /// The setup cannot be served.
    case unserved(WireError)
}

extension VisitObstacle: CustomStringConvertible {
    /// The reason in words, as the text after "left out".
    package var description: String {
        switch self {
        case .clock: "remote clients would need another date"
        case .pins: "remote clients must pin keys: --can pins"
        case .certificatePin: "the case pins a certificate, not a key"
        case .revocationLists: "remote clients would need the case's CRLs"
        case .startTLS: "the case uses STARTTLS, not HTTPS"
        case .earlierSteps: "the case continues earlier steps"
        case .serverNames: "the case needs another server name than this service has"
        case .offeredVersions: "the case sets the TLS versions of the client"
        case .answers: "the case needs another HTTP response"
        case .documents: "the case needs documents from a run's private network"
        case .names: "the case needs the name server of a run's private network"
        case .address(let bytes):
            "remote clients must reach this machine as \(IPAddress.text(bytes)): --listen"
        case .noRoot: "remote clients must trust no root"
        case .otherRoots: "remote clients must trust other roots: --other-roots"
        case .unforgeable(let error): error.description
        case .unserved(let error): "cannot serve: \(error)"
        }
    }
}
