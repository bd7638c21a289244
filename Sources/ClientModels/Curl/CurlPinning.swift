import PathValidation
import X509

/// The argument of `--pinnedpubkey`.
enum CurlPinnedKey: Hashable, Sendable {
    /// Hashes, or the path of a file that does not exist.
    case text(String)
    /// The content of a file.
    case file([UInt8])
}

/// curl's own steps around the path that its TLS library builds.
///
/// `ModelScope.curl` lists the consequences and the differences.
struct CurlPinning: TrustPolicy {
    /// Releases that introduced or fixed a flaw, began to read CRLs or to call SecTrust, or changed
    /// how lists of hashes are split.
    enum Version: String, CaseIterable, Comparable, ModelledRelease {
        case v8_4_0 = "8.4.0"
        case v8_5_0 = "8.5.0"
        case v8_7_0 = "8.7.0"
        case v8_8_0 = "8.8.0"
        case v8_10_0 = "8.10.0"
        case v8_14_0 = "8.14.0"
        case v8_17_0 = "8.17.0"
        case v8_18_0 = "8.18.0"

        /// The releases that make the same decisions: each flaw lasts until the release that fixed
        /// it.
        var releases: ReleaseRange { ReleaseRange(rawValue, from: rawValue, to: last) }

        private var last: String {
            switch self {
            case .v8_4_0: "8.4"
            case .v8_5_0: "8.6"
            case .v8_7_0: "8.7"
            case .v8_8_0: "8.9"
            case .v8_10_0: "8.13"
            case .v8_14_0: "8.16"
            case .v8_17_0: "8.17"
            case .v8_18_0: "8.21"
            }
        }

        /// Whether every semicolon ends a hash, not only a semicolon before `sha256//`.
        var splitsAtAnySemicolon: Bool { self >= .v8_18_0 }

        static func < (left: Version, right: Version) -> Bool { left.place < right.place }

        private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    enum Transport: String, CaseIterable, Sendable {
        case tcp, quic
    }

    /// Releases that do not compare the key over QUIC.
    struct QUICGap: Sendable {
        let backend: Backend
        let versions: ClosedRange<Version>
        /// Whether the pin is skipped only if the host is not verified.
        let isOnlyWithoutHost: Bool
    }

    /// Releases that do not compare a host that is an address.
    struct AddressGap: Sendable {
        let backend: Backend
        let transport: Transport
        let versions: ClosedRange<Version>
    }

    var version = Version.v8_18_0
    var backend = Backend.openssl
    var transport = Transport.tcp
    var isInsecure = false
    /// Whether CURLOPT_SSL_VERIFYHOST is on; it has no effect with `isInsecure`.
    var verifiesHost = true
    /// Whether `--crlfile` is given, with the available CRLs.
    var readsLists = false
    /// Whether `--cert-status` is given.
    var wantsStatus = false
    /// Schannel's treatment of an unknown status.
    var schannelMode = RevocationMode.hardFail
    var pinnedPublicKey: CurlPinnedKey?
    var checks = CheckSet.all

    static let quicGaps = [
        // CVE-2025-5025, 8.5.0 to 8.13.0: the comparison was never called.
        QUICGap(
            backend: .wolfssl,
            versions: Version.v8_5_0...Version.v8_10_0,
            isOnlyWithoutHost: false
        ),
        // CVE-2025-13034, 8.8.0 to 8.17.0: the comparison was called only if the host was verified.
        QUICGap(
            backend: .gnutls,
            versions: Version.v8_8_0...Version.v8_17_0,
            isOnlyWithoutHost: true
        ),
    ]

    static let addressGaps = [
        // CVE-2024-2466, 8.5.0 to 8.6.0: the library got no host if there was no name for SNI.
        AddressGap(
            backend: .mbedtls,
            transport: .tcp,
            versions: Version.v8_5_0...Version.v8_5_0
        ),
        // CVE-2025-4947, 8.8.0 to 8.13.0: over QUIC, the library got no host if there was no name
        // for SNI.
        AddressGap(
            backend: .wolfssl,
            transport: .quic,
            versions: Version.v8_8_0...Version.v8_10_0
        ),
    ]

