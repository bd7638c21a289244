extension NoOccasion: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noMessage(let type): "this handshake has no \(type)"
        case .otherVersion: "client and server agree on another version of TLS"
        case .otherKey: "the server's key is of another kind"
        case .otherCertificate: "the server's certificate does not fit it"
        case .allOffered: "the client offers everything"
        case .noStep: "this handshake has no such step"
        case .otherProtocol: "client and server agree on another application protocol"
        case .noSession: "the client resumes no session"
        case .noRenegotiation: "the client does not negotiate again"
        case .otherSuite: "client and server agree on another kind of suite"
        case .noCurve: "the key exchange is on no curve"
        case .noField: "the key exchange is in no finite field"
        case .noEarlyData: "the client sends no early data"
        case .notAsked(let type): "the client does not send \(Extension.name(of: type))"
        case .noneInCommon(let type):
            "the client's \(Extension.name(of: type)) leaves nothing to choose"
        }
    }
}
