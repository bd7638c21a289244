import PathValidation

/// AFNetworking's decision as a formula over facts of a setup, which follows no step of its code.
///
///     V   the chain is valid under the installed policy with the platform's anchors
///     A   the chain is valid with only the pins as anchors
///     M   the chain to the platform's anchors contains the pins, or enough of them
///
/// From 3.0 on, AFNetworking also looks for the pinned certificate in the chain that ends in a pin;
/// if A holds, the certificate is there.
package struct AFNetworkingClosedForm: Sendable {
    /// `AFSSLPinningMode`, as parties state it.
    package enum Mode: String, CaseIterable, Sendable {
        case none
        case publicKey = "public-key"
        case certificate
    }

    /// The part of the chain that must be pinned.
    private enum Demand {
        case one, leaf, all
    }

    /// The release, one of `versions`.
    package private(set) var version: String
    /// `SSLPinningMode`.
    package let mode: Mode
    /// `allowInvalidCertificates`.
    package let allowsInvalid: Bool
    /// `validatesDomainName`; nil if the application does not set it.
    package let statedDomainValidation: Bool?
    /// `validatesCertificateChain`, which releases 2.1.0 to 2.5.4 read.
    package let wantsWholeChain: Bool
    /// Whether the application takes the default policy and sets the mode afterwards.
    package let isDefaultPolicy: Bool
    /// Whether the application passes a domain to `evaluateServerTrust:forDomain:`.
    package let isDomainGiven: Bool

    /// The settings as a party states them.
    package var settings: [String: String] {
        [
            "version": version, "mode": mode.rawValue, "allow-invalid": "\(allowsInvalid)",
            "validates-domain-name": statedDomainValidation.map { "\($0)" } ?? "unset",
            "validates-certificate-chain": "\(wantsWholeChain)",
            "factory": isDefaultPolicy ? "default-policy" : "policy-with-pinning-mode",
            "domain": isDomainGiven ? "given" : "nil",
        ]
    }

    /// The releases whose behaviour differs from the release before, oldest first.
    package static let versions = [
        "1.2.0", "1.3.4", "2.0.3", "2.1.0", "2.2.0", "2.4.1", "2.5.0", "2.5.1", "2.5.2", "2.5.3",
        "2.7.0", "3.0.4", "3.1.0", "3.2.1", "4.0.1",
    ]

    /// Every combination of settings that affects a decision.
    package static let all: [AFNetworkingClosedForm] = versions.flatMap(all(of:))

    /// Returns the combinations of one release.
    package static func all(of version: String) -> [AFNetworkingClosedForm] {
        var forms: [AFNetworkingClosedForm] = []
        let statements: [Bool?] = [nil, false, true]
        for mode in Mode.allCases {
            for stated in statements {
                for bits in 0..<16 {
                    forms.append(AFNetworkingClosedForm(version, mode, stated, bits))
                }
            }
        }
        return forms
    }

    /// Returns the same settings in another release.
    package func with(version: String) -> AFNetworkingClosedForm {
        var form = self
        form.version = version
        return form
    }

    /// Reads the Boolean settings from the bits of `flags`.
    private init(_ version: String, _ mode: Mode, _ stated: Bool?, _ flags: Int) {
        self.version = version
        self.mode = mode
        statedDomainValidation = stated
        allowsInvalid = flags & 1 != 0
        wantsWholeChain = flags & 2 != 0
        isDefaultPolicy = flags & 4 != 0
        isDomainGiven = flags & 8 != 0
    }

    /// Whether the release is `version` or a later release in `versions`.
    private func isFrom(_ version: String) -> Bool {
        let places = [version, self.version].compactMap(Self.versions.firstIndex)
        return places.count == 2 && places[0] <= places[1]
    }

    /// The effective value of `validatesDomainName`.
    package var validatesDomain: Bool {
        if !isFrom("2.1.0") { return false }
        if isFrom("2.5.3") { return statedDomainValidation ?? true }
        if !isFrom("2.5.0") { return statedDomainValidation ?? !isDefaultPolicy }
        return isDefaultPolicy && mode != .none ? true : statedDomainValidation ?? (mode != .none)
    }

    /// The policy that the trust is evaluated with; releases up to 2.2.0 use the platform's policy.
    package var policy: SetupFacts.Policy {
        if !isFrom("2.4.1") { return .sslWithHost }
        guard validatesDomain else { return .basic }
        return isDomainGiven ? .sslWithHost : .sslWithoutHost
    }

    private var demand: Demand {
        if version == "1.2.0" { return .leaf }
        if !isFrom("2.1.0") || isFrom("2.7.0") { return .one }
        return wantsWholeChain ? .all : .leaf
    }

    /// Whether AFNetworking accepts the server of a setup.
    package func accepts(_ facts: SetupFacts) -> Bool {
        let setup = facts.setup
        if version == "1.2.0", isLeafPinned(in: setup) { return true }
        if isGuarded(setup) || endsAtPins(of: setup) { return false }
        let store = facts.evaluation(policy, .store)
        guard trusts(store.isValid), fitsSummary(setup) else { return false }
        switch mode {
        case .none: return true
        case .publicKey: return holdsKeys(store.chain, of: setup)
        case .certificate:
            guard isFrom("2.4.1") else { return holdsCertificates(store.chain, of: setup) }
            guard facts.evaluation(policy, .pins).isValid else { return false }
            return isFrom("3.0.4") || demand == .leaf || holdsCertificates(store.chain, of: setup)
        }
    }

    /// Whether the facts of the setup alone justify an accept.
    package func founds(_ verdict: Verdict, in facts: SetupFacts) -> Bool {
        guard case .accept(let grounds) = verdict else { return true }
        return switch grounds {
        case .path(let path):
            facts.holds(
                path.certificates,
                under: policy,
                to: mode == .certificate ? .pins : .store
            )
        case .pin: mode == .publicKey && allowsInvalid
        case .unchecked: mode == .none && allowsInvalid
        case .observed, .plaintext: false
        }
    }

    /// Whether the first `if` of 2.6.0 and later rejects the server; `versions` has 2.7.0 for these
    /// releases.
    package func isGuarded(_ setup: PinningSetup) -> Bool {
        isFrom("2.7.0") && isDomainGiven && allowsInvalid && validatesDomain
            && (mode == .none || setup.pins.isEmpty && !setup.hasPinInPEM)
    }

    /// Whether the certificate at index 0 is pinned; release 1.2.0 then checks nothing else.
    package func isLeafPinned(in setup: PinningSetup) -> Bool {
        setup.served.first.map(setup.pins.contains) ?? false
    }

    /// Whether an invalid certificate file ends the process before any accept.
    private func endsAtPins(of setup: PinningSetup) -> Bool {
        guard setup.hasPinInPEM else { return false }
        switch mode {
        case .none: return false
        case .publicKey: return !isFrom("2.4.1")
        case .certificate: return isFrom("2.0.3")
        }
    }

    /// Whether the release proceeds if the validity of the chain (V) is `isValid`.
    private func trusts(_ isValid: Bool) -> Bool {
        switch version {
        case "1.2.0", "1.3.4", "2.0.3": mode != .none || allowsInvalid || isValid
        case "2.1.0": mode == .none && allowsInvalid || isValid
        case "2.5.1": mode == .none || allowsInvalid || isValid
        default: allowsInvalid || isValid
        }
    }

    /// Whether the common name, or else the subject alternative name, matches the host; release
    /// 2.2.0 makes this check only with pins.
    private func fitsSummary(_ setup: PinningSetup) -> Bool {
        guard version == "2.2.0", mode != .none, validatesDomain, isDomainGiven else { return true }
        guard let facts = setup.served.first?.facts,
            let name = facts.commonName ?? facts.hosts.first
        else { return false }
        let labels = name.split(separator: ".")
        let host = setup.host.lowercased().split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        return labels.count == host.count && zip(labels, host).allSatisfy { $0 == $1 || $0 == "*" }
    }

    private func holdsCertificates(_ chain: [Member], of setup: PinningSetup) -> Bool {
        switch demand {
        case .one: chain.contains(where: setup.pins.contains)
        case .leaf: setup.pins.contains(chain[0])
        case .all: chain.allSatisfy(setup.pins.contains)
        }
    }

    /// Whether enough keys of the chain are pinned; a key that is pinned twice counts twice.
    private func holdsKeys(_ chain: [Member], of setup: PinningSetup) -> Bool {
        let counts = chain.map { member in setup.pins.count { $0.facts.key == member.facts.key } }
        switch demand {
        case .one: return counts.contains { $0 > 0 }
        case .leaf: return counts[0] > 0
        case .all: return counts.reduce(0, +) == chain.count
        }
    }
}