    /// A rejection, and curl's code for it.
    private struct Failure: Error {
        let rejection: Rejection
        var error = "CURLE_PEER_FAILED_VERIFICATION (60)"
    }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        // `C_HTTP3` of src/tool_getparam.c: PARAM_LIBCURL_DOESNT_SUPPORT.
        guard transport == .tcp || traits.speaksQUIC else {
            return .unusable("CURLE_FAILED_INIT (2)")
        }
        // As in `populate_x509_store` and similar functions.
        guard isInsecure || anchors(presented) != nil else {
            return .unusable("CURLE_SSL_CACERT_BADFILE (77)")
        }
        do throws(Failure) {
            return Decision(.accept(try grounds(presented, identity)))
        } catch {
            return Decision(.reject(error.rejection), error: error.error)
        }
    }

    /// Returns the grounds for acceptance, after the checks in the order of the backend.
    private func grounds(
        _ presented: Presented,
        _ identity: ReferenceIdentity
    ) throws(Failure) -> Grounds {
        let endEntity = try handshake(presented)
        let pinned = comparedKey(presented)
        if traits.comparesPinFirst { try require(pinned, of: endEntity) }
        let path = try verified(endEntity, presented, identity)
        if !traits.comparesPinFirst { try require(pinned, of: endEntity) }
        return path.map(Grounds.path) ?? (pinned == nil ? .unchecked : .pin)
    }

    /// Returns the end entity.
    ///
    /// Most libraries decode every served certificate, even if no certificate is verified.
    private func handshake(_ presented: Presented) throws(Failure) -> Certificate {
        var served = presented
        if !traits.decodesEveryCertificate { served.chain = Array(presented.chain.prefix(1)) }
        do throws(Rejection) {
            guard let endEntity = try served.decodedChain(by: traits.profile.decoding).first else {
                throw Rejection.missingCertificate
            }
            return endEntity
        } catch {
            throw Failure(rejection: error, error: "CURLE_SSL_CONNECT_ERROR (35)")
        }
    }

    /// Returns the verified path; nil with `--insecure`.
    ///
    /// The path is verified during the handshake, the host after it.
    private func verified(
        _ endEntity: Certificate,
        _ presented: Presented,
        _ identity: ReferenceIdentity
    ) throws(Failure) -> VerifiedPath? {
        guard !isInsecure else { return nil }
        let path: VerifiedPath?
        do throws(Rejection) {
            path = checks.contains(.curlPeer) ? try self.path(presented) : nil
            for rule in comparesHost(identity) ? traits.hosts : [] {
                try endEntity.requireHost(of: identity, by: rule)
            }
        } catch {
            throw Failure(rejection: error)
        }
        if let path { try requireStatus(of: path, presented) }
        return path
    }

    private func path(_ presented: Presented) throws(Rejection) -> VerifiedPath {
        let profile = traits.profile
        var validator = PathValidator(
            anchors: anchors(presented) ?? [],
            checks: traits.pathChecks.intersection(checks),
            decoding: profile.decoding,
            revocation: revocation(presented),
            budget: profile.budget,
            building: profile.building
        )
        if traits.ownsAnchors {
            for anchor in validator.anchors { validator.anchorClasses[anchor] = .application }
        }
        return try validator.evaluate(presented.chain, for: nil, at: presented.verifyDate)
            .result.get()
    }

    /// Returns the revocation checks for the path.
    private func revocation(_ presented: Presented) -> RevocationInputs {
        let isSchannel = backend == .schannel
        let staples: RevocationMode = traits.judgesStaples ? .softFail : .off
        return RevocationInputs(
            isSchannel ? schannelMode : readsLists ? traits.listMode : staples,
            // Windows fetches the CRLs that certificates name; the model uses the available CRLs.
            crls: readsLists || isSchannel ? presented.crls : [],
            of: presented.chain,
            staples: traits.judgesStaples ? presented.staples : [],
            checks: statusChecks
        )
    }

    /// Only GnuTLS enforces must-staple (RFC 7633).
    private var statusChecks: [RevocationCheck] {
        let all = RevocationCheck.catalogue.intersection(checks)
        return backend == .gnutls ? all : all.leavingOut(.mustStaple)
    }

