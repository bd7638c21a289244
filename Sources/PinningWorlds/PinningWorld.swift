import PKIX
import Policies
import SeededChoices
import Trust

/// A chain and a client that judges it.
package struct PinningWorld: Hashable, Sendable {
    /// End entity first.
    package var served: [Member]
    /// The anchors that the platform came with.
    package var system: [Member]
    /// The anchors that the user added.
    package var user: [Member]
    /// In the order given, one that was given twice twice.
    package var pins: [Member]
    /// Whether one of the pinned files is no certificate.
    package var hasPinInPEM: Bool
    /// In seconds after `Population.now`.
    package var date: Int64
    /// Whom the client means to speak to, a DNS name.
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

    /// The host as policies are given it.
    package var identity: ReferenceIdentity { .dns(host) }
}

/// Makes worlds out of choices.
package struct WorldGenerator: Sendable {
    private var choices: Choices
    private let population: Population
    private let authorities, endEntities, outsiders: [Member]

    /// The worlds that these decisions make of the members of a population.
    package init(_ choices: Choices, of population: Population) {
        self.choices = choices
        self.population = population
        authorities = population.members.filter(\.facts.isCA)
        endEntities = population.members.filter { !$0.facts.isCA }
        outsiders = endEntities.filter { !$0.name.hasSuffix("customer") }
    }

    /// The next world; nil where its best chain depends on how chains are scored.
    package mutating func world() -> WorldFacts? {
        let facts = WorldFacts(draw())
        return facts.isDetermined ? facts : nil
    }

    /// A member that signed nobody.
    package mutating func outsider() -> Member { pick(outsiders) }

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
        var rest = path.filter { _ in !choices.chance(15) }
        for _ in 0..<pick([0, 0, 0, 1, 1, 2, 3]) { rest.append(pick(authorities)) }
        if choices.chance(15) { rest.append(pick(endEntities)) }
        // Fisher and Yates, so that each order comes as often as any other.
        for index in rest.indices.dropLast() {
            rest.swapAt(index, index + choices.below(rest.count - index))
        }
        return PinningWorld(
            served: [leaf] + rest,
            system: roots(pick(["ab", "ab", "abpu", "a", "b", ""])),
            user: roots(pick(["", "", "u", "p", "a"])),
            pins: pins([leaf] + path),
            hasPinInPEM: choices.chance(5),
            date: pick([0, 0, 0, 0, 30, -30, 85]) * 86_400,
            host: pick([
                "www.example.test", "www.example.test", "www.example.test", "other.example.test",
                "WWW.example.test", "www.example.test.", "a.www.example.test",
            ])
        )
    }

    /// Pins that fit, mostly: of the path, of a twin, or of somebody else.
    private mutating func pins(_ path: [Member]) -> [Member] {
        switch choices.below(8) {
        case 0: []
        case 1: path
        case 2: path + [pick(path)]
        case 3: [pick(endEntities)]
        case 4: [pick(authorities), pick(path)]
        case 5: path.filter { _ in choices.chance(50) } + twins(of: pick(path))
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
        elements[choices.below(elements.count)]
    }
}
