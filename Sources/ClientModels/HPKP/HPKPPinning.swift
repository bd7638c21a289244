import PathValidation
import X509

/// A user agent that holds hosts to the pins they sent (RFC 7469).
///
/// The connection is the one after that which brought the header; the settings state what noting
/// depends on (§2.5). `ModelScope.hpkp` lists the consequences.
struct HPKPPinning: TrustPolicy {
    /// The state of the connection that brought the header.
    enum Transport: String, CaseIterable, Sendable {
        case errorFree = "error-free"
        /// The user was warned and went on.
        case warned
        case plainHTTP = "plain-http"
    }

    /// Which of the pins the path of that connection held.
    enum HeldPins: String, CaseIterable, Sendable {
        case first = "first-pin"
        case none = "no-pin"
        case every = "every-pin"
    }

    /// Nil if none was sent.
    var header: PublicKeyPinsHeader?
    var isReportOnly = false
    /// The host that sent the header; empty for the host of the connection.
    var host = ""
    /// In seconds.
    var age = ""
    var transport = Transport.errorFree
    var heldPins = HeldPins.first
    var exemptsLocalAnchors = true
    var checks = CheckSet.all

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        guard age.isEmpty || Int(age).map({ $0 >= 0 }) == true else {
            return .unusable("age is no number of seconds")
        }
        do {
            let path = try ReferencePolicy(
                profile: .reference,
                revocation: .softFail,
                checks: checks
            )
            .path(of: presented, for: identity)
            if let pins = noted(presented, for: identity) {
                try validate(pins, in: path, presented)
            }
            return Decision(.accept(.path(path)))
        } catch {
            return Decision(.reject(error))
        }
    }

    /// The pins of the host; nil if it is not a Known Pinned Host.
    private func noted(_ presented: Presented, for identity: ReferenceIdentity) -> [[UInt8]]? {
        guard let header = sentHeader(presented), isNoted(header) else { return nil }
        if checks.contains(.hpkpAddress), case .ip = identity { return nil }
        if checks.contains(.hpkpMaxAge), Int(age) ?? 0 >= header.maxAge ?? 0 { return nil }
        if checks.contains(.hpkpHost), !isMeant(identity, by: header) { return nil }
        return header.pins
    }

    /// The header, with the pins of the test case in place of the pin that the earlier path held.
    private func sentHeader(_ presented: Presented) -> PublicKeyPinsHeader? {
        guard let pins = presented.pins else { return header }
        let hashes = pins.spkiSHA256
        guard let header else { return hashes.isEmpty ? nil : PublicKeyPinsHeader(pins: hashes) }
        return header.replacingFirstPin(by: hashes)
    }

    private func isNoted(_ header: PublicKeyPinsHeader) -> Bool {
        if checks.contains(.hpkpSyntax), !header.conforms { return false }
        if checks.contains(.hpkpTransport), transport != .errorFree { return false }
        // Of several pins of a test case, which stand for one, none is its spare.
        let stated = self.header?.pins ?? header.pins
        guard !header.pins.isEmpty, let first = stated.first else { return false }
        let spares = stated.filter { $0 != first }
        let isLive = heldPins != .none
        let hasSpare = heldPins == .none || heldPins == .first && !spares.isEmpty
        return (isLive || !checks.contains(.hpkpLivePin))
            && (hasSpare || !checks.contains(.hpkpBackupPin))
    }

    private func isMeant(
        _ identity: ReferenceIdentity,
        by header: PublicKeyPinsHeader
    ) -> Bool {
        guard !host.isEmpty else { return true }
        guard let meant = HostName(host: identity.host), let sender = HostName(host: host) else {
            return false
        }
        return meant == sender || header.includesSubDomains && meant.isBelow(sender)
    }

    /// Pin Validation (§2.6).
    private func validate(
        _ pins: [[UInt8]],
        in path: VerifiedPath,
        _ presented: Presented
    ) throws(Rejection) {
        let isLocal = path.certificates.last.map(presented.isLocalAnchor) ?? false
        if checks.contains(.hpkpLocalAnchor), exemptsLocalAnchors, isLocal { return }
        if checks.contains(.hpkpReportOnly), isReportOnly { return }
        guard checks.contains(.hpkpPinValidation) else { return }
        let hashes = path.certificates.map(Pin.certificate).spkiSHA256
        guard hashes.contains(where: pins.contains) else { throw .pinMismatch }
    }
}

extension Presented {
    /// Whether the user installed the anchor, and the platform did not come with it.
    fileprivate func isLocalAnchor(_ certificate: [UInt8]) -> Bool {
        store.user.contains(certificate) && !store.system.contains(certificate)
    }
}
