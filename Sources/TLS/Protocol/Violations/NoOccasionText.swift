extension NoOccasion: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noMessage(let type): "this handshake does not contain \(type)"
        case .otherVersion: "client and server agree on another version of TLS"
        case .otherKey: "the server's key is of another kind"
        case .otherCertificate: "the violation needs another server certificate"
        case .allOffered: "the client offers every value that the violation could use"
        case .noStep: "this handshake has no such step"
        case .otherProtocol: "client and server agree on another application protocol"
        case .noSession: "the client does not resume a session"
        case .noRenegotiation: "the client does not renegotiate"
        case .otherSuite: "client and server agree on another kind of suite"
        case .noCurve: "the key exchange does not use a curve"
        case .noField: "the key exchange does not use a finite field"
        case .noEarlyData: "the client does not send early data"
        case .notAsked(let type): "the client does not send \(Extension.name(of: type))"
        case .noneInCommon(let type):
            "the client's \(Extension.name(of: type)) leaves nothing to choose"
        }
    }
}
