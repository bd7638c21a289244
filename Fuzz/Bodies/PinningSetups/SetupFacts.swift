/// Facts of a setup that follow from its construction: its chains, by names and signers.
///
/// The code reads no certificate and shares nothing with the validators that it checks.
package struct SetupFacts: Sendable {
    /// The checks of an evaluation other than anchors, dates and basic constraints.
    package enum Policy: CaseIterable, Sendable {
        case basic, sslWithoutHost, sslWithHost
    }

    /// The set of anchors that a chain may end in.
    package enum Anchors: CaseIterable, Sendable {
        case store, pins
    }

    /// The chosen chain, end entity first, and whether it is valid.
    package struct Evaluation: Hashable, Sendable {
        package let chain: [Member]
        package let isValid: Bool
    }

    package let setup: PinningSetup
    private let storeChains, pinChains: [Chain]

    package init(_ setup: PinningSetup) {
        self.setup = setup
        storeChains = Self.chains(of: setup, to: .store)
        pinChains = Self.chains(of: setup, to: .pins)
    }

    /// Whether each evaluation has only one chain to choose.
    ///
    /// A chain without an anchor must consist of valid issuers. Otherwise a platform's scoring
    /// decides whether it reports that chain or a shorter chain.
    var isDetermined: Bool {
        [storeChains, pinChains].allSatisfy { chains in
            chains.allSatisfy { $0.isAnchored || $0.members.dropFirst().allSatisfy(mayIssue) }
                && Policy.allCases.allSatisfy { Self.only(chains, valid(chains, $0)) != nil }
        }
    }

    /// Returns the result of an evaluation.
    package func evaluation(_ policy: Policy, _ anchors: Anchors) -> Evaluation {
        let chains = anchors == .store ? storeChains : pinChains
        let valid = valid(chains, policy)
        let chain = Self.only(chains, valid) ?? Array(setup.served.prefix(1))
        return Evaluation(chain: chain, isValid: !valid.isEmpty)
    }

    /// Whether `path`, as DER, is valid: names, signatures, dates and anchor.
    package func holds(_ path: [[UInt8]], under policy: Policy, to anchors: Anchors) -> Bool {
        let known = setup.served + setup.system + setup.user + setup.pins
        let members = path.compactMap { der in known.first { $0.der == der } }
        guard members.count == path.count, members.first == setup.served.first,
            zip(members, members.dropFirst()).allSatisfy({ $1.issued($0) }),
            let anchor = members.last
        else { return false }
        let trusted = anchors == .store ? setup.system + setup.user : setup.pins
        let chain = Chain(members: members, isAnchored: trusted.contains(anchor))
        return !valid([chain], policy).isEmpty
    }

    /// Returns the only valid chain, or the only chain if no chain is valid; nil if several chains
    /// qualify, or no chain exists.
    private static func only(_ chains: [Chain], _ valid: [Chain]) -> [Member]? {
        let chosen = valid.isEmpty ? chains : valid
        return chosen.count == 1 ? chosen.first?.members : nil
    }

    private struct Chain {
        var members: [Member]
        var isAnchored: Bool
    }

    /// Returns every chain of valid signatures, up to the first anchor, or to its end if there is
    /// no anchor.
    private static func chains(of setup: PinningSetup, to anchors: Anchors) -> [Chain] {
        guard let leaf = setup.served.first else { return [] }
        let anchored = Set(anchors == .pins ? setup.pins : setup.system + setup.user)
        var pool = Set(setup.served).union(anchored)
        if anchors == .pins { pool.formUnion(setup.system) }
        var chains: [Chain] = []
        extend([leaf])
        return chains

        func extend(_ chain: [Member]) {
            let last = chain[chain.count - 1]
            let isAnchored = anchored.contains(last)
            let issuers =
                isAnchored ? [] : pool.filter { $0.issued(last) && !chain.contains($0) }
            if issuers.isEmpty { chains.append(Chain(members: chain, isAnchored: isAnchored)) }
            for issuer in issuers { extend(chain + [issuer]) }
        }
    }

    private func valid(_ chains: [Chain], _ policy: Policy) -> [Chain] {
        chains.filter { chain in
            chain.isAnchored && chain.members.dropFirst().allSatisfy(mayIssue)
                && chain.members[0].facts.validity.contains(setup.date)
                && isForPolicy(chain.members[0].facts, policy)
        }
    }

    private func mayIssue(_ member: Member) -> Bool {
        member.facts.isCA && member.facts.validity.contains(setup.date)
    }

    private func isForPolicy(_ leaf: Member.Facts, _ policy: Policy) -> Bool {
        switch policy {
        case .basic: true
        case .sslWithoutHost: leaf.isForServers
        case .sslWithHost: leaf.isForServers && leaf.hosts.contains(where: covers)
        }
    }

    /// Whether a presented name matches the host, which may end in a dot and contain capitals.
    private func covers(_ name: String) -> Bool {
        var host = setup.host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        guard name.hasPrefix("*.") else { return name == host }
        let labels = host.split(separator: ".")
        return labels.dropFirst().joined(separator: ".") == name.dropFirst(2)
    }
}

extension Member {
    /// Whether this member issued `other`: `other` names it as issuer and is signed by its key.
    fileprivate func issued(_ other: Member) -> Bool {
        other.facts.issuer == facts.subject && other.facts.signer == facts.key
    }
}
