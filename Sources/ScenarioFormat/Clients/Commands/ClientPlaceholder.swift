/// A name in braces that a command, an environment or an input contains, and that each case fills.
package enum ClientPlaceholder: String, CaseIterable, Hashable, Sendable {
    case url, host, port, path, address
    case anchors = "ca"
    case anchorDER = "ca-der"
    case home, token, pin, pins
    case certificateHash = "certificate-sha256"
    case clientCertificate = "client-certificate"
    case clientKey = "client-key"
    case crls, starttls, options, definition, built

    /// The value's meaning, for the manual.
    package var about: String {
        switch self {
        case .url: "`https://HOST:PORT/TOKEN`; `PROTOCOL://HOST:PORT/` where one goes over to TLS"
        case .host: "the host that the client must reach: a name or an address"
        case .port: "the server's port"
        case .path: "the URL's path, `/TOKEN`"
        case .address: "the loopback address to dial"
        case .anchors: "a PEM file of all trust anchors"
        case .anchorDER: "a DER file of the first trust anchor"
        case .home: "a fresh folder, removed afterwards"
        case .token: "the text in the path that tells the case's request from others"
        case .pin: "the SHA-256 of a pinned SPKI, in base64"
        case .pins: "all pins, written as `pin` states"
        case .certificateHash: "the SHA-256 of a pinned certificate, in hexadecimal"
        case .clientCertificate: "a PEM file of the client's certificate and its intermediates"
        case .clientKey: "a PEM file of the client's private key"
        case .crls: "a PEM file of all CRLs"
        case .starttls: "the protocol that goes over to TLS, such as `smtp`"
        case .options: "the words of `options` that the case asks for; a word of its own"
        case .definition: "the folder of the definition"
        case .built: "the folder of the programs that `install: builds` makes"
        }
    }
}

/// The placeholders that have a value where a text is used.
struct PlaceholderScope: Sendable {
    let placeholders: [ClientPlaceholder]

    /// The client's own command.
    static let command = PlaceholderScope(placeholders: ClientPlaceholder.allCases)
    /// All else that one case needs.
    static let oneCase = PlaceholderScope(
        placeholders: ClientPlaceholder.allCases.filter { $0 != .options }
    )
    /// A worker, which answers many cases.
    static let worker = PlaceholderScope(placeholders: [.home, .definition, .built])
    /// A command apart from any case.
    static let noCase = PlaceholderScope(placeholders: [.definition, .built])
    /// One of the pins.
    static let onePin = PlaceholderScope(placeholders: [.pin, .certificateHash])
}
