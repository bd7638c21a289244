import Basics
import X509

/// The state of a dialogue on which the server's answers depend.
struct Manner {
    let fault: UpgradeFault?
    /// The host and port of a referral.
    var elsewhere = ""
    /// Whether TLS has started.
    var isSecured = false
    /// Whether the client's lines are those of a mail, which a line with a dot ends.
    var isInMail = false
    /// The port of the data channel; nil if there is none.
    var dataPort: UInt16?
    var dataStage = DataStage.inPlaintext

    /// Whether the capabilities list login methods: only with the fault `loginsInPlaintext`, and
    /// only before TLS.
    var namesLogins: Bool { fault == .loginsInPlaintext && !isSecured }

    /// Whether the capabilities list TLS.
    var namesTLS: Bool { !isSecured && fault != .hidden && fault != .authenticated }

    /// Whether TLS starts when it is requested.
    var takesTLS: Bool {
        switch fault {
        case .refused, .hidden, .capabilitiesFail, .authenticated, .refers: false
        case .plaintextAfterGoAhead, .plaintextAfterAlert, .answerAfterGoAhead, .loginsInPlaintext,
            .unprotected, nil:
            !isSecured
        }
    }
}

/// The stage of a client's data connection, which has its own TLS.
enum DataStage: Hashable {
    case inPlaintext, protected
    /// The server has told the client the port of the data channel.
    case open
    /// The end of an upload is expected.
    case transferring
}

/// A server's reaction to a message.
enum Reply: Hashable {
    case says([UInt8])
    /// An answer, and the stage of the data channel after it.
    case data(String, DataStage)
    /// An answer, and whether lines of a mail follow it.
    case mail(String, isInMail: Bool)
    /// The answer that agrees to TLS, which starts after it.
    case goAhead([UInt8])

    static func says(_ text: String) -> Reply { .says(Array(text.utf8)) }
    static func goAhead(_ text: String) -> Reply { .goAhead(Array(text.utf8)) }
}

