import Basics

/// The server's side of one protocol: its messages, and its answers to the client's.
protocol Speaker {
    /// The first words on the connection; empty where the client begins.
    static func greeting(_ manner: Manner) -> [UInt8]
    /// The first words over TLS; empty where the client begins.
    static var greetingOverTLS: [UInt8] { get }
    /// The length of the client's first whole message, in bytes; nil while there is none.
    static func length(ofMessageIn input: [UInt8]) -> Int?
    static func reply(to message: [UInt8], _ manner: Manner) -> Reply
    /// The answer to the question that clients ask first over TLS, after this request for TLS.
    static func nextAnswer(after request: [UInt8]) -> [UInt8]
}

extension Speaker {
    static var greetingOverTLS: [UInt8] { [] }
}

/// The parts of a dialogue's state that answers depend on.
struct Manner {
    let fault: UpgradeFault?
    /// The host and port that a referral leads to.
    var elsewhere = ""
    /// Whether TLS has begun.
    var isSecured = false
    /// The port of the data channel; nil where there is none.
    var dataPort: UInt16?
    var dataStage = DataStage.inPlaintext

    /// Whether ways to log in are named in plaintext, and not over TLS.
    var namesLogins: Bool { fault == .loginsInPlaintext && !isSecured }

    /// Whether capabilities name TLS.
    var namesTLS: Bool { !isSecured && fault != .hidden && fault != .authenticated }

    /// Whether TLS begins where it is asked for.
    var takesTLS: Bool {
        switch fault {
        case .refused, .hidden, .capabilitiesFail, .authenticated, .refers: false
        case .clearAfterGoAhead, .clearAfterAlert, .answerAfterGoAhead, .loginsInPlaintext,
            .unprotected, nil:
            !isSecured
        }
    }
}

/// The stages of a client on its way to a data connection, which has TLS of its own.
enum DataStage: Hashable {
    case inPlaintext, protected
    /// The client has been told of the port.
    case open
    /// The end of an upload is awaited.
    case transferring
}

/// A server's reaction to a message.
enum Reply: Hashable {
    case says([UInt8])
    /// Words after which the data channel is at another stage.
    case data(String, DataStage)
    /// The words that agree to TLS, which begins after them.
    case goAhead([UInt8])

    static func says(_ text: String) -> Reply { .says(Array(text.utf8)) }
    static func goAhead(_ text: String) -> Reply { .goAhead(Array(text.utf8)) }
}

