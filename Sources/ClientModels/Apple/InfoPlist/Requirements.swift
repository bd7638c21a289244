import Crypto
import PathValidation
import X509

extension AppTransportSecurity {
    /// The requirements of a connection: `sec_protocol_options` as set for a host.
    struct Requirements: Hashable, Sendable {
        /// The allowed cipher suites: `tls_ciphersuite_group_t`.
        enum Suites: Hashable, Sendable {
            /// The suites of TLS 1.3 and, for earlier versions, ECDHE with AES or ChaCha20.
            case ats
            /// The suites of `ats`, and AES without forward secrecy.
            case atsCompatibility
            /// The suites of TLS 1.3 and, for earlier versions, ECDHE with AES-GCM, whose digests
            /// are SHA-256 and SHA-384.
            case functionalPackage
            case any
        }

        /// The minimum version: `set_min_tls_protocol_version`.
        var minimumTLSVersion = TLSVersion.v1_2
        var suites = Suites.ats
        /// `set_ats_required`: the platform must trust the server, whatever a delegate answers.
        var isTrustRequired = true
        var checks = CheckSet.all

        /// The minimum size of RSA keys, in bits: `set_minimum_rsa_key_size`.
        static let minimumRSAKeySize = 2_048
        /// The minimum size of EC keys, in bits: `set_minimum_ecdsa_key_size`.
        static let minimumECDSAKeySize = 256
    }
}

extension AppTransportSecurity.Requirements.Suites {
    /// Whether the group contains a suite, as
    /// `sec_protocol_helper_ciphersuite_group_contains_ciphersuite` decides.
    ///
    /// CBC with SHA-256 and SHA-384 is allowed, because Apple documents it and only the newest
    /// sources omit it. ChaCha20, and CBC with SHA-1 and AES-256 for RSA keys, are in the sources
    /// but not documented.
    func contains(_ suite: CipherSuite) -> Bool {
        switch (self, suite.keyExchange) {
        case (.any, _): true
        case (_, .unstated): true
        case (.functionalPackage, .ecdheECDSA), (.functionalPackage, .ecdheRSA): suite.isAESGCM
        case (_, .ecdheECDSA), (_, .ecdheRSA): suite.isEncrypting
        case (.atsCompatibility, .rsa): suite.isEncrypting
        case (_, .rsa), (_, .rsaExport), (_, .dheRSA), (_, .dhAnonymous), (_, .ecdhAnonymous): false
        }
    }
}

extension CipherSuite {
    fileprivate var isEncrypting: Bool { !cipher.hasPrefix("NULL") }
    fileprivate var isAESGCM: Bool { cipher.hasPrefix("AES_") && cipher.contains("_GCM_") }
}

extension AppTransportSecurity.Requirements {
    /// Checks the version and the suite of the handshake, if a handshake took place.
    func judgeConnection(of presented: Presented) throws(Rejection) {
        guard let connection = presented.connection else { return }
        if checks.contains(.atsMinimumTLSVersion), connection.version < minimumTLSVersion {
            throw .protocolVersion
        }
        if checks.contains(.atsCipherSuites), !suites.contains(connection.cipherSuite) {
            throw .cipherPolicy
        }
    }

    /// Checks the leaf's key and signature; a delegate cannot override this check.
    ///
    /// An exception that allows insecure loads keeps both requirements, since such an exception
    /// does not change the options for key and signature (inferred).
    func judgeLeaf(of presented: Presented) throws(Rejection) {
        guard let leaf = presented.chain.first.flatMap({ try? ServerTrust.decoded($0) }) else {
            return
        }
        if checks.contains(.atsMinimumKeySize), let size = Self.weakKeySize(of: leaf) {
            throw .weakKey(size, depth: 0)
        }
        if checks.contains(.atsMinimumSignatureAlgorithm),
            let algorithm = SigningAlgorithm(of: leaf),
            algorithm.isWeak || algorithm.digests.first == .sha224
        {
            throw .weakSignature(algorithm: algorithm.name, depth: 0)
        }
    }

    /// Returns the size of the leaf's key if the key is too short; nil for other keys, and for
    /// kinds without a minimum size.
    private static func weakKeySize(of leaf: Certificate) -> String? {
        switch SignatureCache.shared.key(of: leaf)?.kind {
        case .rsa(let bits) where bits < minimumRSAKeySize: "RSA of \(bits) bits"
        case .ec(let curve, let bits) where bits < minimumECDSAKeySize:
            "on \(curve), \(bits) bits"
        default: nil
        }
    }
}
