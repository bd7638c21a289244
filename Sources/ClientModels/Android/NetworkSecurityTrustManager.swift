import PathValidation
import X509

/// `NetworkSecurityTrustManager`: checks the trusted chain, then the pins.
struct NetworkSecurityTrustManager {
    let config: NetworkSecurityConfig
    let anchors: AndroidTrustAnchors
    let presented: Presented
    var checks = CheckSet.all

    func checkServerTrusted() throws(Rejection) -> Grounds {
        let delegate = TrustManagerImpl(
            anchors: anchors.anchors.map(\.certificate),
            presented: presented,
            requiresTransparency: config.certificateTransparencyRequired,
            checks: checks
        )
        do throws(Rejection) {
            let trusted = try delegate.checkServerTrusted()
            try checkPins(trusted.chain)
            return .path(trusted.path)
        } catch {
            if error != .pinMismatch, !checks.contains(.androidTrustedChain) { return .unchecked }
            throw error
        }
    }

    /// Searches the chain for a pinned key, from the root down to the leaf.
    private func checkPins(_ chain: [Certificate]) throws(Rejection) {
        let pinSet = config.pins
        if checks.contains(.androidNoPins), pinSet.pins.isEmpty { return }
        if checks.contains(.androidExpiration), let expiration = pinSet.expirationTime,
            presented.verifyDate > expiration
        {
            return
        }
        if checks.contains(.androidOverridePins), !(try isPinningEnforced(chain)) { return }
        guard checks.contains(.androidPins) else { return }
        guard chain.reversed().contains(where: { pinSet.pins.contains(where: $0.holds) }) else {
            throw .pinMismatch
        }
    }

    /// - Throws: `unknownIssuer` where Android throws "Trusted chain does not end in a
    ///   TrustAnchor".
    private func isPinningEnforced(_ chain: [Certificate]) throws(Rejection) -> Bool {
        guard let anchor = chain.last.flatMap(anchors.anchor) else {
            throw .unknownIssuer(depth: chain.count - 1)
        }
        return !anchor.overridesPins
    }
}

extension Certificate {
    /// Whether a pin matches the certificate's key.
    fileprivate func holds(_ pin: Pin) -> Bool { pin.matches(self) }
}
