import Crypto
import X509

/// A name in braces in a command, a variable or an input; a value replaces the name for each case.
package enum ClientPlaceholder: String, CaseIterable, Hashable, Sendable {
    case url, host, port, path, address
    case domain
    case anchors = "ca"
    case anchorDER = "ca-der"
    case anchorPKCS12 = "ca-pkcs12"
    case anchorJKS = "ca-jks"
    case home, token, pin, pins
    case pinnedHost = "pinned-host"
    case certificateHash = "certificate-sha256"
    case certificateColons = "certificate-sha256-colons"
    case certificateBase64 = "certificate-sha256-base64"
    case certificateSHA1 = "certificate-sha1"
    case certificateSHA1Colons = "certificate-sha1-colons"
    case certificateMD5Colons = "certificate-md5-colons"
    case pinnedCertificates = "pinned-certificates"
    case clientCertificate = "client-certificate"
    case clientKey = "client-key"
    case crls, starttls, options
    case ownPort = "own-port"
    case certificate = "cert"
    case certificateKey = "key"
    case user
    case definition, built

    /// The description for the manual.
    package var about: String {
        switch self {
        case .url:
            "`https://HOST:PORT/TOKEN`; `PROTOCOL://HOST:PORT/` for another protocol, such as `imaps`"
        case .host: "the host that the client must connect to: a name or an address"
        case .port: "the server's port"
        case .domain: "the domain whose mail the host takes"
        case .path: "the URL's path, `/TOKEN`"
        case .address: "the loopback address to dial"
        case .anchors: "a PEM file of all trust anchors"
        case .anchorDER: "a DER file of the first trust anchor"
        case .anchorPKCS12:
            "a PKCS #12 file of all trust anchors; its password is `changeit`, and Java trusts them"
        case .anchorJKS: "the same as a JKS file, the older format of Java"
        case .home: "a fresh folder, removed afterwards"
        case .token: "the text in the path that identifies the case's request"
        case .pin:
            "the SHA-256 of the first pinned SPKI, in base64; pins of served certificates come first"
        case .pins: "all pins, written as `pin` states"
        case .pinnedHost:
            "the host that a pin is for, without a final dot; only in `pin: each`"
        case .certificateHash: "the SHA-256 of the first pinned certificate, in hexadecimal"
        case .certificateColons:
            "the same in upper case, with a colon after each byte but the last"
        case .certificateBase64: "the SHA-256 of the first pinned certificate, in base64"
        case .certificateSHA1: "the SHA-1 of the first pinned certificate, in hexadecimal"
        case .certificateSHA1Colons:
            "the same in upper case, with a colon after each byte but the last"
        case .certificateMD5Colons:
            "the MD5 of the first pinned certificate, in upper-case hexadecimal with colons"
        case .pinnedCertificates: "a PEM file of all pinned certificates"
        case .clientCertificate: "a PEM file of the client's certificate and its intermediates"
        case .clientKey: "a PEM file of the client's private key"
        case .crls: "a PEM file of all CRLs"
        case .starttls: "the protocol that upgrades to TLS, such as `smtp`"
        case .options:
            "the words of `options` that the case needs; write this placeholder as a separate word"
        case .ownPort: "a free port of the loopback interface, for a daemon that listens"
        case .certificate: "a PEM file of the server's own certificate and its intermediates"
        case .certificateKey: "a PEM file of the server's private key"
        case .user: "the user that the client wants to be"
        case .definition: "the folder of the definition"
        case .built: "the folder of the programs that `install: builds` creates"
        }
    }
}

extension ClientPlaceholder {
    /// Whether only definitions of servers may contain the placeholder.
    fileprivate var isOfServers: Bool {
        switch self {
        case .certificate, .certificateKey, .user: true
        default: false
        }
    }

    /// Whether the placeholder has a value for a server.
    fileprivate var hasValueForServers: Bool {
        switch self {
        case .port, .anchors, .anchorDER, .anchorPKCS12, .anchorJKS, .home, .crls, .options,
            .ownPort, .certificate, .certificateKey, .user, .definition, .built:
            true
        case .url, .host, .path, .address, .domain, .token, .pin, .pins, .pinnedHost,
            .certificateHash, .certificateColons, .certificateBase64, .certificateSHA1,
            .certificateSHA1Colons, .certificateMD5Colons, .pinnedCertificates, .clientCertificate,
            .clientKey, .starttls:
            false
        }
    }
}

/// The placeholders that one kind of text, such as the command of a worker, may contain.
struct PlaceholderScope: Sendable {
    let placeholders: [ClientPlaceholder]

    /// The placeholders for the command of the client itself.
    static let command = PlaceholderScope(
        placeholders: ClientPlaceholder.allCases.filter { !$0.isOfServers && $0 != .pinnedHost }
    )
    /// The placeholders for other texts that are filled for each case, such as environment
    /// variables.
    static let oneCase = PlaceholderScope(
        placeholders: command.placeholders.filter { $0 != .options }
    )
    /// The placeholders for every text of a server that is filled.
    static let server = PlaceholderScope(
        placeholders: ClientPlaceholder.allCases.filter(\.hasValueForServers)
    )
    /// The placeholders for the command of a worker, which handles many cases.
    static let worker = PlaceholderScope(placeholders: [.home, .definition, .built])
    /// The placeholders for a command that does not belong to a case.
    static let noCase = PlaceholderScope(placeholders: [.definition, .built])
    /// The placeholders for the notation of one pin.
    static let onePin = PlaceholderScope(placeholders: ClientPlaceholder.pinHashes + [.pinnedHost])
}

extension ClientPlaceholder {
    /// The placeholders for the hash of a pinned certificate.
    package static let certificateHashes: [ClientPlaceholder] = [
        .certificateHash, .certificateColons, .certificateBase64, .certificateSHA1,
        .certificateSHA1Colons, .certificateMD5Colons,
    ]
    /// The placeholders for the hash of one pin.
    package static let pinHashes = [.pin] + certificateHashes
    /// The placeholders for a file of trust anchors.
    package static let anchorFiles: Set<ClientPlaceholder> = [
        .anchors, .anchorDER, .anchorPKCS12, .anchorJKS,
    ]
    /// The placeholders that have a value only if the setup has pins.
    package static let ofPins: Set<ClientPlaceholder> =
        Set(pinHashes).union([.pins, .pinnedCertificates])

    /// Returns the hash of a pinned certificate in the notation of the placeholder.
    ///
    /// - Parameter certificate: the DER of the certificate.
    /// - Returns: the text; nil for a placeholder that is not a hash of a certificate.
    package func hash(of certificate: [UInt8]) -> String? {
        switch self {
        case .certificateHash: (try? Digest.sha256.hash(certificate))?.hex
        case .certificateColons: (try? Digest.sha256.hash(certificate))?.hexWithColons
        case .certificateBase64: (try? Digest.sha256.hash(certificate)).map(Base64.text)
        case .certificateSHA1: (try? Digest.sha1.hash(certificate))?.hex
        case .certificateSHA1Colons: (try? Digest.sha1.hash(certificate))?.hexWithColons
        case .certificateMD5Colons: (try? Digest.md5.hash(certificate))?.hexWithColons
        default: nil
        }
    }
}

extension [UInt8] {
    /// The bytes in upper-case hexadecimal with colons between them, as `openssl x509 -fingerprint`
    /// prints them.
    fileprivate var hexWithColons: String {
        map { [$0].hex.uppercased() }.joined(separator: ":")
    }
}
