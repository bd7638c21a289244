import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An FTP server whose data channel has its own handshakes, with clients that differ in one habit.
struct DataChannelTests {
    enum Habit {
        /// Verifies both certificates, and uploads its file over TLS.
        case careful
        /// Verifies only the certificate of the control connection.
        case trusting
        /// Sends everything on the control connection.
        case uploadsNothing
        /// Connects to the data channel, and never starts TLS there.
        case silent
        /// Starts TLS on the data port, and sends nothing on the control connection.
        case withoutControl
    }

    struct Example: CustomTestStringConvertible {
        let habit: Habit
        var isImpostor = false
        var isAccepted = false
        var isShown = true

        var testDescription: String { "\(habit)\(isImpostor ? ", another certificate" : "")" }
    }

    private static let examples = [
        Example(habit: .careful, isAccepted: true),
        Example(habit: .careful, isImpostor: true),
        Example(habit: .trusting, isAccepted: true),
        Example(habit: .trusting, isImpostor: true, isAccepted: true),
        Example(habit: .uploadsNothing, isShown: false),
        Example(habit: .uploadsNothing, isImpostor: true, isShown: false),
        Example(habit: .silent, isShown: false),
        Example(habit: .withoutControl, isAccepted: true),
    ]

    @Test(arguments: examples, TLSEngine.allCases)
    func `the server observes what a client uploads`(example: Example, engine: TLSEngine) throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.speaks = SpokenProtocol(.ftp)
        presentation.engine = engine
        presentation.dataChannel =
            example.isImpostor ? try TestServer(.p384).credential : presentation.credential
        let client = FileClient(
            example.habit,
            expecting: presentation.credential.chain,
            on: try Loopback()
        )
        let (result, seen) = try client.loopback.open(presentation, deadline: .seconds(60)) { end in
            Result { try client.run(at: end.origin, secret: String(end.path.dropFirst())) }
        }
        let port = try result.get()
        #expect(seen.requested == example.isAccepted)
        #expect(seen.hasShownCertificates == example.isShown)
        #expect(seen.connections == 1)
        // Both listeners are closed.
        let late = Connection(try Socket.connecting(to: LoopbackAddress(family: .ipv4, port: port)))
        while late.transfer() || !late.hasPeerEnded {}
        #expect(late.hasPeerEnded)
    }

    /// The answers to consecutive commands over TLS.
    @Test(
        arguments: [
            (["EPSV"], "521"), (["PASV"], "521"), (["PROT C", "EPSV"], "521"),
            (["STOR a"], "425"), (["PROT P", "STOR a"], "425"), (["PROT P", "PASV"], "227"),
            (["PROT P", "EPSV"], "229"), (["PROT P", "EPSV", "STOR a"], "150"),
            (["PROT P", "EPSV", "APPE a"], "150"), (["PROT P", "EPSV", "STOR a", "STOR b"], "425"),
            (["PROT P", "EPSV", "PROT C", "STOR a"], "425"), (["PROT P", "EPSV", "RETR a"], "550"),
            (["PROT P", "EPSV", "LIST"], "550"), (["PROT P", "PORT 1"], "502"),
            (["PROT P", "TYPE I"], "200"),
        ] as [([String], String)]
    )
    func `a command at the wrong time gets an error and opens no transfer`(
        commands: [String],
        code: String
    ) {
        var dialogue = Self.secured(dataPort: 0x1234)
        var says = ""
        for command in commands {
            var input = Array("\(command)\r\n".utf8)
            says = String(decoding: dialogue.hear(&input).says, as: UTF8.self)
        }
        #expect(says.hasPrefix(code))
        #expect(dialogue.isTransferring == (code == "150" || commands.contains("STOR b")))
    }

    @Test func `answers every PASV and EPSV with the same data port`() {
        var dialogue = Self.secured(dataPort: 0x1234)
        var input = Array(("PROT P\r\n" + String(repeating: "PASV\r\nEPSV\r\n", count: 100)).utf8)
        let says = String(decoding: dialogue.hear(&input).says, as: UTF8.self)
        let lines = says.split(separator: "\r\n")
        #expect(lines.count == 201)
        #expect(
            Set(lines) == ["200 done", "227 data (127,0,0,1,18,52)", "229 data (|||4660|)"]
        )
    }

    @Test func `confirms an upload once, and requires a new PASV or EPSV before the next upload`() {
        var dialogue = Self.secured(dataPort: 1)
        var input = Array("PROT P\r\nEPSV\r\nSTOR a\r\n".utf8)
        _ = dialogue.hear(&input)
        #expect(dialogue.isTransferring)
        #expect(String(decoding: dialogue.endTransfer(), as: UTF8.self).hasPrefix("226 "))
        #expect(!dialogue.isTransferring)
        input = Array("STOR a\r\n".utf8)
        #expect(String(decoding: dialogue.hear(&input).says, as: UTF8.self).hasPrefix("425 "))
    }

    @Test func `resumes a session on the data channel only with the same certificate`() throws {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.tickets = .resumed
        presentation.dataChannel = presentation.credential
        #expect(presentation.ofDataChannel?.tickets == .resumed)
        presentation.dataChannel = try TestServer(.p384).credential
        #expect(presentation.ofDataChannel?.tickets == nil)
    }

    private static func secured(dataPort: UInt16) -> Dialogue {
        var dialogue = Dialogue(SpokenProtocol(.ftp), secret: "s3cr3t", dataPort: dataPort)
        _ = dialogue.secure()
        return dialogue
    }
}

