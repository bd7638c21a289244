import TLS

/// A probe's conversation without a socket: the server's bytes are known beforehand.
struct ProbeRehearsal {
    /// How the client ends; `waits` if the server has said all its bytes and the client wants more.
    let end: ProbeProtocol.Step
    /// The client's messages.
    let said: [[UInt8]]

    /// Lets a client ask a server whose bytes come in pieces.
    ///
    /// A protocol that starts in plaintext reads the pieces in plaintext until TLS starts, and then
    /// the rest inside TLS.
    ///
    /// - Parameters:
    ///   - question: what the client asks.
    ///   - speaks: the protocol.
    ///   - bytes: the server's bytes.
    ///   - pieceSize: the number of bytes in a piece.
    ///   - isLast: whether the server closes the connection after its bytes.
    init(
        _ question: ProbeQuestion,
        in speaks: ProbeProtocol,
        answeredBy bytes: [UInt8],
        pieceSize: Int,
        isLast: Bool
    ) {
        var conversation = ProbeConversation(question, in: speaks)
        var (received, rest, said): ([UInt8], ArraySlice<UInt8>, [[UInt8]]) = ([], bytes[...], [])
        conversing: while true {
            let step = conversation.next(after: received, isLast: isLast && rest.isEmpty)
            switch step {
            case .sends(let message): said.append(message)
            // Bytes that came before TLS are not part of it.
            case .startsTLS: received = []
            case .waits where !rest.isEmpty:
                received += rest.prefix(pieceSize)
                rest = rest.dropFirst(pieceSize)
            case .waits, .accepts, .refuses:
                (end, self.said) = (step, said)
                break conversing
            }
        }
    }
}
