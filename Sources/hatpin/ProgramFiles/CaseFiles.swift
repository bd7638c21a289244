import Basics
import ClientModels
import Crypto
import Runner
import ScenarioFormat
import TLS
import X509

/// The files of a challenge that a program reads, in its home directory.
struct CaseFiles {
    /// The values of the placeholders that depend on the challenge, except those for the server's
    /// address.
    private(set) var values: [ClientPlaceholder: String]

    /// Writes the files of a challenge.
    ///
    /// - Parameters:
    ///   - challenge: the challenge.
    ///   - client: the program that reads the files.
    ///   - home: the program's home.
    ///   - own: the certificate and key of a program that is a server; nil for a client.
    /// - Throws: an `environment` failure if a file cannot be written.
    init(
        _ challenge: Challenge,
        for client: ClientDefinition,
        in home: String,
        showing own: Credential? = nil
    ) throws(Failure) {
        values = client.folders
        values[.home] = home
        let anchors = challenge.store.system + challenge.store.user
        let pem = anchors.map { PEM.text("CERTIFICATE", $0) }.joined()
        try write(.anchors, Array(pem.utf8), to: "\(home)/anchors.pem")
        try write(.anchorDER, anchors.first ?? [], to: "\(home)/anchor.der")
        for store in AnchorStore.allCases where client.placeholders.contains(store.placeholder) {
            try write(store.placeholder, store.bytes(of: anchors), to: "\(home)/\(store.fileName)")
        }
        if !challenge.crls.isEmpty {
            let lists = challenge.crls.map { PEM.text("X509 CRL", $0) }.joined()
            try write(.crls, Array(lists.utf8), to: "\(home)/lists.pem")
        }
        if let identity = challenge.identity {
            try write(identity, as: .clientCertificate, .clientKey, named: "client", in: home)
        }
        if let own {
            try write(own, as: .certificate, .certificateKey, named: "server", in: home)
        }
        try pin(challenge.pins(for: client), for: client, in: home)
    }

    /// Writes the program's own certificates and key.
    private mutating func write(
        _ own: Credential,
        as certificate: ClientPlaceholder,
        _ key: ClientPlaceholder,
        named name: String,
        in home: String
    ) throws(Failure) {
        let chain = own.chain.map { PEM.text("CERTIFICATE", $0) }.joined()
        try write(certificate, Array(chain.utf8), to: "\(home)/\(name).pem")
        let info: [UInt8]
        do {
            info = try own.key.privateKeyInfo()
        } catch {
            throw Failure(.environment, "cannot write the \(name)'s key: \(error)")
        }
        let text = PEM.text("PRIVATE KEY", info)
        try write(key, Array(text.utf8), to: "\(home)/\(name)-key.pem")
    }

    private mutating func write(
        _ placeholder: ClientPlaceholder,
        _ bytes: [UInt8],
        to path: String
    ) throws(Failure) {
        try Files.write(bytes, to: path, mode: 0o600)
        values[placeholder] = path
    }

    private mutating func pin(
        _ pins: [PinOfHost],
        for client: ClientDefinition,
        in home: String
    ) throws(Failure) {
        let hashes = pins.map { pin in
            pin.pin.hashes.merging([.pinnedHost: pin.host]) { $1 }
        }
        for placeholder in ClientPlaceholder.pinHashes {
            values[placeholder] = hashes.lazy.compactMap { $0[placeholder] }.first
        }
        values[.pins] = client.pin.text(of: hashes)
        let certificates = pins.compactMap(\.pin.certificate)
        guard !certificates.isEmpty else { return }
        let pem = certificates.map { PEM.text("CERTIFICATE", $0) }.joined()
        try write(.pinnedCertificates, Array(pem.utf8), to: "\(home)/pinned.pem")
    }
}

extension Pin {
    /// The hashes of the pinned key and of its certificate, by placeholder.
    var hashes: [ClientPlaceholder: String] {
        var hashes: [ClientPlaceholder: String] = [:]
        hashes[.pin] = spkiHash().map(Base64.text)
        for placeholder in ClientPlaceholder.certificateHashes {
            hashes[placeholder] = certificate.flatMap(placeholder.hash)
        }
        return hashes
    }
}

/// A pin of a client, and the host that it is for.
struct PinOfHost: Hashable {
    /// The host as configurations name it.
    let host: String
    let pin: Pin
}

extension Challenge {
    /// Returns the setup's pins for a client.
    ///
    /// The pins of the last step come first: a client whose pins are not for one host each has
    /// these pins for all hosts.
    func pins(for client: ClientDefinition) -> [PinOfHost] {
        let steps = client.pinsByHost ? [self] + earlier : [self]
        var pins: [PinOfHost] = []
        for step in steps {
            let host = step.setup.connect.authority.configuredHost
            for pin in step.pinsOfStep(for: client).map({ PinOfHost(host: host, pin: $0) })
            where !pins.contains(pin) {
                pins.append(pin)
            }
        }
        return pins
    }

    /// Returns the pins of this step.
    ///
    /// Pins of served certificates come first, since some clients compare only the first pin. A
    /// client that always has a pin gets the pin of the served certificate in a setup without pins,
    /// which is the control setup.
    private func pinsOfStep(for client: ClientDefinition) -> [Pin] {
        let chain = presentation.credential.chain
        guard let pins else { return client.alwaysPins ? chain.prefix(1).map(Pin.certificate) : [] }
        let served = chain.flatMap { certificate in pins.filter { $0.certificate == certificate } }
        return served + pins.filter { !served.contains($0) }
    }

    /// Whether the certificate that the client receives is pinned as a whole.
    var servesPinnedCertificate: Bool {
        guard let certificate = try? received().chain.first else { return false }
        return pins?.contains { $0.certificate == certificate } ?? false
    }
}
