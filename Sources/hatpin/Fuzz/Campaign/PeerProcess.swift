import Basics
import Campaigns
import X509

/// A program that validates chains over a pipe: each question and each answer is one line.
///
/// If the program exits, is silent for too long or prints anything but an answer, it has failed on
/// the unanswered question. It is then started again for the next questions.
actor PeerProcess: ChainOracle {
    /// The program's own name and version.
    let name: String

    private let path: String
    private let patience: Duration
    private var session: PeerSession

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - path: the path of the program.
    ///   - patience: the time limit for the program's name, and for each answer.
    /// - Throws: if the program does not start, or does not print its name.
    init(_ path: String, patience: Duration = .seconds(30)) async throws(Failure) {
        self.path = path
        self.patience = patience
        session = PeerSession(path, patience)
        guard let name = await session.greeting else {
            throw Failure(
                .environment,
                "the peer '\(Shown.escaped(path))' does not start, or does not print its name",
                help: "script/peers builds those that come with Hatpin and prints their paths"
            )
        }
        self.name = name
    }

    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        let questions = setups.map { PeerLine.question($0.question) }
        var verdicts: [ChainVerdict] = []
        var isSingle = false
        while verdicts.count < questions.count {
            let rest = questions[verdicts.count...].prefix(isSingle ? 1 : questions.count)
            let reply = await session.answers(to: Array(rest))
            verdicts += reply.verdicts
            guard let fault = reply.fault else { continue }
            if reply.hasExtraOutput, !isSingle, rest.count > 1 {
                // Asking one question at a time shows on which question the program fails.
                isSingle = true
            } else if !reply.verdicts.isEmpty || session.isFresh {
                // The program may have exited before it received the question. Only a failure in a
                // new process is caused by the question.
                verdicts.append(.failed(fault))
            }
            session = PeerSession(path, patience)
            _ = await session.greeting
        }
        return verdicts
    }
}

/// The lines that Hatpin and the program exchange over the pipe.
enum PeerLine {
    /// Returns the line `SECONDS HOST ANCHORS CHAIN`.
    static func question(_ question: ChainQuestion) -> [UInt8] {
        var line = Array("\(question.verifyDate.seconds) \(question.identity.host) ".utf8)
        append(question.anchors, to: &line)
        line.append(UInt8(ascii: " "))
        append(question.chain, to: &line)
        line.append(UInt8(ascii: "\n"))
        return line
    }

    private static func append(_ certificates: [[UInt8]], to line: inout [UInt8]) {
        if certificates.isEmpty { line.append(UInt8(ascii: "-")) }
        for (number, certificate) in certificates.enumerated() {
            if number > 0 { line.append(UInt8(ascii: ",")) }
            line += Base64.encode(certificate)
        }
    }

    /// Parses `accept` or `reject WORD words…`; returns nil for any other line.
    static func verdict(_ line: String) -> ChainVerdict? {
        let words = line.split(separator: " ", maxSplits: 2)
        switch words.first {
        case "accept" where words.count == 1: return .accept
        case "reject" where words.count > 1: return .reject(String(words[1]))
        default: return nil
        }
    }
}
