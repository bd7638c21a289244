import Basics
import Crypto
import Forge
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// The files of one case, for other tools: what the server sends, what the client trusts, and every
/// entity.
package struct ForgedFiles {
    private let scenario: Scenario
    private let challenge: Challenge
    /// The credential that the client of the case receives.
    private let received: Credential

    /// Forges a case.
    ///
    /// - Parameters:
    ///   - scenario: the case.
    ///   - seed: the seed of keys and serial numbers.
    ///   - now: the time that relative times start from.
    /// - Throws: if the setup of the case cannot be forged; the error names the case.
    package init(_ scenario: Scenario, seed: UInt64, now: Instant) throws(Failure) {
        func failure(_ reason: String) -> Failure {
            let id = Shown.escaped(scenario.id)
            return Failure(.environment, "cannot forge \(id): \(Shown.escaped(reason))")
        }
        self.scenario = scenario
        do throws(HarnessError) {
            challenge = try Challenge(scenario.setup, seed: seed, now: now)
        } catch {
            throw failure(error.description)
        }
        do throws(WireError) {
            received = try challenge.received()
        } catch {
            throw failure(error.description)
        }
    }

    /// Writes all files into a new or empty folder; only the owner can read the keys.
    ///
    /// - Returns: a list of the files, and commands to try them with.
    package func write(into folder: String) throws(Failure) -> ForgedFolder {
        if Files.exists(folder), try !Files.entries(of: folder).isEmpty {
            throw Failure(
                .environment,
                "cannot write into \(Shown.escaped(folder)): it is not empty",
                help: "name a new folder"
            )
        }
        try Files.makeFolder(folder, mode: 0o700)
        let trusted = scenario.setup.trust + scenario.setup.userTrust
        try write(pem: certificates(trusted), to: folder + "/trust.pem")
        try write(pem: received.chain, to: folder + "/chain.pem")
        try write(received.key, to: folder + "/key.pem")
        try write(pem: challenge.crls, as: "X509 CRL", to: folder + "/crls.pem")
        if let staple = received.staples.first, let staple {
            try Files.write(staple, to: folder + "/staple.der")
        }
        try writeEntities(below: folder)
        return summary(of: folder)
    }

    /// Writes each certificate, key, CRL and response to its own file.
    private func writeEntities(below folder: String) throws(Failure) {
        try Files.makeFolder(folder + "/certificates")
        try Files.makeFolder(folder + "/keys", mode: 0o700)
        for (name, member) in challenge.pki.members {
            try write(pem: [member.certificate], to: "\(folder)/certificates/\(name).pem")
            try write(member.key, to: "\(folder)/keys/\(name).pem")
        }
        if !challenge.pki.crls.isEmpty { try Files.makeFolder(folder + "/crls") }
        for (name, list) in challenge.pki.crls {
            try write(pem: [list], as: "X509 CRL", to: "\(folder)/crls/\(name).pem")
        }
        if !challenge.pki.responses.isEmpty { try Files.makeFolder(folder + "/responses") }
        for (name, response) in challenge.pki.responses {
            try Files.write(response, to: "\(folder)/responses/\(name).der")
        }
    }

    private func certificates(_ names: [String]) -> [[UInt8]] {
        names.compactMap { challenge.pki.members[$0]?.certificate }
    }

    /// Writes a file, or nothing if there is no content.
    private func write(
        pem encodings: [[UInt8]],
        as label: String = "CERTIFICATE",
        to path: String
    ) throws(Failure) {
        guard !encodings.isEmpty else { return }
        let text = encodings.map { PEM.text(label, $0) }.joined()
        try Files.write(Array(text.utf8), to: path)
    }

    private func write(_ key: PrivateKey, to path: String) throws(Failure) {
        let info: [UInt8]
        do {
            info = try key.privateKeyInfo()
        } catch {
            throw Failure(.environment, "cannot write \(Shown.escaped(path)): \(error)")
        }
        let text = PEM.text("PRIVATE KEY", info)
        try Files.write(Array(text.utf8), to: path, mode: 0o600)
    }

    // MARK: Commands to try the files

    private func summary(of folder: String) -> ForgedFolder {
        ForgedFolder(
            of: scenario.id,
            in: folder,
            certificates: challenge.pki.members.count,
            served: challenge.names(of: received.chain),
            trusted: scenario.setup.trust + scenario.setup.userTrust,
            judging: verification(in: folder),
            serving: server(in: folder)
        )
    }

    private func verification(in folder: String) -> [String] {
        let setup = scenario.setup
        let host =
            switch setup.connect {
            case .dns(let name): ["-verify_hostname", name]
            case .ip(let bytes): ["-verify_ip", IPAddress.text(bytes)]
            }
        let isTrusting = !(setup.trust + setup.userTrust).isEmpty
        let anchors = isTrusting ? ["-CAfile", folder + "/trust.pem"] : ["-no-CAfile"]
        return ["openssl", "verify", "-no-CApath", "-no-CAstore"] + anchors
            + ["-attime", String(challenge.verifyDate.seconds)] + host
            + ["-untrusted", folder + "/chain.pem", folder + "/chain.pem"]
    }

    private func server(in folder: String) -> [String] {
        [
            "openssl", "s_server", "-accept", "8443", "-www", "-cert", folder + "/chain.pem",
            "-cert_chain", folder + "/chain.pem", "-key", folder + "/key.pem",
        ]
    }
}
