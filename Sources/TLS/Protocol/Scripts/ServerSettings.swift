import Crypto

/// The random bytes of a connection; callers pass them in, so that a connection can be repeated.
package struct Draws: Hashable, Sendable {
    /// The random of this end's hello, of 32 bytes.
    package var random: [UInt8]
    /// The private key of this end's share: 66 bytes, as the longest curve needs.
    ///
    /// In a finite field, these bytes are the exponent.
    package var share: [UInt8]

    package init(random: [UInt8], share: [UInt8]) {
        self.random = random
        self.share = share
    }

    package static func system() -> Draws {
        var generator = SystemRandomNumberGenerator()
        func bytes(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                withUnsafeBytes(of: generator.next()) { bytes += $0 }
            }
            bytes.removeLast(bytes.count - count)
            return bytes
        }
        return Draws(random: bytes(32), share: bytes(66))
    }
}

/// The settings of a server of this engine.
package struct ServerSettings: Sendable {
    /// The certificates in the order sent; they may be arbitrary bytes.
    package var chain: [[UInt8]]
    package var key: PrivateKey
    /// OCSP responses in the order of the chain; nil for none.
    package var staples: [[UInt8]?] = []
    /// SignedCertificateTimestampLists in the order of the chain; nil for none.
    package var scts: [[UInt8]?] = []
    package var versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3
    /// The suites in the order of preference; `groups` and `schemes` are also in the order of
    /// preference.
    package var suites = EngineSuite.all
    package var groups = ServerSettings.allGroups
    package var schemes = HandshakeScheme.usual
    package var requestsClientCertificate = false
    /// Whether the server rejects clients without a certificate; if so, it also requests a
    /// certificate.
    package var requiresClientCertificate = false
    /// The settings for resumption by ticket; nil if clients must not resume.
    package var tickets: TicketPolicy?
    /// The session that clients may resume by its id; nil for none.
    package var namedSession: NamedSession?
    /// Chooses one of the client's application protocols; nil if the server has no application
    /// protocols.
    package var chooseProtocol: (@Sendable ([String]) -> String?)?
    package var draws: Draws
    /// The time in seconds since 1970; nil for the machine's clock.
    package var now: Int64?
    /// Whether the server agrees to the extended master secret before TLS 1.3; `macsCiphertext`
    /// states whether it agrees to encrypt-then-MAC.
    package var hasExtendedMasterSecret = true
    package var macsCiphertext = true

    /// All groups that this engine supports, the usual groups first.
    private static let allGroups: [NamedGroup] = {
        let usual: [NamedGroup] = [.x25519, .secp256r1, .secp384r1, .secp521r1, .x448]
        return usual + NamedGroup.allCases.filter { !usual.contains($0) }
    }()

    /// Whether the script has a CertificateRequest.
    var asksForCertificate: Bool { requestsClientCertificate || requiresClientCertificate }

    package init(chain: [[UInt8]], key: PrivateKey, draws: Draws = .system()) {
        self.chain = chain
        self.key = key
        self.draws = draws
    }
}

/// A client's hello and the server's settings, from which a script is made.
package struct Facts: Sendable {
    package let hello: ClientHello
    package var settings: ServerSettings

    package init(hello: ClientHello, settings: ServerSettings) {
        self.hello = hello
        self.settings = settings
    }

    /// The first of the server's schemes that the client offers and the key supports in TLS 1.2.
    var schemeOfTLS12: HandshakeScheme? {
        settings.schemes.first {
            hello.schemes.contains($0.rawValue) && $0.fits(settings.key.algorithm, in: .v1_2)
        }
    }

    /// Returns the SCTs for the certificate at this index, if the client requests SCTs (RFC 6962
    /// §3.3.1).
    func scts(ofEntry index: Int) -> [UInt8]? {
        guard hello.offers(extension: Extension.certificateSCTs),
            index < settings.scts.count
        else { return nil }
        return settings.scts[index]
    }
}
