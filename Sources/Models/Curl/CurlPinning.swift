import PKIX
import Policies
import Trust

/// The argument of `--pinnedpubkey`.
enum CurlPinnedKey: Hashable, Sendable {
    /// Hashes, or the path of a file that is not there.
    case text(String)
    /// The content of a file.
    case file([UInt8])
}

/// curl's own steps over the path that its TLS library built.
///
/// `ModelScope.curl` lists the consequences and the differences.
struct CurlPinning: TrustPolicy {
    /// The last release before the gaps, and those that opened or closed one; the last of them also
    /// takes lists of hashes apart in another way.
    enum Version: String, CaseIterable, Sendable {
        case v8_4_0 = "8.4.0"
        case v8_5_0 = "8.5.0"
        case v8_8_0 = "8.8.0"
        case v8_14_0 = "8.14.0"
        case v8_18_0 = "8.18.0"

        /// The releases that decide alike: each gap lasts up to the release that closed it.
        static let releases = [
            ReleaseRange("8.4.0", from: "8.4.0", to: "8.4"),
            ReleaseRange("8.5.0", from: "8.5.0", to: "8.7"),
            ReleaseRange("8.8.0", from: "8.8.0", to: "8.13"),
            ReleaseRange("8.14.0", from: "8.14.0", to: "8.17"),
            ReleaseRange("8.18.0", from: "8.18.0", to: "8.18"),
        ]

        /// Whether any semicolon ends a hash, not only one before `sha256//`.
        var splitsAtAnySemicolon: Bool { self == .v8_18_0 }
    }

    enum Backend: String, CaseIterable, Sendable {
        /// OpenSSL 3.0.
        case openssl
        case openssl3_5 = "openssl-3.5"
        case gnutls, wolfssl

        /// The rules that paths are judged by.
        fileprivate var profile: PathProfile { self == .openssl3_5 ? .openSSL3_5 : .openSSL }
    }

    enum Transport: String, CaseIterable, Sendable {
        case tcp, quic
    }

    /// Releases that do not compare the key over QUIC.
    struct QUICGap: Sendable {
        let backend: Backend
        let versions: [Version]
        /// Whether the host, where it is verified, brings the pin along.
        let isOnlyWithoutHost: Bool
    }

    var version = Version.v8_18_0
    var backend = Backend.openssl
    var transport = Transport.tcp
    var isInsecure = false
    /// CURLOPT_SSL_VERIFYHOST, without effect where `isInsecure`.
    var verifiesHost = true
    var pinnedPublicKey: CurlPinnedKey?
    var checks = CheckSet.all

    static let quicGaps = [
        // CVE-2025-5025, 8.5.0 to 8.13.0: it was never called.
        QUICGap(backend: .wolfssl, versions: [.v8_5_0, .v8_8_0], isOnlyWithoutHost: false),
        // CVE-2025-13034, 8.8.0 to 8.17.0: it was called where the host was verified.
        QUICGap(backend: .gnutls, versions: [.v8_8_0, .v8_14_0], isOnlyWithoutHost: true),
    ]

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        // `populate_x509_store`
        guard isInsecure || presented.anchors(decodedBy: .openSSL) != nil else {
            return .unusable("CURLE_SSL_CACERT_BADFILE (77)")
        }
        let endEntity: Certificate
        do {
            endEntity = try handshake(presented)
        } catch {
            return Decision(.reject(error), error: "CURLE_SSL_CONNECT_ERROR (35)")
        }
        let path: VerifiedPath?
        do {
            path = try verified(endEntity, presented, identity)
        } catch {
            return Decision(.reject(error), error: "CURLE_PEER_FAILED_VERIFICATION (60)")
        }
        let pinned = pinnedKey(presented)
        if checks.contains(.curlPinnedKey), let pinned,
            !(isForgotten && checks.contains(.curlQUICGap)),
            !pinned.matches(spki: Array(endEntity.der[endEntity.spki]), in: version)
        {
            return Decision(.reject(.pinMismatch), error: "CURLE_SSL_PINNEDPUBKEYNOTMATCH (90)")
        }
        let isCompared = pinned != nil && !isForgotten
        return Decision(.accept(path.map(Grounds.path) ?? (isCompared ? .pin : .unchecked)))
    }

    /// Whether this release, over this transport, does not come to the pin.
    private var isForgotten: Bool {
        transport == .quic
            && Self.quicGaps.contains { gap in
                gap.backend == backend && gap.versions.contains(version)
                    && (isInsecure || !verifiesHost || !gap.isOnlyWithoutHost)
            }
    }

    /// libssl decodes every served certificate, even if none is verified.
    private func handshake(_ presented: Presented) throws(Rejection) -> Certificate {
        guard let endEntity = try presented.decodedChain(by: .openSSL).first else {
            throw .missingCertificate
        }
        return endEntity
    }

    /// The path during the handshake, the host after it; nil with `--insecure`.
    private func verified(
        _ endEntity: Certificate,
        _ presented: Presented,
        _ identity: ReferenceIdentity
    ) throws(Rejection) -> VerifiedPath? {
        guard !isInsecure else { return nil }
        let path = checks.contains(.curlPeer) ? try self.path(presented) : nil
        if verifiesHost, checks.contains(.curlHost) { try endEntity.requireHost(of: identity) }
        return path
    }

    private func path(_ presented: Presented) throws(Rejection) -> VerifiedPath {
        let profile = backend.profile
        return try PathValidator(
            anchors: presented.anchors(decodedBy: profile.decoding) ?? [],
            checks: profile.checks().intersection(checks),
            decoding: profile.decoding,
            budget: profile.budget,
            building: profile.building
        )
        .evaluate(presented.chain, for: nil, at: presented.verifyDate).result.get()
    }

    /// The pins of the test case, which replace those of the command line; a form that no key can
    /// match stays as it is stated.
    private func pinnedKey(_ presented: Presented) -> CurlPinnedKey? {
        guard let pins = presented.pins, pinnedPublicKey?.canMatch(in: version) != false else {
            return pinnedPublicKey
        }
        return CurlPinnedKey(hashes: pins.compactMap { $0.spkiHash(by: .openSSL) })
    }
}

extension Presented {
    /// The certificates of the store; nil if one of them does not decode, for clients that read them from
    /// one file.
    fileprivate func anchors(decodedBy rules: DERRules) -> [Certificate]? {
        try? (store.system + store.user).map { anchor throws(DERError) in
            try SignatureCache.shared.certificate(anchor, by: rules)
        }
    }
}
