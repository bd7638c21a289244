import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS
import X509

// The setups that a program can be put before.

extension ClientDefinition {
    /// Why the program cannot be put before a setup; nil if it can.
    ///
    /// - Parameters:
    ///   - setup: the setup that it would face.
    ///   - route: the way by which names reach loopback.
    ///   - hasNetwork: whether it is in a network of the run's own.
    /// - Returns: the reason, for people.
    package func obstacle(in setup: Setup, by route: NameRoute, hasNetwork: Bool) -> String? {
        if setup.clock != nil { return "\(name) judges by the real time" }
        for step in setup.earlier + [setup] {
            guard case .ip = step.connect else { continue }
            guard abilities.contains(.addresses) else { return "\(name) takes no addresses" }
            guard hasNetwork else { return "its address is not this machine's" }
        }
        if !setup.documents.isEmpty, !hasNetwork {
            return "documents stand at a port of a network of the run's own"
        }
        if let obstacle = obstacle(toStepsOf: setup) { return obstacle }
        if let fault = setup.answerFault {
            let ability: ClientAbility = fault.redirectsToPlaintext ? .redirects : .answers
            guard abilities.contains(ability) else {
                return fault.redirectsToPlaintext
                    ? "\(name) follows no redirects" : "\(name) does not tell whole answers"
            }
        }
        if !setup.offeredProtocols.isEmpty, !abilities.contains(.alpn) {
            return "\(name) offers no application protocols"
        }
        if setup.typedHost != nil, !abilities.contains(.internationalNames) {
            return "\(name) converts no names"
        }
        if setup.offeredVersions != nil { return "\(name) offers versions of TLS of its own" }
        if setup.indicatedName != nil { return "\(name) indicates the name that it verifies" }
        if setup.address == .ipv6, route != .command, !hasNetwork {
            return "names reach 127.0.0.1 alone"
        }
        if !setup.identity.isEmpty, !abilities.contains(.clientCertificates) {
            return "\(name) shows no certificate of its own"
        }
        if !setup.crls.isEmpty, !abilities.contains(.crls) { return "\(name) takes no CRLs" }
        if let application = setup.startTLS {
            let ability = ClientAbility(rawValue: "starttls-\(application.rawValue)")
            guard ability.map(abilities.contains) == true else {
                return "\(name) does not go over to TLS in \(application.rawValue)"
            }
            // One that sends its request unasked uses no answer that came before TLS.
            let needsDialogue = setup.serverFaults.contains(
                UpgradeFault.answerAfterGoAhead.rawValue
            )
            if needsDialogue, !abilities.contains(.dialogue) {
                return "\(name) does not speak \(application.rawValue) over TLS"
            }
            if !setup.dataChannel.isEmpty, !abilities.contains(.dataChannel) {
                return "\(name) uploads nothing over FTP's data channel"
            }
        }
        guard let pins = setup.pins else {
            // A pin of ours would be the attacker's in one setup and the server's in another.
            return alwaysPins ? "\(name) requires a pin, and the setup has none" : nil
        }
        return obstacle(to: pins)
    }

    /// A program comes from step to step by redirects, and is started once.
    private func obstacle(toStepsOf setup: Setup) -> String? {
        guard !setup.earlier.isEmpty else { return nil }
        guard abilities.contains(.redirects) else { return "\(name) follows no redirects" }
        for step in setup.earlier {
            if step.startTLS != nil { return "redirects lead to HTTPS alone" }
            let isSame =
                step.trust == setup.trust && step.userTrust == setup.userTrust
                && step.pins == setup.pins && step.crls == setup.crls
                && step.address == setup.address && step.identity == setup.identity
            if !isSame { return "its client changes from step to step" }
        }
        return setup.startTLS == nil ? nil : "redirects lead to HTTPS alone"
    }

    private func obstacle(to pins: [Setup.DeclaredPin]) -> String? {
        let isOfKeys = pins.map(\.isOfKey)
        if isOfKeys.isEmpty { return "\(name) takes no set without pins" }
        if isOfKeys.contains(true), !abilities.contains(.keyPins) { return "\(name) pins no keys" }
        if isOfKeys.contains(false), !abilities.contains(.certificatePins) {
            return "\(name) pins no certificates"
        }
        return nil
    }
}

extension Setup {
    /// Whether a server speaks HTTP/2 alone to clients that offer protocols.
    fileprivate var isOverHTTP2: Bool { (earlier + [self]).contains { $0.protocols == ["h2"] } }

    /// The beginning of its URL.
    var scheme: String { (startTLS?.rawValue ?? "https") + "://" }

    /// Whether its URL names a file, by the token; mailboxes and the like are asked for none.
    var hasPath: Bool { startTLS == nil || !dataChannel.isEmpty }

    /// The features for which a program's command may need words more.
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
    /// Whether it is of a key; otherwise of a certificate.
    fileprivate var isOfKey: Bool {
        switch self {
        case .entity(let pin): pin.function == .spki
        case .sha256: true
        case .file: false
        }
    }
}
