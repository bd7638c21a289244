import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes from a client, our server of a protocol answers, waits for more or starts TLS.
    ///
    /// The server answers each message with a bounded number of lines, and never starts TLS if its
    /// fault keeps the connection in plaintext. It records a secret only if the client sent one;
    /// with FTP's data channel and no fault, it records only a secret sent in plaintext. It expects
    /// a file only with a data channel and over TLS. The same bytes in pieces of any size get the
    /// same answers.
    ///
    /// Byte 0 of an input chooses the protocol, byte 1 how TLS starts, the fault and FTP's data
    /// channel, byte 2 the size of the pieces. The other bytes are a client's bytes: with an
    /// upgrade, in plaintext until the first byte of its ClientHello, and inside TLS after that.
    public static let hearDialogue = FuzzTarget("HearDialogue") { bytes in
        guard bytes.count >= 3 else { return }
        let applications = ApplicationProtocol.catalogue
        let application = applications[Int(bytes[0]) % applications.count]
        let ways = application.ways
        let (spoken, sent) = (ways[Int(bytes[1]) % ways.count], Array(bytes[3...]))
        let fault = spoken.fault
        let hasDataChannel = application.name == "ftp" && Int(bytes[1]) / ways.count % 2 == 1
        let port: UInt16? = hasDataChannel ? 0x1234 : nil
        let whole = HeardDialogue(spoken, port, sent, pieceSize: max(1, sent.count))
        let pieces = HeardDialogue(spoken, port, sent, pieceSize: max(1, Int(bytes[2])))
        invariant(whole == pieces, "pieces of \(bytes[2]) bytes get another answer")
        invariant(
            !whole.startsTLS || fault?.staysInPlaintext != true,
            "\(application.name) starts TLS despite the fault \(fault?.rawValue ?? "none")"
        )
        // The longest answer to a message of one byte is XMPP's stream, with a tag that the client
        // chose.
        invariant(
            whole.answer.count <= 512 * (1 + sent.count),
            "an answer of \(whole.answer.count) bytes to \(bytes.count)"
        )
        invariant(
            !whole.awaitsFile || hasDataChannel && whole.startsTLS,
            "a file is expected without a data channel over TLS"
        )
        invariant(
            !hasDataChannel || fault != nil
                || whole.hasHeardSecret == whole.hasHeardSecretInPlaintext,
            "a secret is recorded that belongs to the data channel"
        )
        // The check excludes HTTP/2, which compresses texts.
        if whole.hasHeardSecret, !whole.startsTLS || fault == nil,
            !application.applicationNames.contains("h2")
        {
            invariant(
                formsOfSecret.contains { sent.contains($0.utf8) },
                "a secret is recorded that was not sent"
            )
        }
    }

    fileprivate static let secret = "s3cr3t"
    /// The secret, its form in UTF-16, and its forms in base64 after 0, 1 and 2 other bytes.
    private static let formsOfSecret = [
        secret, "s\03\0c\0r\03\0t\0", "czNjcjN0", "MzY3Izd", "zM2NyM3",
    ]
}

extension ApplicationProtocol {
    /// Every way in which TLS starts, with each fault that is possible.
    fileprivate var ways: [SpokenProtocol] {
        let faults = [UpgradeFault?.none] + UpgradeFault.allCases.filter(has)
        return transports.flatMap { transport in
            transport == .starttls
                ? faults.map { SpokenProtocol(self, over: .starttls, fault: $0) }
                : [SpokenProtocol(self, over: .implicit)]
        }
    }
}

/// Everything that a server sent to a client, in plaintext and over TLS.
private struct HeardDialogue: Equatable {
    private(set) var answer: [UInt8] = []
    private(set) var startsTLS = false
    private(set) var hasHeardSecret = false
    private(set) var hasHeardSecretInPlaintext = false
    private(set) var awaitsFile = false

    init(_ spoken: SpokenProtocol, _ dataPort: UInt16?, _ bytes: [UInt8], pieceSize: Int) {
        var dialogue = Dialogue(
            spoken,
            secret: FuzzTarget.secret,
            elsewhere: "127.0.0.1:1",
            dataPort: dataPort
        )
        answer = dialogue.greeting
        if spoken.transport == .implicit {
            startsTLS = true
            answer += dialogue.secure()
        }
        var input: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            input += rest.prefix(pieceSize)
            rest = rest.dropFirst(pieceSize)
            let reply = dialogue.hear(&input)
            answer += reply.says
            if !startsTLS { hasHeardSecretInPlaintext = dialogue.hasHeardSecret }
            guard reply.startsTLS else { continue }
            invariant(!startsTLS, "the server starts TLS within TLS")
            startsTLS = true
            answer += dialogue.secure()
            // TLS reads the hello, and decrypts the bytes after it.
            rest = bytes.suffix(input.count + rest.count - 1)
            input = []
        }
        hasHeardSecret = dialogue.hasHeardSecret
        awaitsFile = dialogue.isTransferring
        if awaitsFile { answer += dialogue.endTransfer() }
    }
}
