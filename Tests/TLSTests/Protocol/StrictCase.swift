import Crypto
import Testing

@testable import TLS

/// A violation tested with the strict client, and an offer for which the violation is possible and
/// the only defect.
struct StrictCase: Sendable, CustomTestStringConvertible {
    let violation: Violation
    let version: TLSVersion

    var testDescription: String { "\(violation.name) \(version)" }

    /// The cases that a client must reject.
    static let all = cases.filter { !$0.violation.isAllowed }
    /// The cases that a client must accept.
    static let allowed = cases.filter(\.violation.isAllowed)

    private static let cases = Violation.catalogue.flatMap { violation in
        violation.versions.sorted().map { StrictCase(violation: violation, version: $0) }
    }

    private var name: String { violation.name }
    private var needs: Set<Violation.Need> { violation.needs }

    private var key: KeyAlgorithm {
        if needs.contains(.key(.edwards)) { return .ed25519 }
        return needs.isDisjoint(with: [.key(.rsa), .finiteField, .keyTransport]) ? .p256 : .rsa2048
    }

    /// The version of the session that is resumed.
    private var firstVersion: TLSVersion {
        name == "older-session-in-1-3" ? .v1_2 : version
    }

    private var isOfEarlyData: Bool {
        violation.needsEarlyData || name == "early-data-of-one-byte"
    }

    /// The encoding of a weak key for the certificate, if the violation needs one.
    func shownKey() throws -> [UInt8]? {
        switch name {
        case "small-order-signature": return [3, 33, 0] + [UInt8].neutralPoint
        case "key-of-512-bits": return Self.encoded(BareKey.of512Bits.modulus, [1, 0, 1])
        case "forged-padding":
            let numbers = try PublicKey(spki: Served.settings(.rsa2048).key.spki).rsaNumbers
            return Self.encoded(numbers?.modulus ?? [], [3])
        default: return nil
        }
    }

