import PKIX
import Trust

/// A chain and a client that judges it.
package struct PinningWorld: Hashable, Sendable {
    /// End entity first.
    package var served: [Member]
    package var system: [Member]
    package var user: [Member]
    /// In the order given, one that was given twice twice.
    package var pins: [Member]
    /// Whether one of the pinned files is no certificate.
    package var hasPinInPEM: Bool
    /// In seconds after `Population.now`.
    package var date: Int64
    package var host: String

    /// What a policy sees of it.
    package var presented: Presented {
        var pins = pins.map { Pin.certificate($0.der) }
        if hasPinInPEM { pins.append(.certificate(Array("-----BEGIN CERTIFICATE-----".utf8))) }
        return Presented(
            chain: served.map(\.der),
            store: TrustStore(system: system.map(\.der), user: user.map(\.der)),
            pins: pins,
            verifyDate: Population.now + date
        )
    }

    package var identity: ReferenceIdentity { .dns(host) }
}

/// SplitMix64, so that worlds are the same in every run.
package struct WorldGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64
    private let population: Population
    private let authorities, endEntities: [Member]

    package init(seed: UInt64, of population: Population) {
        state = seed
        self.population = population
        authorities = population.members.filter(\.facts.isCA)
        endEntities = population.members.filter { !$0.facts.isCA }
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// The next world whose best chain does not depend on how chains are scored.
    package mutating func world() -> WorldFacts {
        while true {
            let facts = WorldFacts(draw())
            if facts.isDetermined { return facts }
        }
    }

    /// A member that signed nobody.
    package mutating func outsider() -> Member {
        while true {
            let member = pick(endEntities)
            if !member.name.hasSuffix("customer") { return member }
        }
    }

    /// Any member.
    package mutating func stranger() -> Member { pick(population.members) }

    /// What `world` would be without a defect, and whether its end entity can be mended at all.
    package func mended(_ world: PinningWorld) -> PinningWorld? {
        guard let leaf = world.served.first, let host = leaf.facts.hosts.first,
            leaf.facts.isForServers
        else { return nil }
        let path = [leaf] + authorities(above: leaf)
        guard path.count > 1, path.dropFirst().allSatisfy(\.facts.isCA),
            path.allSatisfy({ $0.facts.validity.contains(0) }),
            path.indices.dropLast().allSatisfy({
                path[$0].facts.issuer == path[$0 + 1].facts.subject
            })
        else { return nil }
        return PinningWorld(
            served: path,
            system: roots("abpu"),
            user: [],
            pins: [leaf],
            hasPinInPEM: false,
            date: 0,
            host: host.hasPrefix("*") ? "www" + host.dropFirst() : host
        )
    }

    private mutating func draw() -> PinningWorld {
        let leaf = pick(endEntities)
        let path = authorities(above: leaf)
        var rest = path.filter { _ in chance(85) }
        for _ in 0..<pick([0, 0, 0, 1, 1, 2, 3]) { rest.append(pick(authorities)) }
        if chance(15) { rest.append(pick(endEntities)) }
        rest.shuffle(using: &self)
        return PinningWorld(
            served: [leaf] + rest,
            system: roots(pick(["ab", "ab", "abpu", "a", "b", ""])),
            user: roots(pick(["", "", "u", "p", "a"])),
            pins: pins([leaf] + path),
            hasPinInPEM: chance(5),
            date: pick([0, 0, 0, 0, 30, -30, 85]) * 86_400,
            host: pick([
                "www.example.test", "www.example.test", "www.example.test", "other.example.test",
                "WWW.example.test", "www.example.test.", "a.www.example.test",
            ])
        )
    }

    /// Pins that fit, mostly: of the path, of a twin, or of somebody else.
    private mutating func pins(_ path: [Member]) -> [Member] {
        switch next() % 8 {
        case 0: []
        case 1: path
        case 2: path + [pick(path)]
        case 3: [pick(endEntities)]
        case 4: [pick(authorities), pick(path)]
        case 5: path.filter { _ in chance(50) } + twins(of: pick(path))
        default: [pick(path)]
        }
    }

    private func twins(of member: Member) -> [Member] {
        population.members.filter { $0.facts.key == member.facts.key }
    }

    /// Those that the end entity's issuers are, up to a root.
    private func authorities(above leaf: Member) -> [Member] {
        var path: [Member] = []
        var last = leaf
        while last.facts.signer != last.facts.key, let issuer = population.member(last.facts.signer)
        {
            path.append(issuer)
            last = issuer
        }
        return path
    }

    /// Those whose names are the characters of `names`.
    private func roots(_ names: String) -> [Member] {
        names.compactMap { population.member(String($0)) }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// Whether it comes out, at `percent` in a hundred.
    private mutating func chance(_ percent: UInt64) -> Bool { next() % 100 < percent }
}