private final class FileClient {
    let loopback: Loopback
    private let habit: DataChannelTests.Habit
    private let chain: [[UInt8]]

    init(_ habit: DataChannelTests.Habit, expecting chain: [[UInt8]], on loopback: Loopback) {
        (self.habit, self.chain, self.loopback) = (habit, chain, loopback)
    }

    /// - Returns: the port of the data channel.
    func run(at origin: LoopbackAddress, secret: String) throws -> UInt16 {
        let control = Connection(try Socket.connecting(to: origin))
        defer { control.close() }
        control.sendPlain("AUTH TLS\r\n")
        var greetings: [UInt8] = []
        try waits(on: control) {
            greetings += control.takePreface()
            return greetings.count { $0 == 10 } == 2
        }
        try begin(on: control) { $0 == self.chain }
        _ = try answer(to: "PASS \(secret)", on: control)
        _ = try answer(to: "PROT P", on: control)
        let told = try answer(to: "EPSV", on: control)
        let port = try #require(UInt16(told.split(separator: "|").dropFirst().first ?? ""))
        guard habit != .uploadsNothing else {
            _ = try answer(to: "STOR \(secret)", on: control)
            return port
        }
        let data = Connection(
            try Socket.connecting(to: LoopbackAddress(family: origin.family, port: port))
        )
        defer { data.close() }
        if habit == .silent { return port }
        if habit == .withoutControl {
            control.close()
        } else {
            let isToldToGoOn = try answer(to: "STOR a", on: control).hasPrefix("150 ")
            #expect(isToldToGoOn)
        }
        do {
            try begin(on: data) { self.habit != .careful || $0 == self.chain }
        } catch is TLSFailure {
            return port
        }
        try data.write(Array(secret.utf8))
        data.close()
        try waits(on: data) { data.hasPeerEnded }
        guard habit != .withoutControl else { return port }
        let isConfirmed = try answer(to: nil, on: control).hasPrefix("226 ")
        #expect(isConfirmed)
        return port
    }

    private func begin(
        on connection: Connection,
        accepting judge: @escaping ([[UInt8]]) -> Bool
    ) throws {
        connection.begin(
            try TLSSession.connecting(
                loopback.clientContext,
                serverName: "www.example.test",
                offer: TLSOffer(versions: .v1_2 ... .v1_3)
            ) { judge($0.chain) ? .proceed : .refuse(.badCertificate) }
        )
        try waits(on: connection) { try connection.handshake() == .done }
    }

    private func answer(to command: String?, on connection: Connection) throws -> String {
        if let command { try connection.write(Array("\(command)\r\n".utf8)) }
        var text: [UInt8] = []
        try waits(on: connection) {
            _ = try connection.read(into: &text)
            return text.last == 10
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func waits(on connection: Connection, for condition: () throws -> Bool) throws {
        while true {
            _ = connection.transfer()
            if try condition() { return }
            try #require(!connection.hasPeerEnded)
            var polled = [connection.interest]
            // Long for a server on the same machine.
            try #require(poll(&polled, 1, 20_000) > 0)
        }
    }
}