    /// Returns a BIT STRING with the two numbers of RSA (RFC 8017 §A.1.1).
    private static func encoded(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            let count = content.count
            let length: [UInt8] =
                count < 0x80 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
            return [tag] + length + content
        }
        let numbers = element(2, [0] + modulus) + element(2, exponent)
        return element(3, [0] + element(0x30, numbers))
    }

    func settings(isHonest: Bool = false) throws -> ServerSettings {
        var settings = try Served.settings(
            key,
            shown: isHonest ? nil : shownKey(),
            for: use,
            showsIssuer: name == "credential-with-issuer"
        )
        if violation.needsTickets { settings.tickets = Served.tickets }
        if isOfEarlyData {
            settings.tickets?.earlyData = 1_024
            settings.tickets?.count = 2
        }
        settings.versions = version...version
        // The last protocol is HTTP/1.1, in which a client may be asked later.
        let isHTTP2 = name != "late-request-as-offered"
        settings.chooseProtocol = { isHTTP2 ? $0.first : $0.last }
        adapt(&settings)
        for case .group(let group) in needs { settings.groups = [group] }
        if needs.contains(.retry) { settings.groups = [.secp256r1] }
        if needs.contains(.keyTransport) { settings.suites.removeAll { $0.code != 0x002f } }
        if needs.contains(.blocks) {
            settings.suites.removeAll { $0.code != 0xc009 }
            settings.macsCiphertext = false
        }
        if needs.contains(.finiteField) {
            settings.groups = [.ffdhe2048]
            settings.suites.removeAll { ![.unstated, .dheRSA].contains($0.keyExchange) }
        }
        return settings
    }

    func offer() throws -> ClientOffer {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = version...version
        if needs.contains(.bothVersions) { offer.versions = min(version, .v1_2) ... .v1_3 }
        offer.groups = [.x25519, .secp256r1]
        for case .group(let group) in needs { (offer.groups, offer.shared) = ([group], [group]) }
        if needs.contains(.finiteField) {
            (offer.groups, offer.shared) = ([.ffdhe2048], [.ffdhe2048])
        }
        if name == "finite-field-group" { offer.groups.append(.ffdhe2048) }
        // One group of each kind is not offered.
        offer.suites.removeAll { EngineSuite.numbered($0)?.name.contains("CCM") ?? false }
        offer.schemes.removeAll { [0x0603, 0x0806].contains($0) }
        if name == "request-under-anonymous-suite" {
            offer.suites.append(EngineSuite.anonymous.code)
        }
        if name == "sha1-signature" { offer.schemes.append(0x0201) }
        offer.resumes = violation.needsTickets
        offer.renegotiates = violation.renegotiates
        offer.greasesEncryptedHello = answers(Extension.encryptedHello)
        if name == "unasked-application-protocol" { offer.protocols = [] }
        if name == "unasked-server-name" { offer.serverName = nil }
        try askForForms(&offer)
        return offer
    }

    /// Changes the settings so that the violation is possible for any client.
    func adapt(_ settings: inout ServerSettings) {
        if isOf(Violation.staples) { settings.staples = [Array("a response".utf8)] }
        if name == "renegotiation-with-other-issuer" {
            settings.chain = Array(repeating: settings.chain[0], count: 3)
        }
        if isOf(Violation.requests), name != "request-under-anonymous-suite" {
            settings.requestsClientCertificate = true
        }
    }

    /// Offers the certificate forms that the violation uses.
    private func askForForms(_ offer: inout ClientOffer) throws {
        if name.hasPrefix("compressed-by-"), violation.isAllowed {
            offer.compressions = CertificateCompression.allCases.map(\.rawValue)
        } else if answers(Extension.compressCertificate) {
            offer.compressions = [CertificateCompression.zlib.rawValue]
        }
        // The schemes include a scheme that does not fit the credential's key.
        if isOfCredentials { (offer.delegatedSchemes, offer.now) = ([0x0403, 0x0807], Served.now) }
        offer.asksForStaples = answers(Extension.statusRequestOfSeveral)
        offer.asksForStaple = offer.asksForStaples || answers(Extension.statusRequest)
        offer.answersLate = answers(Extension.postHandshakeAuth)
        if answers(Extension.serverCertificateType) {
            // RFC 7250 §3: raw keys and X.509.
            offer.certificateTypes = [2, 0]
            offer.knownKeys = name == "raw-key" ? [] : [try settings().key.spki]
        }
    }

    private var use: Served.Use {
        guard isOfCredentials, name != "credential-without-usage" else { return .handshakes }
        return name == "credential-without-signing" ? .credentialsAlone : .credentials
    }

    private var isOfCredentials: Bool { answers(Extension.delegatedCredential) }

    private func answers(_ type: UInt16) -> Bool { needs.contains(.offer(of: type)) }

    private func isOf(_ group: [Violation]) -> Bool { group.contains { $0.name == name } }

    /// Adds the session of an earlier connection, if the violation is about resumption.
    private func laterOffer() throws -> ClientOffer {
        var offer = try offer()
        guard violation.needsSession else { return offer }
        var first = try StrictConnection(firstSettings(), offer)
        _ = try first.run()
        let sessions = first.client.sessions
        offer.sessions = Array(sessions.prefix(violation.needsEarlyData ? 2 : 1))
        if isOfEarlyData { offer.earlyData = StrictConnection.request }
        return offer
    }

    /// Returns the sessions of the connection before.
    func firstSettings() throws -> ServerSettings {
        var settings = try settings()
        settings.versions = firstVersion...firstVersion
        if name == "master-secret-added" { settings.hasExtendedMasterSecret = false }
        return settings
    }

    func connect(
        _ violations: [Violation],
        without omitted: Set<ClientCheck> = []
    ) throws -> StrictConnection {
        // Without extensions, the server does not signal secure renegotiation.
        let isBare = name.hasSuffix("-extension-block")
        let omitted = isBare ? omitted.union([.rule(.renegotiationPresent)]) : omitted
        return try StrictConnection(
            settings(isHonest: violations.isEmpty),
            violations: violations,
            laterOffer(),
            without: omitted
        )
    }
}

extension Served {
    static let tickets = TicketPolicy(key: [UInt8](repeating: 9, count: 32))
    static let clientDraws = Draws(
        random: (0..<32).map { UInt8(0xa0 ^ $0) },
        share: (0..<66).map { UInt8(0x55 ^ $0) }
    )
}
