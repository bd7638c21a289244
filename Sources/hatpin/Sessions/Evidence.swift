import Basics
import Crypto
import Process
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// Keeps what a user needs to examine a verdict without another run.
///
/// The evidence consists of the chain, its key, staples and CRLs, a description of the setup, a
/// program's output, and the command that repeats the case. Each pair has its own folder below the
/// run's folder.
package struct Evidence: Sendable {
    private let plan: PlanRecord
    private let folder: String
    private let keep: Keeping
    private let origins: @Sendable (Scenario) -> [FieldOrigin]

    init(_ settings: SessionSettings, of plan: PlanRecord, in folder: String) {
        self.plan = plan
        self.folder = folder
        keep = settings.keep
        origins = settings.origins
    }

    /// Keeps the evidence of a judgement if requested, and returns the evidence's folder.
    func keep(_ judgement: Judgement, _ record: JudgementRecord) throws(Failure) -> String? {
        guard keep == .all || keep == .failed && record.outcome.isFailure else { return nil }
        let folder = "\(folder)/\(Self.path(of: record.id))"
        do throws(Failure) {
            try write(judgement, record, to: folder)
        } catch {
            // Incomplete evidence is removed, since it could be mistaken for complete evidence.
            try? Files.removeTree(folder)
            throw error
        }
        return folder
    }

    private func write(
        _ judgement: Judgement,
        _ record: JudgementRecord,
        to folder: String
    ) throws(Failure) {
        try Files.makeFolder(folder)
        try Files.write(Array(explanation(judgement).utf8), to: folder + "/setup.txt")
        let script = Array(reproduction(record).utf8)
        try Files.write(script, to: folder + "/repro.sh", mode: 0o755)
        if let program = judgement.program {
            try Files.write(Array(program.evidence.utf8), to: folder + "/output.txt")
        }
        try writeChain(of: judgement.setup, to: folder)
    }

    /// Returns the certificates in this folder of evidence, or nil if the folder has no
    /// certificates.
    @Sendable package static func certificates(in folder: String) -> [UInt8]? {
        try? Files.read(folder + "/chain.pem", limit: 1 << 20)
    }

    /// Returns an id as a relative path: the id's folders remain, and `_` replaces unsafe
    /// characters.
    static func path(of id: String) -> String {
        id.split(separator: "/").map { component in
            let plain = component.unicodeScalars.map { scalar in
                scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7f ? scalar : "_"
            }
            var name = String(String.UnicodeScalarView(plain))
            // File systems limit names to 255 bytes. The party and the number of a repetition are
            // at the end of an id.
            if name.utf8.count > 200 {
                let digest = try? Digest.sha256.hash(Array(component.utf8)).hex
                name = name.prefix(180) + "~" + (digest?.prefix(16) ?? "")
            }
            return name.allSatisfy { $0 == "." } ? "_" : name
        }
        .joined(separator: "/")
    }

    private func explanation(_ judgement: Judgement) -> String {
        let scenario = judgement.scenario
        return CaseExplanation(scenario: scenario, origins: origins(scenario), hasColour: false)
            .text
    }

    private func reproduction(_ record: JudgementRecord) -> String {
        let command = plan.command(for: record.id, isExact: true)
        return """
            #!/bin/sh
            # \(plan.tool); plan \(plan.hash)
            cd \(Prose.shellQuoted(Environment.workingDirectory)) || exit 3
            hatpin() { \(Prose.shellQuoted(Environment.executable)) "$@"; }
            \(command)

            """
    }

    /// Writes the stapled responses and the CRLs that the client received.
    private func writeStatus(
        of received: Credential,
        _ challenge: Challenge,
        to folder: String
    ) throws(Failure) {
        for (index, staple) in received.staples.enumerated() {
            guard let staple else { continue }
            try Files.write(
                staple,
                to: folder + (index == 0 ? "/staple" : "/staple-\(index)") + ".der"
            )
        }
        guard !challenge.crls.isEmpty else { return }
        let blocks = zip(challenge.setup.crls, challenge.crls).map { name, list in
            "\(name)\n" + PEM.text("X509 CRL", list)
        }
        try Files.write(Array(blocks.joined().utf8), to: folder + "/crls.pem")
    }

    /// Writes the certificates that the party received, the key of the first certificate, and the
    /// data on revocation.
    private func writeChain(of setup: Setup, to folder: String) throws(Failure) {
        // A setup that cannot be forged has no files; the record says why.
        guard let challenge = try? Challenge(setup, seed: plan.seed, now: plan.now),
            let received = try? challenge.received()
        else { return }
        let blocks = zip(challenge.names(of: received.chain), received.chain).map {
            name,
            certificate in
            "\(name)\n" + PEM.text("CERTIFICATE", certificate)
        }
        try Files.write(Array(blocks.joined().utf8), to: folder + "/chain.pem")
        try writeStatus(of: received, challenge, to: folder)
        guard let info = try? received.key.privateKeyInfo() else { return }
        let text = PEM.text("PRIVATE KEY", info)
        try Files.write(Array(text.utf8), to: folder + "/key.pem", mode: 0o600)
    }
}

extension ProgramEnd {
    /// The largest number of kept bytes of standard output and standard error together.
    private static let mostOutput = 64 << 10

    /// The program's exit and output; control characters other than line breaks are escaped.
    fileprivate var evidence: String {
        let error = standardError.prefix(Self.mostOutput)
        let output = standardOutput.prefix(Self.mostOutput - error.count)
        let isCut = error.count + output.count < standardError.count + standardOutput.count
        let isRunning = answer != nil && cause == .stopped
        return (isRunning ? "the server runs on\n" : "the program \(cause.words)\n")
            + (answer.map { Self.section("answer to the client", $0[...], of: $0) } ?? "")
            + Self.section("standard error", error, of: standardError)
            + Self.section("standard output", output, of: standardOutput)
            + (isCut ? "\noutput after 64 KiB is omitted\n" : "")
    }

    private static func section(
        _ name: String,
        _ bytes: ArraySlice<UInt8>,
        of whole: [UInt8]
    ) -> String {
        guard !bytes.isEmpty else {
            return "\n\(name): " + (whole.isEmpty ? "nothing" : "omitted") + "\n"
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let end = bytes.last == UInt8(ascii: "\n") ? "" : "\n"
        return "\n\(name):\n" + Shown.escapedLines(text) + end
    }
}

extension ProgramEnd.Cause {
    fileprivate var words: String {
        switch self {
        case .exited(let code): "exited with code \(code)"
        case .signalled(let number): "was terminated by signal \(number)"
        case .stopped: "was stopped after its decision"
        case .timedOut: "was stopped at its deadline"
        case .flooded: "was stopped because it wrote too much"
        }
    }
}