/// The server's side of a connection that goes over to TLS, without a socket.
///
/// It answers as much as clients need to come to their secret: any log-in succeeds.
package struct Dialogue {
    /// The bytes to send, and whether TLS begins after them.
    package struct Turn: Hashable {
        package var says: [UInt8] = []
        package var goesOver = false
    }

    private let upgrade: Upgrade
    private let secret: String
    private var manner: Manner
    private let speaker: any Speaker.Type
    /// Whether the client has been told to begin TLS.
    private var hasAgreed = false
    /// The client's whole messages over TLS.
    private var messagesOverTLS = 0
    /// Whether the client has said its secret, in plaintext or over TLS, and there with the answers that it
    /// needs.
    package private(set) var hasHeardSecret = false

    /// - Parameters:
    ///   - upgrade: the protocol, and the fault on the way to TLS.
    ///   - secret: a text by which the client shows that it goes on.
    ///   - elsewhere: the host and port that a referral leads to.
    ///   - dataPort: that of the data channel, which is then to hear the secret; nil for none.
    package init(
        _ upgrade: Upgrade,
        secret: String,
        elsewhere: String = "",
        dataPort: UInt16? = nil
    ) {
        (self.upgrade, self.secret) = (upgrade, secret)
        speaker = upgrade.application.speaker
        manner = Manner(fault: upgrade.fault, elsewhere: elsewhere, dataPort: dataPort)
    }

    /// The first words on the connection.
    package var greeting: [UInt8] { speaker.greeting(manner) }

    /// TLS has begun.
    ///
    /// - Returns: the server's first words over it.
    package mutating func secure() -> [UInt8] {
        manner.isSecured = true
        return isSilent ? [] : speaker.greetingOverTLS
    }

    /// Whether the client must do without the answer that it had in plaintext.
    private var isSilent: Bool { manner.isSecured && upgrade.fault == .answerAfterGoAhead }

    /// Whether the client waits for the end of its upload to be confirmed.
    package var isTransferring: Bool { manner.dataStage == .transferring }

    /// The data connection of an upload has ended.
    ///
    /// - Returns: the words that confirm it.
    package mutating func endTransfer() -> [UInt8] {
        manner.dataStage = .protected
        return Array("226 the data connection is closed\r\n".utf8)
    }

    /// Takes the client's whole messages, in plaintext or over TLS, from the front of the input.
    ///
    /// Where TLS begins, the rest of the input belongs to it. The same bytes in several pieces get the
    /// same answers.
    package mutating func hear(_ input: inout [UInt8]) -> Turn {
        var turn = Turn()
        while let first = input.first {
            // The type of a handshake record; a client that says something else goes on in plaintext.
            if hasAgreed, !manner.isSecured, first == 22 {
                guard upgrade.fault?.staysInPlaintext == true else {
                    hasAgreed = false
                    turn.goesOver = true
                    return turn
                }
                guard answerHello(&input, in: &turn) else { return turn }
                continue
            }
            hasAgreed = false
            guard let length = speaker.length(ofMessageIn: input), length > 0 else { break }
            let message = Array(input.prefix(length))
            input.removeFirst(message.count)
            look(for: message, isWhole: true)
            if manner.isSecured { messagesOverTLS += 1 }
            answer(message, in: &turn)
        }
        look(for: input, isWhole: false)
        return turn
    }

    private mutating func look(for message: [UInt8], isWhole: Bool) {
        // The first message over TLS comes before the client has used an answer.
        guard !isSilent || messagesOverTLS > 0 else { return }
        if tells(message, isWhole: isWhole) { hasHeardSecret = true }
    }

    /// Whether a message shows that the client goes on.
    private func tells(_ message: [UInt8], isWhole: Bool) -> Bool {
        guard manner.isSecured, let commands = upgrade.fault?.tellingCommands else {
            // Clients log in before they come to the data channel.
            let isAwaited = !manner.isSecured || manner.dataPort == nil || upgrade.fault != nil
            return isAwaited && message.holds(secret)
        }
        // The beginning of a command may be another command.
        guard isWhole else { return false }
        let line = Line(message)
        // IMAP has a tag before its command.
        return !commands.isDisjoint(with: [line.command, line.word(1)])
    }

    private mutating func answer(_ message: [UInt8], in turn: inout Turn) {
        guard !isSilent else { return }
        switch speaker.reply(to: message, manner) {
        case .says(let words): turn.says += words
        case .data(let words, let stage):
            turn.says += Array(words.utf8)
            manner.dataStage = stage
        case .goAhead(let words):
            turn.says += words
            hasAgreed = true
            guard upgrade.fault == .answerAfterGoAhead else { return }
            turn.says += speaker.nextAnswer(after: message)
        }
    }

    /// Answers a hello where TLS is not to begin, once its record is whole (RFC 8446 §5.1), and hears the
    /// client in plaintext again.
    private mutating func answerHello(_ input: inout [UInt8], in turn: inout Turn) -> Bool {
        guard input.count >= 5 else { return false }
        let length = 5 + (Int(input[3]) << 8 | Int(input[4]))
        guard input.count >= length else { return false }
        input.removeFirst(length)
        hasAgreed = false
        // A fatal handshake_failure (RFC 8446 §6.2), in a record of its own.
        if upgrade.fault == .clearAfterAlert { turn.says += [21, 3, 3, 0, 2, 2, 40] }
        turn.says += speaker.greeting(manner)
        return true
    }
}
