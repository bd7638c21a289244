import Basics
import ClientModels
import Crypto
import Runner
import ScenarioFormat
import TLS
import X509

/// The files of a challenge that a program reads, in its home directory.
struct CaseFiles {
    /// The values of the placeholders that depend on the challenge, without those for its server.
    private(set) var values: [ClientPlaceholder: String]

    /// Writes the files of a challenge.
    ///
    /// - Throws: an `environment` failure if a file cannot be written.
    init(
        _ challenge: Challenge,
        for client: ClientDefinition,
        in home: String
    ) throws(Failure) {
        values = client.folders
        values[.home] = home
        let anchors = challenge.store.system + challenge.store.user
        let pem = anchors.map { PEM.text("CERTIFICATE", $0) }.joined()
        try write(.anchors, Array(pem.utf8), to: "\(home)/anchors.pem")
        try write(.anchorDER, anchors.first ?? [], to: "\(home)/anchor.der")
        if !challenge.crls.isEmpty {
            let lists = challenge.crls.map { PEM.text("X509 CRL", $0) }.joined()
            try write(.crls, Array(lists.utf8), to: "\(home)/lists.pem")
        }
        if let identity = challenge.identity { try write(identity, in: home) }
        pin(challenge.pins(for: client), for: client)
    }

    /// Writes the client's own certificates and key.
    private mutating func write(_ identity: Credential, in home: String) throws(Failure) {
        let chain = identity.chain.map { PEM.text("CERTIFICATE", $0) }.joined()
        try write(.clientCertificate, Array(chain.utf8), to: "\(home)/client.pem")
        let key: [UInt8]
        do {
            key = try identity.key.privateKeyInfo()
        } catch {
            throw Failure(.environment, "cannot write the client's key: \(error)")
        }
        let text = PEM.text("PRIVATE KEY", key)
        try write(.clientKey, Array(text.utf8), to: "\(home)/client-key.pem")
    }

    private mutating func write(
        _ placeholder: ClientPlaceholder,
        _ bytes: [UInt8],
        to path: String
    ) throws(Failure) {
        try Files.write(bytes, to: path, mode: 0o600)
        values[placeholder] = path
    }

    private mutating func pin(_ pins: [Pin], for client: ClientDefinition) {
        let keys = pins.compactMap { $0.spkiHash() }.map { String(base64: $0) }
        let certificates = pins.compactMap(\.certificate).compactMap {
            (try? Digest.sha256.hash($0))?.hex
        }
        values[.pin] = keys.first
        values[.certificateHash] = certificates.first
        let hashes = client.pin.takesCertificates ? certificates : keys
        if !hashes.isEmpty { values[.pins] = try? client.pin.text(of: hashes) }
    }
}

extension Challenge {
    /// Returns the pins of the setup for a client.
    ///
    /// If the setup has no pins and the client's command always has a pin, the control setup pins
    /// the served certificate.
    fileprivate func pins(for client: ClientDefinition) -> [Pin] {
        if let pins { return pins }
        let served = presentation.credential.chain.prefix(1)
        return client.alwaysPins ? served.map(Pin.certificate) : []
    }
}

extension ClientDefinition {
    /// Whether the client's command cannot be completed without a pin.
    var alwaysPins: Bool {
        !command.placeholders.isDisjoint(with: [.pin, .pins, .certificateHash])
    }
}

extension String {
    fileprivate init(base64 bytes: [UInt8]) {
        self.init(decoding: Base64.encode(bytes), as: UTF8.self)
    }
}
