import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS
import X509

// The setups that a program can be tested with.

extension ClientDefinition {
    /// Returns why the program cannot be tested with a setup, or nil if it can.
    ///
    /// - Parameters:
    ///   - setup: the setup.
    ///   - route: how host names are redirected to loopback.
    ///   - hasNetwork: whether the run has its own network.
    /// - Returns: the reason, for a report.
    package func obstacle(in setup: Setup, by route: NameRoute, hasNetwork: Bool) -> String? {
        if setup.clock != nil { return "\(name) uses the real time" }
        for step in setup.earlier + [setup] {
            guard case .ip = step.connect else { continue }
            guard abilities.contains(.addresses) else {
                return "\(name) does not connect to addresses"
            }
            guard hasNetwork else { return "the address does not belong to this machine" }
        }
        if !setup.documents.isEmpty, !hasNetwork {
            return "documents need a network namespace"
        }
        if let obstacle = obstacle(toStepsOf: setup) { return obstacle }
        if let fault = setup.answerFault {
            let ability: ClientAbility = fault.redirectsToPlaintext ? .redirects : .answers
            guard abilities.contains(ability) else {
                return fault.redirectsToPlaintext
                    ? "\(name) does not follow redirects"
                    : "\(name) does not report truncated answers"
            }
        }
        if !setup.offeredProtocols.isEmpty, !abilities.contains(.alpn) {
            return "\(name) does not offer application protocols"
        }
        if setup.typedHost != nil, !abilities.contains(.internationalNames) {
            return "\(name) does not convert international names"
        }
        if setup.offeredVersions != nil { return "\(name) chooses its TLS versions itself" }
        if setup.indicatedName != nil { return "\(name) always sends the name that it verifies" }
        if setup.address == .ipv6, route != .command, !hasNetwork {
            return "host names can only be redirected to 127.0.0.1"
        }
        if !setup.identity.isEmpty, !abilities.contains(.clientCertificates) {
            return "\(name) does not send a client certificate"
        }
        if !setup.crls.isEmpty, !abilities.contains(.crls) { return "\(name) does not read CRLs" }
        if let application = setup.startTLS {
            let ability = ClientAbility(rawValue: "starttls-\(application.rawValue)")
            guard ability.map(abilities.contains) == true else {
                return "\(name) does not support STARTTLS in \(application.rawValue)"
            }
            // A client that sends its request at once ignores answers that arrived before TLS
            // started.
            let needsDialogue = setup.serverFaults.contains(
                UpgradeFault.answerAfterGoAhead.rawValue
            )
            if needsDialogue, !abilities.contains(.dialogue) {
                return "\(name) does not speak \(application.rawValue) over TLS"
            }
            if !setup.dataChannel.isEmpty, !abilities.contains(.dataChannel) {
                return "\(name) does not upload over FTP's data channel"
            }
        }
        guard let pins = setup.pins else {
            // A pin that Hatpin adds would match the attacker in one setup and the server in
            // another.
            return alwaysPins ? "\(name) requires a pin, and the setup has none" : nil
        }
        return obstacle(to: pins)
    }

    /// Returns why the program cannot go through the steps of a setup, or nil if it can.
    ///
    /// A program is started once, and redirects lead it from step to step.
    private func obstacle(toStepsOf setup: Setup) -> String? {
        guard !setup.earlier.isEmpty else { return nil }
        guard abilities.contains(.redirects) else { return "\(name) does not follow redirects" }
        for step in setup.earlier {
            if step.startTLS != nil { return "redirects can only lead to HTTPS" }
            let isSame =
                step.trust == setup.trust && step.userTrust == setup.userTrust
                && step.pins == setup.pins && step.crls == setup.crls
                && step.address == setup.address && step.identity == setup.identity
            if !isSame { return "its client changes from step to step" }
        }
        return setup.startTLS == nil ? nil : "redirects can only lead to HTTPS"
    }

    private func obstacle(to pins: [Setup.DeclaredPin]) -> String? {
        let isOfKeys = pins.map(\.isOfKey)
        if isOfKeys.isEmpty { return "\(name) does not accept an empty pin set" }
        if isOfKeys.contains(true), !abilities.contains(.keyPins) {
            return "\(name) does not pin keys"
        }
        if isOfKeys.contains(false), !abilities.contains(.certificatePins) {
            return "\(name) does not pin certificates"
        }
        return nil
    }
}

extension Setup {
    /// Whether the server only speaks HTTP/2 to clients that offer application protocols.
    fileprivate var isOverHTTP2: Bool { (earlier + [self]).contains { $0.protocols == ["h2"] } }

    /// The beginning of the program's URL.
    var scheme: String { (startTLS?.rawValue ?? "https") + "://" }

    /// Whether the program's URL contains a file name, which is the token; URLs of mail servers and
    /// the like have none.
    var hasPath: Bool { startTLS == nil || !dataChannel.isEmpty }

    /// The features for which a program's command may need further options.
    var askedOptions: Set<ClientOption> {
        var asked: Set<ClientOption> = []
        if pins != nil { asked.insert(.pins) }
        if !crls.isEmpty { asked.insert(.crls) }
        if !identity.isEmpty { asked.insert(.clientCertificate) }
        if startTLS != nil { asked.insert(.starttls) }
        if !dataChannel.isEmpty { asked.insert(.dataChannel) }
        if !earlier.isEmpty || answerFault?.redirectsToPlaintext == true {
            asked.insert(.redirects)
        }
        if isOverHTTP2 { asked.insert(.http2) }
        if !documents.isEmpty { asked.insert(.documents) }
        return asked
    }
}

extension Setup.DeclaredPin {
    /// Whether the pin is one of a key; otherwise it is one of a certificate.
    fileprivate var isOfKey: Bool {
        switch self {
        case .entity(let pin): pin.function == .spki
        case .sha256: true
        case .file: false
        }
    }
}
