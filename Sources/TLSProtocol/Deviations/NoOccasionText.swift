import TLSFormat

extension NoOccasion: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noMessage(let type): "this handshake has no \(type)"
        case .otherVersion: "client and server agree on another version of TLS"
        case .otherKey: "the server's key is of another kind"
        case .allOffered: "the client offers everything"
        case .noStep: "this handshake has no such step"
        case .noSession: "the client resumes no session"
        case .noRenegotiation: "the client does not negotiate again"
        case .otherSuite: "client and server agree on another kind of suite"
        case .noCurve: "the key exchange is on no curve"
        case .noField: "the key exchange is in no finite field"
        case .noEarlyData: "the client sends no early data"
        }
    }
}
