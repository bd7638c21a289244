/// A probe's conversation without a socket: the server's bytes are known beforehand.
package struct ProbeRehearsal: Equatable, Sendable {
    /// How the conversation ends.
    package enum End: Equatable, Sendable {
        case accepted
        case refused(String)
        /// The server has said all its bytes, and the client waits for more.
        case waits
    }

    package private(set) var end = End.waits
    /// The client's messages.
    package private(set) var said: [[UInt8]] = []
    /// Whether TLS has started.
    package private(set) var isInside: Bool

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
    package init(
        _ question: ProbeQuestion,
        in speaks: ProbeProtocol,
        answeredBy bytes: [UInt8],
        pieceSize: Int,
        isLast: Bool
    ) {
        isInside = speaks.beforeTLS == nil
        var (received, sent): ([UInt8], Int) = ([], 0)
        var rest = bytes[...]
        while true {
            let turn = ProbeProtocol.Turn(
                question: question,
                received: received,
                sent: sent,
                isLast: isLast && rest.isEmpty
            )
            let next = isInside ? speaks.insideTLS(turn) : speaks.beforeTLS?(turn) ?? .startsTLS
            switch next {
            case .waits:
                guard !rest.isEmpty else { return }
                received += rest.prefix(pieceSize)
                rest = rest.dropFirst(pieceSize)
            case .sends(let message):
                said.append(message)
                sent += 1
            case .startsTLS:
                guard !isInside else { return }
                // Bytes that came before TLS are not part of it.
                (isInside, received, sent) = (true, [], 0)
            case .accepts:
                end = .accepted
                return
            case .refuses(let words):
                end = .refused(words)
                return
            }
        }
    }
}
