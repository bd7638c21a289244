import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes from a client, our server of a protocol that goes over to TLS answers, waits for
    /// more or goes over.
    ///
    /// It answers each message by some lines at most, and never goes over where a fault keeps the
    /// connection in plaintext. It hears a secret only where one was said, and with a data channel none over
    /// TLS; it awaits a file over that alone. The same bytes, in pieces of any size, get the same answers.
    ///
    /// Byte 0 of an input chooses the protocol, byte 1 the fault and FTP's data channel, byte 2 the
    /// size of the pieces. The others are a client's bytes, in plaintext, and over TLS from after the first
    /// byte of its hello.
    public static let hearDialogue = FuzzTarget("HearDialogue") { bytes in
        guard bytes.count >= 3 else { return }
        let applications = UpgradedProtocol.allCases
        let application = applications[Int(bytes[0]) % applications.count]
        let faults = UpgradeFault.allCases.filter { $0.exists(in: application) }
        let index = Int(bytes[1]) % (faults.count + 1)
        let fault = index == 0 ? nil : faults[index - 1]
        let (upgrade, sent) = (Upgrade(application, fault: fault), Array(bytes[3...]))
        let hasDataChannel = application == .ftp && Int(bytes[1]) / (faults.count + 1) % 2 == 1
        let port: UInt16? = hasDataChannel ? 0x1234 : nil
        let whole = HeardDialogue(upgrade, port, sent, pieceSize: max(1, sent.count))
        let pieces = HeardDialogue(upgrade, port, sent, pieceSize: max(1, Int(bytes[2])))
        invariant(whole == pieces, "pieces of \(bytes[2]) get another answer")
        invariant(
            !whole.startsTLS || fault?.staysInPlaintext != true,
            "\(application.rawValue) goes over to TLS in spite of \(fault?.rawValue ?? "nothing")"
        )
        // The longest answer to a message of one byte is XMPP's stream, with a tag of the client's.
        invariant(
            whole.answer.count <= 512 * (1 + sent.count),
            "an answer of \(whole.answer.count) bytes to \(bytes.count)"
        )
        invariant(
            !whole.awaitsFile || hasDataChannel && whole.startsTLS,
            "a file is awaited without a data channel under TLS"
        )
        invariant(
            !hasDataChannel || fault != nil
                || whole.hasHeardSecret == whole.hasHeardSecretInPlaintext,
            "a secret is heard that belongs to the data channel"
        )
        if whole.hasHeardSecret, !whole.startsTLS || fault == nil {
            invariant(bytes.contains(secret.utf8), "a secret is heard that was not said")
        }
    }

    fileprivate static let secret = "s3cr3t"
}

/// All that a server said to a client, in plaintext and over TLS.
private struct HeardDialogue: Equatable {
    private(set) var answer: [UInt8] = []
    private(set) var startsTLS = false
    private(set) var hasHeardSecret = false
    private(set) var hasHeardSecretInPlaintext = false
    private(set) var awaitsFile = false

    init(_ upgrade: Upgrade, _ dataPort: UInt16?, _ bytes: [UInt8], pieceSize: Int) {
        var dialogue = Dialogue(
            upgrade,
            secret: FuzzTarget.secret,
            elsewhere: "127.0.0.1:1",
            dataPort: dataPort
        )
        answer = dialogue.greeting
        var input: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            input += rest.prefix(pieceSize)
            rest = rest.dropFirst(pieceSize)
            let turn = dialogue.hear(&input)
            answer += turn.says
            if !startsTLS { hasHeardSecretInPlaintext = dialogue.hasHeardSecret }
            guard turn.startsTLS else { continue }
            invariant(!startsTLS, "it goes over to TLS within TLS")
            startsTLS = true
            answer += dialogue.secure()
            // TLS hears the hello, and decrypts the rest.
            rest = bytes.suffix(input.count + rest.count - 1)
            input = []
        }
        hasHeardSecret = dialogue.hasHeardSecret
        awaitsFile = dialogue.isTransferring
        if awaitsFile { answer += dialogue.endTransfer() }
    }
}
