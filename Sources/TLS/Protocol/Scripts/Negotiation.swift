import Crypto

/// The choices of an honest server: from each of its lists, the first entry that the client offers.
struct Negotiation {
    let version: TLSVersion
    let suite: EngineSuite
    let group: NamedGroup?
    let scheme: HandshakeScheme?
    let applicationProtocol: String?

    init(_ facts: Facts) throws(ProtocolFailure) {
        let (hello, settings) = (facts.hello, facts.settings)
        let version = try Self.version(facts)
        self.version = version
        // RFC 8446 §4.2.3 and RFC 5246 §7.4.1.4.1: a client without signature_algorithms would get
        // SHA-1, so the server signs nothing for such a client.
        scheme = settings.schemes.first {
            hello.schemes.contains($0.rawValue) && $0.fits(settings.key.algorithm, in: version)
        }
        // Before TLS 1.2, each kind of key has only one scheme, which the client does not name.
        let isProved = scheme != nil || version < .v1_2
        let family = settings.key.algorithm.family
        let suite = settings.suites.first {
            hello.suites.contains($0.code) && $0.fits(family, in: version)
                && ($0.keyExchange == .rsa || $0.keyExchange == .rsaExport && isProved
                    || (isProved || $0.isAnonymous) && Self.group(facts, $0, version) != nil)
        }
        guard let suite else { throw .parameters }
        self.suite = suite
        group = Self.group(facts, suite, version)
        applicationProtocol =
            hello.protocols.isEmpty ? nil : settings.chooseProtocol?(hello.protocols)
    }

    /// Returns the first group that the client offers and that fits the suite.
    private static func group(
        _ facts: Facts,
        _ suite: EngineSuite,
        _ version: TLSVersion
    ) -> NamedGroup? {
        let (offered, own) = (facts.hello.groups, facts.settings.groups)
        switch suite.keyExchange {
        case .unstated: return own.first { offered.contains($0.rawValue) && $0.fits(version) }
        case .dheRSA, .dhAnonymous:
            // RFC 7919 §4: a client that lists no finite field accepts any field.
            let takesAny = !offered.contains { NamedGroup.isField($0) }
            return own.first { $0.isField && (takesAny || offered.contains($0.rawValue)) }
        default:
            return own.first { !$0.isField && offered.contains($0.rawValue) && $0.fits(version) }
        }
    }

    private static func version(_ facts: Facts) throws(ProtocolFailure) -> TLSVersion {
        let (hello, versions) = (facts.hello, facts.settings.versions)
        if versions.contains(.v1_3), hello.offers(0x0304) { return .v1_3 }
        let isOlder = !hello.offers(extension: Extension.supportedVersions)
        // Before TLS 1.2, CertificateVerify has another form, which the engine does not read.
        let older: [TLSVersion] =
            facts.settings.asksForCertificate ? [.v1_2] : [.v1_2, .v1_1, .v1_0]
        let version = older.first { version in
            versions.contains(version)
                && (hello.offers(version.code) || isOlder && hello.legacyVersion > version.code)
        }
        guard let version else { throw .version }
        // The number 0x5600 is TLS_FALLBACK_SCSV (RFC 7507 §3).
        guard version == versions.upperBound || !hello.suites.contains(0x5600) else {
            throw .fallback
        }
        return version
    }
}

extension Script {
    /// Returns the script of a server that follows all rules of TLS.
    ///
    /// - Throws: `ProtocolFailure` if client and server have nothing in common.
    package static func honest(_ facts: Facts) throws(ProtocolFailure) -> Script {
        let agreed = try Negotiation(facts)
        return switch agreed.version {
        case .v1_3: try honestTLS13(facts, agreed)
        default: try honestTLS12(facts, agreed)
        }
    }
}
