extension ProbeProtocol {
    /// A login by EXTERNAL, and a queue; a server that makes the queue has accepted.
    package static let amqp = ProbeProtocol(
        "amqp",
        about: "message brokers (AMQP 0-9-1); the client logs in by SASL's EXTERNAL",
        asksForUser: true
    ) { turn in
        let question = turn.question
        guard turn.sent > 0 else { return .sends(Array("AMQP".utf8) + [0, 0, 9, 1]) }
        // A server of another version answers with its protocol header.
        guard turn.received.first.map({ (1...8).contains($0) }) ?? true,
            let frames = turn.received.messages(of: lengthOfFrame)
        else { return .isNot("AMQP 0-9-1") }
        let methods = frames.filter { $0[0] == 1 && $0.count >= 12 }.map { $0[7..<($0.count - 1)] }
        for method in methods where [close, closeOfChannel].contains(Array(method.prefix(4))) {
            // A number and the length of the text precede the text.
            return .refuses(method.dropFirst(7).readable)
        }
        guard let last = methods.last else { return .waits }
        switch (Array(last.prefix(4)), turn.sent) {
        case ([0, 10, 0, 10], 1): return .sends(startOk(as: question.user))
        // Connection.Secure, a challenge, which EXTERNAL does not have.
        case ([0, 10, 0, 20], 2): return .refuses("a challenge")
        case ([0, 10, 0, 30], 2):
            return question.wantsToken
                ? .sends(opening(after: last, queue: question.token)) : .accepts
        // Queue.Declare-Ok, with the queue's name as a short text.
        case ([0, 50, 0, 11], 3):
            let name = last.dropFirst(5).prefix(Int(last.dropFirst(4).first ?? 0))
            return name.elementsEqual(question.token.utf8) ? .accepts : .refuses("another queue")
        default: return .waits
        }
    }

    /// Connection.Close and Channel.Close.
    private static let (close, closeOfChannel): ([UInt8], [UInt8]) = (
        [0, 10, 0, 50], [0, 20, 0, 40]
    )

    /// Connection.Start-Ok: no properties, the mechanism, the user and a locale.
    private static func startOk(as user: String) -> [UInt8] {
        let user = Array(user.utf8)
        let response = [UInt8](user.count, count: 4) + user
        return method(
            [0, 10, 0, 11],
            [0, 0, 0, 0] + short("EXTERNAL") + response + short("en_US")
        )
    }

    /// Connection.Tune-Ok with the limits that the server stated and no heartbeat, Connection.Open
    /// of the virtual host /, Channel.Open, and Queue.Declare of an exclusive queue that is deleted
    /// with its last user.
    private static func opening(after tune: ArraySlice<UInt8>, queue: String) -> [UInt8] {
        let limits = Array(tune.dropFirst(4).prefix(6))
        return method([0, 10, 0, 31], limits + [0, 0])
            + method([0, 10, 0, 40], short("/") + short("") + [0])
            + method([0, 20, 0, 10], short(""), channel: 1)
            + method([0, 50, 0, 10], [0, 0] + short(queue) + [0x0c, 0, 0, 0, 0], channel: 1)
    }

    private static func method(
        _ number: [UInt8],
        _ fields: [UInt8],
        channel: UInt8 = 0
    ) -> [UInt8] {
        [1, 0, channel] + [UInt8](4 + fields.count, count: 4) + number + fields + [0xce]
    }

    private static func short(_ text: String) -> [UInt8] {
        [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8)
    }

    /// Returns the length of a frame: seven bytes with its type, channel and length, its content,
    /// and one last byte (AMQP 0-9-1 §4.2.3).
    private static func lengthOfFrame(_ input: [UInt8]) -> Int? {
        input.number(at: 3, count: 4).map { $0 + 8 }
    }
}
