import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes from a client, our server of a protocol that goes over to TLS answers, waits for
    /// more or goes over.
    ///
    /// It answers each message by some lines at most, and never goes over where a fault keeps the
    /// connection in clear. It hears a secret only where one was said, and with a data channel none over
    /// TLS; it awaits a file over that alone. The same bytes, in pieces of any size, get the same answers.
    ///
    /// Octet 0 of an input chooses the protocol, octet 1 the fault and FTP's data channel, octet 2 the
    /// size of the pieces. The others are a client's bytes, in clear, and over TLS from behind the first
    /// octet of its hello.
    public static let hearDialogue = FuzzTarget("HearDialogue") { bytes in
        guard bytes.count >= 3 else { return }
        let applications = UpgradedProtocol.allCases
        let application = applications[Int(bytes[0]) % applications.count]
        let faults = UpgradeFault.allCases.filter { $0.exists(in: application) }
        let index = Int(bytes[1]) % (faults.count + 1)
        let fault = index == 0 ? nil : faults[index - 1]
        let (upgrade, octets) = (Upgrade(application, fault: fault), Array(bytes[3...]))
        let hasDataChannel = application == .ftp && Int(bytes[1]) / (faults.count + 1) % 2 == 1
        let port: UInt16? = hasDataChannel ? 0x1234 : nil
        let whole = HeardDialogue(upgrade, port, octets, pieceSize: max(1, octets.count))
        let pieces = HeardDialogue(upgrade, port, octets, pieceSize: max(1, Int(bytes[2])))
        invariant(whole == pieces, "pieces of \(bytes[2]) get another answer")
        invariant(
            !whole.goesOver || fault?.staysInClear != true,
            "\(application.rawValue) goes over to TLS in spite of \(fault?.rawValue ?? "nothing")"
        )
        // The longest answer to a message of one octet is XMPP's stream, with a tag of the client's.
        invariant(
            whole.answer.count <= 512 * (1 + octets.count),
            "an answer of \(whole.answer.count) octets to \(octets.count)"
        )
        invariant(
            !whole.awaitsFile || hasDataChannel && whole.goesOver,
            "a file is awaited without a data channel under TLS"
        )
        invariant(
            !hasDataChannel || fault != nil || whole.hasHeardSecret == whole.hasHeardSecretInClear,
            "a secret is heard that belongs to the data channel"
        )
        if whole.hasHeardSecret, !whole.goesOver || fault == nil {
            invariant(octets.contains(secret.utf8), "a secret is heard that was not said")
        }
    }

    fileprivate static let secret = "s3cr3t"
}

/// All that a server said to a client, in clear and over TLS.
private struct HeardDialogue: Equatable {
    private(set) var answer: [UInt8] = []
    private(set) var goesOver = false
    private(set) var hasHeardSecret = false
    private(set) var hasHeardSecretInClear = false
    private(set) var awaitsFile = false

    init(_ upgrade: Upgrade, _ dataPort: UInt16?, _ octets: [UInt8], pieceSize: Int) {
        var dialogue = Dialogue(
            upgrade,
            secret: FuzzTarget.secret,
            elsewhere: "127.0.0.1:1",
            dataPort: dataPort
        )
        answer = dialogue.greeting
        var input: [UInt8] = []
        var rest = octets[...]
        while !rest.isEmpty {
            input += rest.prefix(pieceSize)
            rest = rest.dropFirst(pieceSize)
            let turn = dialogue.hear(&input)
            answer += turn.says
            if !goesOver { hasHeardSecretInClear = dialogue.hasHeardSecret }
            guard turn.goesOver else { continue }
            invariant(!goesOver, "it goes over to TLS within TLS")
            goesOver = true
            answer += dialogue.secure()
            // TLS hears the hello, and decrypts the rest.
            rest = octets.suffix(input.count + rest.count - 1)
            input = []
        }
        hasHeardSecret = dialogue.hasHeardSecret
        awaitsFile = dialogue.isTransferring
        if awaitsFile { answer += dialogue.endTransfer() }
    }
}
