/// A client's part of the conversation in which it asks a server one question.
package struct ProbeConversation: Sendable {
    private let question: ProbeQuestion
    private let speaks: ProbeProtocol
    /// Whether the conversation has come to the part inside TLS.
    package private(set) var isInside: Bool
    private var sent = 0

    package init(_ question: ProbeQuestion, in speaks: ProbeProtocol) {
        (self.question, self.speaks) = (question, speaks)
        isInside = speaks.beforeTLS == nil
    }

    /// Returns what the client does next, and assumes that it does so.
    ///
    /// - Parameters:
    ///   - received: the bytes that the server has sent since TLS started or, before that, on the
    ///     connection.
    ///   - isLast: whether the server will send nothing more.
    /// - Returns: the client's next step.
    package mutating func next(after received: [UInt8], isLast: Bool = false) -> ProbeProtocol.Step
    {
        let turn = ProbeProtocol.Turn(
            question: question,
            received: received,
            sent: sent,
            isLast: isLast
        )
        let step = isInside ? speaks.insideTLS(turn) : speaks.beforeTLS?(turn) ?? .startsTLS
        switch step {
        case .sends: sent += 1
        case .startsTLS where isInside: return .waits
        case .startsTLS: (isInside, sent) = (true, 0)
        case .waits, .accepts, .refuses: break
        }
        return step
    }
}