    /// Requires a stapled OCSP response that reports the end entity as good, as `verifystatus` of
    /// openssl.c and `gtls_verify_ocsp_status` do.
    private func requireStatus(of path: VerifiedPath, _ presented: Presented) throws(Failure) {
        guard wantsStatus, traits.asksStatus, checks.contains(.curlStatus) else { return }
        let decoding = traits.profile.decoding
        let evaluation = PathValidator(
            anchors: [],
            checks: [.revocation],
            decoding: decoding,
            revocation: RevocationInputs(
                .hardFail,
                of: presented.chain,
                staples: Array(presented.staples.prefix(1)),
                checks: statusChecks
            )
        )
        .evaluate(
            path: path.certificates.prefix(2)
                .compactMap { try? SignatureCache.shared.certificate($0, by: decoding) },
            beside: [],
            for: nil,
            at: presented.verifyDate
        )
        guard case .failure(let rejection) = evaluation.result else { return }
        throw Failure(rejection: rejection, error: "CURLE_SSL_INVALIDCERTSTATUS (91)")
    }
}

// The comparison of the host and of the pin.
extension CurlPinning {
    /// The release of curl; for a backend that was removed, at most the last release that had the
    /// backend.
    private var release: Version { backend == .secureTransport ? min(version, .v8_14_0) : version }

    private var traits: Backend.Traits { backend.traits(in: version) }

    /// Whether the host is compared; a release may omit an address.
    private func comparesHost(_ identity: ReferenceIdentity) -> Bool {
        guard verifiesHost || !traits.canSkipHost, checks.contains(.curlHost) else { return false }
        guard case .ip = identity, checks.contains(.curlAddressGap) else { return true }
        return !Self.addressGaps.contains { gap in
            gap.backend == backend && gap.transport == transport && gap.versions.contains(version)
        }
    }

    /// Returns the pin to compare; nil without a pin, and if the release or the backend ignores the
    /// pin.
    private func comparedKey(_ presented: Presented) -> CurlPinnedKey? {
        guard traits.comparesPins || !checks.contains(.curlIgnoredPin),
            !(isForgotten && checks.contains(.curlQUICGap))
        else { return nil }
        return pinnedKey(presented)
    }

    /// Whether this release does not compare the pin over this transport.
    private var isForgotten: Bool {
        transport == .quic
            && Self.quicGaps.contains { gap in
                gap.backend == backend && gap.versions.contains(version)
                    && (isInsecure || !verifiesHost || !gap.isOnlyWithoutHost)
            }
    }

    private func require(
        _ pinned: CurlPinnedKey?,
        of endEntity: Certificate
    ) throws(Failure) {
        guard checks.contains(.curlPinnedKey), let pinned else { return }
        let key =
            traits.encodesKeysAnew ? endEntity.encodedKey : Array(endEntity.der[endEntity.spki])
        let hasHeader =
            traits.keyLengths?.contains(key.count) != false || !checks.contains(.curlKeyHeader)
        guard hasHeader, pinned.matches(spki: key, in: release) else {
            throw Failure(
                rejection: .pinMismatch,
                error: "CURLE_SSL_PINNEDPUBKEYNOTMATCH (90)"
            )
        }
    }

    /// Returns the pins of the test case, which replace the pins of the command line; command-line
    /// pins that no key can match are kept.
    private func pinnedKey(_ presented: Presented) -> CurlPinnedKey? {
        guard let pins = presented.pins, pinnedPublicKey?.canMatch(in: release) != false else {
            return pinnedPublicKey
        }
        return CurlPinnedKey(hashes: pins.compactMap { $0.spkiHash(by: .openSSL) })
    }

    /// Returns the certificates of the store; nil if one of them does not decode and the library
    /// then rejects the file.
    private func anchors(_ presented: Presented) -> [Certificate]? {
        let (rules, store) = (traits.profile.decoding, presented.store)
        var anchors: [Certificate] = []
        for der in store.system + store.user {
            if let anchor = try? SignatureCache.shared.certificate(der, by: rules) {
                anchors.append(anchor)
            } else if !traits.skipsBadAnchors {
                return nil
            }
        }
        return anchors
    }
}
