import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS

/// The exit of a program that sent no request: a rejection, or something else.
struct ExitWithoutRequest {
    private let client: ClientDefinition
    private let end: ProgramEnd
    private let observed: Observation
    private let challenge: Challenge

    init(
        of client: ClientDefinition,
        _ end: ProgramEnd,
        _ observed: Observation,
        before challenge: Challenge
    ) {
        (self.client, self.end, self.observed) = (client, end, observed)
        self.challenge = challenge
    }

    /// Whether the server broke the rules of the handshake, or of STARTTLS.
    private var isOfHandshake: Bool {
        !challenge.setup.handshake.isEmpty || challenge.presentation.speaks?.fault != nil
    }

    /// Whether the program has connected, or has asked for DNS records.
    ///
    /// A program that has reached a later step has connected at an earlier step. A program that
    /// reads the server's DNS records may reject the server before it connects.
    private var hasConnected: Bool {
        observed.connections > 0 || observed.stepsLeft < challenge.earlier.count
            || challenge.setup.dns != nil && observed.questions > 0
    }

    /// Returns the last line of a program's output that is about TLS; nil for none.
    ///
    /// Many programs write a general message at their end.
    private static func line(onTLSIn output: String) -> String? {
        output.split(whereSeparator: \.isNewline).map(String.init).suffix(longestEnd)
            .last { line in
                let line = line.lowercased()
                return ["certificate", "handshake", "ssl", "tls", "verif"].contains {
                    line.contains($0)
                }
            }
    }

    /// The number of lines at the end of the output among which the line is; a program may write
    /// many lines before it fails.
    private static let longestEnd = 20

    /// Returns the error of a program that did not decide within this number of seconds.
    private func timeout(_ seconds: Double) -> HarnessError {
        guard hasConnected else {
            return .timeout(seconds, words: "\(client.name) never connected: \(end.lastWords)")
        }
        return observed.missedOccasion.map { .undelivered($0) } ?? .timeout(seconds)
    }

    /// Returns the rejection, with the reason that the program gives.
    ///
    /// - Throws: if the exit is not a rejection: the program crashed, hung, wrote too much or never
    ///   connected, or it waited for something else than the attack, which was not possible.
    func rejection() throws(HarnessError) -> Rejection {
        var exit: Int?
        switch end.cause {
        case .exited(let code): exit = Int(code)
        case .stopped: break
        case .signalled(let signal): throw .crash(signal: signal)
        case .timedOut: throw timeout(client.deadline / .seconds(1))
        case .flooded: throw .client("\(client.name) wrote more output than is read")
        }
        guard hasConnected else {
            let code = exit.map { "exit \($0)" } ?? "stopped"
            let problem = "\(client.name) never connected (\(code)): \(end.lastWords)"
            // Many programs do not work without any trust anchor.
            let setup = challenge.setup
            let trustsNothing = setup.trust.isEmpty && setup.userTrust.isEmpty
            throw trustsNothing ? .undelivered(problem) : .undialled(problem)
        }
        let output = [end.standardError, end.standardOutput]
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        // Under load, a program may give up on a valid server, which is not a rejection.
        if let exit, client.hasTimedOut(exit: exit, output: output) {
            throw timeout(((end.elapsed / .seconds(1)) * 10).rounded() / 10)
        }
        // The patterns in client definitions are about certificates, not about handshakes.
        if isOfHandshake {
            let reasons = observed.alert.map(\.reasonsOfHandshake) ?? []
            return .reported(reasons, words: end.lastWords)
        }
        let stated = client.allReasons.first { $0.fits(exit: exit, output: output) }
        return .reported(
            stated?.reasons ?? observed.alert.map(\.reasons) ?? [],
            words: (stated?.line(of: output) ?? Self.line(onTLSIn: output))
                .map { ProgramEnd.words(of: $0) } ?? end.lastWords
        )
    }
}

extension ProgramEnd {
    /// The last line that is not blank, from standard error or else from standard output.
    var lastWords: String {
        for stream in [standardError, standardOutput] {
            let lines = String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline)
            guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { continue }
            return Self.words(of: line)
        }
        return "no output"
    }

    /// Returns a line as reports show it.
    fileprivate static func words(of line: some StringProtocol) -> String {
        String(line.drop(while: \.isWhitespace).prefix(longestWords))
    }

    /// The largest number of characters of a message, so that it fits a line of a report.
    private static let longestWords = 200
}

extension TLSAlert {
    /// The reasons that the alert of a client alone indicates; empty for general alerts.
    fileprivate var reasons: [Rejection.Code] {
        name == "protocol-version" ? [.protocolVersion] : reasonsAboutCertificate
    }

    /// The reasons that the alert indicates after a protocol violation (RFC 8446 §6.2).
    fileprivate var reasonsOfHandshake: [Rejection.Code] {
        switch name {
        case "decrypt-error": [.handshakeSignature, .brokenHandshake]
        case "unexpected-message", "bad-record-mac", "record-overflow", "handshake-failure",
            "illegal-parameter", "decode-error", "missing-extension", "unsupported-extension":
            [.brokenHandshake]
        case "protocol-version": [.protocolVersion, .brokenHandshake]
        default: reasons
        }
    }
}
