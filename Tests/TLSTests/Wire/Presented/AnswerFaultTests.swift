import Crypto
import Foundation
import Testing

@testable import TLS

private let curl = "/usr/bin/curl"

/// Servers that answer incorrectly.
struct AnswerFaultTests {
    private static func presentation(
        _ fault: AnswerFault?,
        _ version: TLSVersion
    ) throws -> Presentation {
        var presentation = Presentation(
            credential: try TestServer(.p256).credential,
            offer: TLSOffer(versions: version...version)
        )
        presentation.authority = "www.example.test"
        if fault?.needsEngine == true { presentation.engine = .hatpin }
        presentation.serverFault = fault.map(ServerFault.answers)
        return presentation
    }

    // MARK: The greeting

    /// The greeting of a server that upgrades to TLS on another port.
    @Test(arguments: [
        (AnswerFault.smtp, "220 mail.example.test ESMTP\r\n"),
        (.imap, "* OK [CAPABILITY IMAP4rev1] ready\r\n"), (.pop3, "+OK ready\r\n"),
        (.ftp, "220 ready\r\n"), (.otherHTTP, ""),
    ])
    func `sends the greeting that a server of another protocol sends before STARTTLS`(
        fault: AnswerFault,
        greeting: String
    ) {
        #expect(String(decoding: fault.greeting, as: UTF8.self) == greeting)
    }

    // MARK: The end

    enum End { case closeNotify, tcp, failure }

    struct Example: CustomTestStringConvertible {
        let fault: AnswerFault?
        let end: End
        /// Whether the token came before the end; a client with the token may still have a
        /// truncated answer.
        var hasToken = true

        var testDescription: String { fault?.rawValue ?? "a correct answer" }
    }

    private static let ends = [
        Example(fault: nil, end: .closeNotify),
        Example(fault: .cut, end: .tcp),
        Example(fault: .unended, end: .tcp),
        Example(fault: .endedInPlaintext, end: .failure),
        Example(fault: .afterEnd, end: .closeNotify),
        Example(fault: .otherHTTP, end: .closeNotify),
        Example(fault: .smtp, end: .closeNotify, hasToken: false),
        Example(fault: .redirect, end: .closeNotify, hasToken: false),
    ]

    @Test(arguments: ends, [TLSVersion.v1_2, .v1_3])
    func `an answer ends with close_notify, with a TCP close or with an invalid record`(
        example: Example,
        version: TLSVersion
    ) throws {
        let loopback = try Loopback()
        let presentation = try Self.presentation(example.fault, version)
        let (result, seen) = try loopback.open(presentation, deadline: .seconds(60)) { endpoint in
            Result { (try Self.read(endpoint, on: loopback), endpoint.answer) }
        }
        let (read, token) = try result.get()
        #expect(read.end == example.end)
        #expect(read.text.components(separatedBy: token).count == (example.hasToken ? 2 : 1))
        #expect(seen.requested == (example.fault != .redirect))
    }

    /// Returns the answer to a request, and how it ended.
    private static func read(
        _ endpoint: Endpoint,
        on loopback: Loopback
    ) throws -> (end: End, text: String) {
        let socket = try Socket.connecting(to: endpoint.origin)
        var session = try loopback.fetching(serverName: "www.example.test") { _ in }
        var (answer, hasAsked, hasEnded) = ([UInt8](), false, false)
        func text() -> String { String(decoding: answer, as: UTF8.self) }
        do {
            while ContinuousClock.now < endpoint.deadline {
                if !hasAsked, try session.handshake() == .done {
                    hasAsked = true
                    try session.write(Array("GET \(endpoint.path) HTTP/1.1\r\n\r\n".utf8))
                }
                var output: [UInt8] = []
                session.takeOutput(into: &output)
                if !output.isEmpty { _ = socket.write(output[...]) }
                if hasAsked {
                    let progress = try session.read(into: &answer)
                    if progress == .closed { return (.closeNotify, text()) }
                    if progress == .done { continue }
                }
                if hasEnded { return (.tcp, text()) }
                var input: [UInt8] = []
                if case .ended = socket.read(into: &input) { hasEnded = true }
                input.withUnsafeBytes { session.receive($0) }
            }
        } catch {
            return (.failure, text())
        }
        throw WireError.system(call: "poll", errno: ETIMEDOUT)
    }

    // MARK: A program

    /// Returns the exit status of curl, and what the server observed.
    private static func asks(
        _ presentation: Presentation,
        _ words: [String]
    ) throws -> (status: Int32, seen: Observation) {
        let (result, seen) = try Loopback().open(presentation, deadline: .seconds(60)) { endpoint in
            Result {
                let process = Process()
                process.executableURL = URL(filePath: curl)
                let url = "https://www.example.test:\(endpoint.origin.port)\(endpoint.path)"
                process.arguments = words + ["-sSk", "--connect-to", "::127.0.0.1:", url]
                (process.standardOutput, process.standardError) = (Pipe(), Pipe())
                try process.run()
                process.waitUntilExit()
                return process.terminationStatus
            }
        }
        return (try result.get(), seen)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: curl)))
    func `curl rejects HTTP/1.1 in an HTTP/2 connection`() throws {
        var presentation = try Self.presentation(nil, .v1_3)
        presentation.protocols = ["h2"]
        let whole = try Self.asks(presentation, ["--http2"])
        #expect(whole.status == 0 && whole.seen.requested)
        presentation.serverFault = .answers(.otherHTTP)
        let asked = try Self.asks(presentation, ["--http2"])
        #expect(asked.status != 0 && asked.seen.requested)
    }

    struct Redirect: CustomTestStringConvertible {
        let words: [String]
        var fault = AnswerFault.redirect
        let isHeardInPlaintext: Bool
        var isAnswered = true

        var testDescription: String { "\(fault.rawValue) \(words)" }
    }

    private static let redirects = [
        Redirect(words: [], isHeardInPlaintext: false),
        Redirect(words: ["-L"], isHeardInPlaintext: true),
        Redirect(
            words: ["-L", "--proto-redir", "=https"],
            isHeardInPlaintext: false,
            isAnswered: false
        ),
        // RFC 6797 §8.3: curl retries over TLS, which proves nothing.
        Redirect(words: ["-L", "--hsts", ""], fault: .strictRedirect, isHeardInPlaintext: false),
    ]

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: curl)),
        arguments: redirects
    )
    func `a redirect to plaintext counts as followed only after a plaintext request`(
        example: Redirect
    ) throws {
        let asked = try Self.asks(try Self.presentation(example.fault, .v1_3), example.words)
        #expect(asked.seen.requested == example.isHeardInPlaintext)
        #expect((asked.status == 0) == example.isAnswered)
    }
}
