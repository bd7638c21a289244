import PathValidation

// The comparisons of the two pinning modes.

extension AFSecurityPolicy {
    /// Decides in the case `AFSSLPinningModeCertificate`.
    ///
    /// - Returns: the path to a pin as its anchor; nil in releases that do not set anchors.
    func matchCertificates(
        of serverTrust: inout ServerTrust,
        with pinnedCertificates: [[UInt8]]
    ) throws(Refusal) -> VerifiedPath? {
        try assertKeys(of: pinnedCertificates)
        // Reading the chain evaluates the trust, and setting anchors discards the evaluation, so
        // their order decides which chain is compared.
        var serverCertificates = serverTrust.certificateChain

        var path: VerifiedPath?
        if version.setsAnchors, checks.contains(.afAnchors) {
            path = try anchoredPath(of: &serverTrust, to: pinnedCertificates)
            if wantsOnlyLeaf { return path }
        }
        if version.chainReading == .whilePinning {
            serverCertificates = serverTrust.certificateChain
        }
        try require(
            compared(serverCertificates).count(where: pinnedCertificates.contains),
            of: serverCertificates.count,
            areThereAny: !pinnedCertificates.isEmpty,
            asking: .afPinnedCertificate
        )
        return path
    }

    /// Decides in the case `AFSSLPinningModePublicKey`: compares every key of the chain with every
    /// key of the pins.
    ///
    /// The chain is built without new anchors.
    func matchKeys(
        of serverTrust: inout ServerTrust,
        with pinnedCertificates: [[UInt8]]
    ) throws(Refusal) {
        try assertKeys(of: pinnedCertificates)
        let pinnedPublicKeys = pinnedCertificates.compactMap(ServerTrust.copyKey)
        // 1.2.0 uses only `SecTrustCopyPublicKey`, and a nil key matches no pin.
        let publicKeys =
            version.comparesLeafFirst
            ? [serverTrust.copyKey()].compactMap(\.self)
            : try publicKeyTrustChain(for: &serverTrust)
        let trustedPublicKeyCount = compared(publicKeys).reduce(0) { count, key in
            count + pinnedPublicKeys.count { $0 == key }
        }
        try require(
            trustedPublicKeyCount,
            of: publicKeys.count,
            areThereAny: !pinnedPublicKeys.isEmpty,
            asking: .afPinnedPublicKey
        )
    }

    /// Whether `validatesCertificateChain` exists and is off.
    private var wantsOnlyLeaf: Bool {
        version.validatesCertificateChain && !validatesCertificateChain
    }

    /// Whether 1.2.0 accepts the server before it checks the mode, because the certificate at index
    /// 0 is pinned.
    func isAcceptedFirst(
        _ serverTrust: inout ServerTrust,
        with pinnedCertificates: [[UInt8]]
    ) -> Bool {
        guard version.comparesLeafFirst, checks.contains(.afPinnedLeaf),
            let leaf = serverTrust.certificateChain.first
        else { return false }
        return pinnedCertificates.contains(leaf)
    }

    /// Returns the compared part of a chain, leaf first.
    private func compared<Element>(_ chain: [Element]) -> ArraySlice<Element> {
        (wantsOnlyLeaf || version.comparesLeafFirst) && checks.contains(.afLeaf)
            ? chain.prefix(1) : chain[...]
    }

    /// Requires that the number of pinned certificates, `trustedCount`, is enough for a chain of
    /// `count` certificates.
    private func require(
        _ trustedCount: Int,
        of count: Int,
        areThereAny: Bool,
        asking check: ModelCheck
    ) throws(Refusal) {
        let wantsAll =
            version.validatesCertificateChain && validatesCertificateChain
            && checks.contains(.afWholeChain)
        guard wantsAll ? trustedCount != count : trustedCount == 0, checks.contains(check) else {
            return
        }
        throw .no(areThereAny ? .pinMismatch : .pinsMissing)
    }

    /// Makes the pins the only anchors, and evaluates again.
    private func anchoredPath(
        of serverTrust: inout ServerTrust,
        to pinnedCertificates: [[UInt8]]
    ) throws(Refusal) -> VerifiedPath {
        let anchors = pinnedCertificates.filter(ServerTrust.isCertificate)
        guard anchors.count == pinnedCertificates.count || !checks.contains(.afPinnedFile) else {
            throw .exception(
                .policyGuard("a pinned file is not a DER certificate"),
                isConfiguration: true
            )
        }
        serverTrust.setAnchorCertificates(anchors)
        do {
            return try serverTrust.evaluateWithError()
        } catch {
            throw .no(anchors.isEmpty ? .pinsMissing : error.whereAnchorsArePins)
        }
    }

    /// Throws if a pinned file has no usable key, as `setPinnedCertificates:` does in releases that
    /// do not test for nil.
    private func assertKeys(of pinnedCertificates: [[UInt8]]) throws(Refusal) {
        guard version.assertsPinnedKeys.contains(sslPinningMode), checks.contains(.afPinnedKey)
        else { return }
        for certificate in pinnedCertificates where ServerTrust.copyKey(of: certificate) == nil {
            throw .exception(
                .policyGuard("no key can be extracted from a pinned file"),
                isConfiguration: true
            )
        }
    }

    /// Returns the keys of the chain, as `AFPublicKeyTrustChainForServerTrust` does, which does not
    /// test for nil.
    private func publicKeyTrustChain(
        for serverTrust: inout ServerTrust
    ) throws(Refusal) -> [ServerTrust.Key] {
        var keys: [ServerTrust.Key] = []
        for (depth, certificate) in serverTrust.certificateChain.enumerated() {
            if let key = ServerTrust.copyKey(of: certificate) {
                keys.append(key)
            } else if checks.contains(.afServedKey) {
                throw .exception(.badKey(depth: depth), isConfiguration: false)
            }
        }
        return keys
    }
}
