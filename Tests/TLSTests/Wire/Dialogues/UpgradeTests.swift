import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A server that upgrades to TLS, with mail clients that differ in one habit.
struct UpgradeTests {
    enum Habit {
        /// Requires TLS, forgets what came before it, and waits for each answer.
        case careful
        case refusesTheCertificate
        /// Continues in plaintext if TLS does not start.
        case opportunistic
        /// Mistakes a plaintext answer after the go-ahead for the first answer over TLS.
        case readsAhead
    }

    struct Example: CustomTestStringConvertible {
        let habit: Habit
        var fault: UpgradeFault?
        let isAccepted: Bool

        var testDescription: String { "\(habit), \(fault?.rawValue ?? "no fault")" }
    }

    private static let examples = [
        Example(habit: .careful, isAccepted: true),
        Example(habit: .refusesTheCertificate, isAccepted: false),
        Example(habit: .careful, fault: .refused, isAccepted: false),
        Example(habit: .opportunistic, fault: .refused, isAccepted: true),
        Example(habit: .opportunistic, isAccepted: true),
        Example(habit: .careful, fault: .hidden, isAccepted: false),
        Example(habit: .opportunistic, fault: .hidden, isAccepted: true),
        Example(habit: .careful, fault: .plaintextAfterGoAhead, isAccepted: false),
        Example(habit: .careful, fault: .plaintextAfterAlert, isAccepted: false),
        Example(habit: .careful, fault: .answerAfterGoAhead, isAccepted: false),
        Example(habit: .readsAhead, fault: .answerAfterGoAhead, isAccepted: true),
    ]

    @Test(arguments: examples)
    func `the server observes whether a mail client accepts the attack`(example: Example) throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.speaks = SpokenProtocol(.smtp, fault: example.fault)
        let loopback = try Loopback()
        let (_, seen) = try loopback.open(presentation, deadline: .seconds(60)) { endpoint in
            Result {
                let socket = try Socket.connecting(to: endpoint.origin)
                let client = MailClient(Connection(socket), example.habit, on: loopback)
                try client.logIn(as: String(endpoint.path.dropFirst()))
            }
        }
        #expect(seen.requested == example.isAccepted)
        #expect(seen.connections == 1)
    }
}

private final class MailClient {
    private let connection: Connection
    private let habit: UpgradeTests.Habit
    private let loopback: Loopback
    private var answers: [UInt8] = []

    init(_ connection: Connection, _ habit: UpgradeTests.Habit, on loopback: Loopback) {
        (self.connection, self.habit, self.loopback) = (connection, habit, loopback)
    }

    func logIn(as secret: String) throws {
        defer { connection.close() }
        guard answer("220 ") else { return }
        connection.sendPlain("EHLO client\r\n")
        guard answer("250 ") else { return }
        connection.sendPlain("STARTTLS\r\n")
        guard answer("220 ") else {
            if habit == .opportunistic { connection.sendPlain("VRFY \(secret)\r\n") }
            return
        }
        let hasAnswerAhead = habit == .readsAhead && answer("250 ")
        answers = []
        guard try beginTLS() else { return }
        try connection.write(Array("EHLO client\r\n".utf8))
        guard try hasAnswerAhead || encryptedAnswer() else { return }
        try connection.write(Array("VRFY \(secret)\r\n".utf8))
        _ = try encryptedAnswer()
    }

    private func beginTLS() throws -> Bool {
        let proceeds = habit != .refusesTheCertificate
        connection.begin(
            try TLSSession.connecting(
                loopback.clientContext,
                serverName: "www.example.test",
                offer: TLSOffer(versions: .v1_2 ... .v1_3)
            ) { _ in proceeds ? .proceed : .refuse(.badCertificate) }
        )
        do {
            return try waits { try connection.handshake() == .done }
        } catch is TLSFailure {
            return false
        }
    }

    /// Waits for a line with this prefix; returns false if another last line of an answer came.
    private func answer(_ words: String) -> Bool {
        var isRight = false
        return waits {
            answers += connection.takePreface()
            while let end = answers.firstIndex(of: 10) {
                let line = String(decoding: answers[...end], as: UTF8.self)
                answers.removeFirst(end + 1)
                guard line.dropFirst(3).hasPrefix(" ") else { continue }
                isRight = line.hasPrefix(words)
                return true
            }
            return false
        } && isRight
    }

    private func encryptedAnswer() throws -> Bool {
        var text: [UInt8] = []
        return try waits { try connection.read(into: &text) == .done }
    }

    /// Continues until a condition holds; returns false if the server has ended or is silent for
    /// long.
    private func waits(for condition: () throws -> Bool) rethrows -> Bool {
        while true {
            _ = connection.transfer()
            if try condition() { return true }
            guard !connection.hasPeerEnded else { return false }
            var polled = [connection.interest]
            // This time is long for a server on the same machine; only a silent server takes as
            // long.
            guard poll(&polled, 1, 1_000) > 0 else { return false }
        }
    }
}
