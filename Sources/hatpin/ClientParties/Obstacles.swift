import ClientModels
import ScenarioFormat
import TLS
import X509

// The setups that a program can be tested with.

extension ClientDefinition {
    /// Returns why the program does not meet a requirement, or nil if it does.
    ///
    /// - Parameters:
    ///   - requirement: what a setup needs.
    ///   - route: how host names are redirected to loopback.
    ///   - hasNetwork: whether the run has its own network.
    /// - Returns: the reason, for a report.
    func lack(of requirement: Requirement, by route: NameRoute, hasNetwork: Bool) -> String? {
        switch requirement {
        case .clock: "\(name) uses the real time"
        case .address:
            without(.addresses, "does not connect to addresses")
                ?? (hasNetwork ? nil : "the address does not belong to this machine")
        case .documents: hasNetwork ? nil : "documents need a network namespace"
        case .associations:
            without(.dane, "does not read TLSA records") ?? (hasNetwork ? nil : Self.noNameServer)
        case .mailPolicy:
            without(.mtaSTS, "does not read MTA-STS policies")
                ?? (hasNetwork ? nil : Self.noNameServer)
        // RFC 7672 §2.2, §3.1.3.
        case .recordsOutsideMail:
            speaks?.application == .smtp ? "clients of SMTP ignore these records" : nil
        // A program is started once, and redirects lead it from step to step.
        case .steps, .redirects: without(.redirects, "does not follow redirects")
        case .upgradedSteps: "redirects can only lead to HTTPS"
        case .changingClient: "its configuration differs from step to step"
        case .pinsByHost: pinsByHost ? nil : "\(name) has the same pins for all hosts"
        case .wholeAnswers: without(.answers, "does not report truncated answers")
        case .offeredProtocols: without(.alpn, "does not offer application protocols")
        case .typedHost: without(.internationalNames, "does not convert international names")
        case .offeredVersions: "\(name) chooses its TLS versions itself"
        case .indicatedName: "\(name) always sends the name that it verifies"
        case .addressesByHost:
            [.hosts, .wrapper].contains(route) && hasNetwork
                ? nil : "host names can only be redirected to one address"
        case .otherAddress:
            route == .command || hasNetwork
                ? nil : "host names can only be redirected to 127.0.0.1"
        case .clientCertificate:
            without(.clientCertificates, "does not send a client certificate")
        case .crls: without(.crls, "does not read CRLs")
        case .startTLS(let application):
            speaks == SpokenProtocol(application, over: .starttls)
                ? nil
                : without(
                    ClientAbility(rawValue: "starttls-\(application.name)"),
                    "does not support STARTTLS in \(application.name)"
                )
        case .dialogue(let application):
            speaks?.application == application
                ? nil : without(.dialogue, "does not speak \(application.name) over TLS")
        case .implicitTLS:
            speaks?.transport == .starttls ? "\(name) requests TLS in plaintext first" : nil
        case .http2, .chosenHTTP2: speaks == nil ? nil : "\(name) does not speak HTTP"
        case .dataChannel: without(.dataChannel, "does not upload over FTP's data channel")
        // A pin that Hatpin adds would match the attacker in one setup and the server in another.
        case .unpinned: alwaysPins ? "\(name) requires a pin, and the setup has none" : nil
        case .emptyPins: "\(name) does not accept an empty pin set"
        case .keyPins(let keys): lack(of: keys)
        case .certificatePins: without(.certificatePins, "does not pin certificates")
        case .authorityPins:
            pin.scope == .path ? nil : "\(name) compares no pins with certificates of CAs"
        case .conduct, .users, .headers, .virtualHosts: "the case is about a server"
        case .serverKey, .violations, .serversOwn, .memory, .serverNames, .serverFaults,
            .timeout, .requiredClientCertificate, .agreement, .laterStaples, .pins, .hashPins:
            nil
        }
    }

    private static let noNameServer = "a name server needs a network namespace"

    /// Returns why the program cannot compare pins of these keys.
    ///
    /// A program that pins certificates gets the certificates with these keys instead.
    private func lack(of keys: Requirement.PinnedKeys) -> String? {
        guard !abilities.contains(.keyPins) else { return nil }
        guard abilities.contains(.certificatePins) else { return "\(name) does not pin keys" }
        switch keys {
        case .inOneCertificate: return nil
        case .inNoCertificate:
            return "\(name) pins certificates, and a pinned key is in no certificate"
        case .inTwoCertificates(let pinned, let other):
            return "\(name) pins certificates, and the pinned key of \(pinned) is also in \(other)"
        }
    }

    private func without(_ ability: ClientAbility?, _ words: String) -> String? {
        guard let ability else { return "\(name) \(words)" }
        let reason = missingAbilities[ability].map { ": " + $0 } ?? ""
        return abilities.contains(ability) ? nil : "\(name) \(words)\(reason)"
    }
}

extension ClientDefinition {
    /// The rule by which the client's protocol compares names.
    var nameRule: NameRule { speaks?.application.names ?? .rfc9525 }

    /// Returns the URL of a setup's server.
    ///
    /// The path is the token for HTTPS and for uploads over FTP's data channel; URLs of other
    /// protocols, such as mail, have no path.
    func url(of setup: Setup, to authority: String, token: String) -> String {
        let spoken = setup.startTLS.map { SpokenProtocol($0, over: .starttls) } ?? speaks
        let scheme = spoken.map { $0.application.scheme(over: $0.transport) } ?? "https"
        let hasPath = spoken == nil || !setup.dataChannel.isEmpty
        return "\(scheme)://\(authority)/\(hasPath ? token : "")"
    }
}

extension Setup {
    /// The features for which a program's command may need further options.
    var askedOptions: Set<ClientOption> { Set(requirements.compactMap(\.option)) }
}

extension Requirement {
    /// The feature for which a program's command may need further options, or nil if the
    /// requirement needs no option.
    fileprivate var option: ClientOption? {
        switch self {
        case .pins: .pins
        case .crls: .crls
        case .clientCertificate: .clientCertificate
        case .startTLS: .starttls
        case .dataChannel: .dataChannel
        case .steps, .redirects: .redirects
        case .http2: .http2
        case .documents: .documents
        default: nil
        }
    }
}