/// The server's side of a connection in one protocol, without a socket.
///
/// The client's secret is a text that shows that the client continues. Before a client sends the
/// secret, the server gives every answer that the client needs; for example, every login succeeds.
package struct Dialogue {
    /// The server's reaction: the bytes to send, and whether TLS starts after them.
    package struct Turn: Hashable {
        package var says: [UInt8] = []
        package var startsTLS = false
    }

    private let spoken: SpokenProtocol
    private let secret: SoughtText
    private var manner: Manner
    /// Whether the server has agreed to TLS, and the client has not answered yet.
    package private(set) var hasAgreed = false
    /// Whether a complete message of the client has come.
    package private(set) var hasHeardMessage = false
    /// The number of the client's complete messages over TLS.
    private var messagesOverTLS = 0
    /// Whether the client has sent its secret or, with some faults, a command that shows the same
    /// (`tellingCommands`).
    package private(set) var hasHeardSecret = false

    /// Makes the server's side of a new connection.
    ///
    /// - Parameters:
    ///   - spoken: the protocol, how TLS starts in it, and the fault before TLS.
    ///   - secret: a text by which the client shows that it continues.
    ///   - elsewhere: the host and port of a referral.
    ///   - dataPort: the port of the data channel, which then receives the secret; nil for none.
    package init(
        _ spoken: SpokenProtocol,
        secret: String,
        elsewhere: String = "",
        dataPort: UInt16? = nil
    ) {
        (self.spoken, self.secret) = (spoken, SoughtText(secret))
        manner = Manner(fault: spoken.fault, elsewhere: elsewhere, dataPort: dataPort)
        hasAgreed =
            spoken.transport == .starttls && application.greetingStartsTLS && manner.namesTLS
    }

    private var application: ApplicationProtocol { spoken.application }

    /// The server's first message in plaintext; empty if TLS starts with the connection.
    package var greeting: [UInt8] {
        spoken.transport == .starttls ? application.greeting(manner) : []
    }

    /// Handles the start of TLS.
    ///
    /// - Returns: the server's first message over TLS.
    package mutating func secure() -> [UInt8] {
        manner.isSecured = true
        guard spoken.transport == .starttls else { return application.greeting(manner) }
        return isSilent ? [] : application.greetingAfterUpgrade
    }

    /// Whether the client gets no answer over TLS because it got an answer in plaintext.
    private var isSilent: Bool { manner.isSecured && spoken.fault == .answerAfterGoAhead }

    /// The packets that carry the handshake after an upgrade; nil if there are no packets.
    var envelope: PacketEnvelope? {
        application.hasEnvelope && spoken.transport == .starttls ? PacketEnvelope() : nil
    }

    /// Whether the input starts with a handshake record, whose type is 22; nil if too few bytes
    /// have come.
    private func startsTLS(_ input: [UInt8]) -> Bool? {
        guard application.hasEnvelope else { return input.first == 22 }
        guard input.first == PacketEnvelope.type else { return false }
        return input.count > PacketEnvelope.headerLength
            ? input[PacketEnvelope.headerLength] == 22 : nil
    }

    /// Whether the client waits for the confirmation of its upload.
    package var isTransferring: Bool { manner.dataStage == .transferring }

    /// Handles the end of an upload's data connection.
    ///
    /// - Returns: the answer that confirms the upload.
    package mutating func endTransfer() -> [UInt8] {
        manner.dataStage = .protected
        return Array("226 the data connection is closed\r\n".utf8)
    }

    /// Takes the client's complete messages, in plaintext or over TLS, from the start of the input.
    ///
    /// When TLS starts, the remaining input belongs to TLS. The answers do not depend on how the
    /// input is split into pieces.
    package mutating func hear(_ input: inout [UInt8]) -> Turn {
        var turn = Turn()
        while !input.isEmpty {
            // A client that sends no handshake record now continues in plaintext.
            if hasAgreed, !manner.isSecured {
                guard let startsTLS = startsTLS(input) else { break }
                if startsTLS {
                    guard spoken.fault?.staysInPlaintext == true else {
                        hasAgreed = false
                        turn.startsTLS = true
                        return turn
                    }
                    guard answerHello(&input, in: &turn) else { return turn }
                    continue
                }
            }
            hasAgreed = false
            guard let length = application.length(input), length > 0 else { break }
            let message = Array(input.prefix(length))
            input.removeFirst(message.count)
            hasHeardMessage = true
            look(for: application.readable(message), isWhole: true)
            if manner.isSecured { messagesOverTLS += 1 }
            answer(message, in: &turn)
        }
        look(for: input, isWhole: false)
        return turn
    }

    private mutating func look(for message: [UInt8], isWhole: Bool) {
        // If the server is silent over TLS because it answered in plaintext, a first message over
        // TLS shows nothing. A second message shows that the client used the answer in plaintext.
        guard !isSilent || messagesOverTLS > 0 else { return }
        if tells(message, isWhole: isWhole) { hasHeardSecret = true }
    }

    /// Whether a message shows that the client accepted the server.
    private func tells(_ message: [UInt8], isWhole: Bool) -> Bool {
        guard manner.isSecured, let commands = spoken.fault?.tellingCommands else {
            // Clients log in before they use the data channel, so a login does not show that they
            // accepted the certificate of the data channel.
            let isAwaited = !manner.isSecured || manner.dataPort == nil || spoken.fault != nil
            return isAwaited && secret.isIn(message)
        }
        // Wait for the whole message, because a command can be the prefix of another command.
        guard isWhole else { return false }
        let line = Line(message)
        // In IMAP, a tag precedes the command.
        return !commands.isDisjoint(with: [line.command, line.word(1)])
    }

    private mutating func answer(_ message: [UInt8], in turn: inout Turn) {
        guard !isSilent else { return }
        switch application.reply(message, manner) {
        case .says(let words): turn.says += words
        case .data(let words, let stage):
            turn.says += Array(words.utf8)
            manner.dataStage = stage
        case .mail(let words, let isInMail):
            turn.says += Array(words.utf8)
            manner.isInMail = isInMail
        case .goAhead(let words):
            turn.says += words
            hasAgreed = true
            guard spoken.fault == .answerAfterGoAhead else { return }
            turn.says += application.nextAnswer(message)
        }
    }

    /// Answers a ClientHello in plaintext once its record is complete (RFC 8446 §5.1), because TLS
    /// must not start.
    ///
    /// The dialogue then reads plaintext again. Returns false while the record is incomplete.
    private mutating func answerHello(_ input: inout [UInt8], in turn: inout Turn) -> Bool {
        guard input.count >= 5 else { return false }
        let length = 5 + (Int(input[3]) << 8 | Int(input[4]))
        guard input.count >= length else { return false }
        input.removeFirst(length)
        hasAgreed = false
        // A fatal handshake_failure (RFC 8446 §6.2), in a separate record.
        if spoken.fault == .plaintextAfterAlert { turn.says += [21, 3, 3, 0, 2, 2, 40] }
        turn.says += application.greeting(manner)
        return true
    }
}

/// A text to search for in messages: as it is, in UTF-16 as in TDS, or inside a text in base64, as
/// in SASL PLAIN (RFC 4616).
private struct SoughtText {
    private let forms: [[UInt8]]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        // Base64 encodes three bytes as four characters, so there is one form for each number of
        // bytes before the text in its group. Characters that also encode other bytes are left out.
        let encoded = (0..<3).map { before in
            let characters = Base64.encode([UInt8](repeating: 0, count: before) + bytes)
            let whole = (before + bytes.count) * 8 / 6
            return Array(characters[(before * 8 + 5) / 6..<max(whole, (before * 8 + 5) / 6)])
        }
        let wide = text.utf16.flatMap { [UInt8](littleEndian: Int($0), count: 2) }
        forms = [bytes, wide] + encoded
    }

    func isIn(_ message: [UInt8]) -> Bool { forms.contains { message.firstPlace(of: $0) != nil } }
}
