import Basics
import ClientModels
import PathValidation
import X509

/// A chain, and the anchors and pins of the client that evaluates it.
package struct PinningSetup: Hashable, Sendable {
    /// The served chain, end entity first.
    package var served: [Member]
    /// The anchors that the platform ships with.
    package var system: [Member]
    /// The anchors that the user added.
    package var user: [Member]
    /// The pins in the order given, with duplicates.
    package var pins: [Member]
    /// Whether one of the pinned files is PEM instead of DER.
    package var hasPinInPEM: Bool
    /// The verify date, in seconds after `Population.now`.
    package var date: Int64
    /// The DNS name that the client wants to reach.
    package var host: String

    /// The input of a policy.
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

    /// The host in the form that policies expect.
    package var identity: ReferenceIdentity { .dns(host) }
}

/// Makes random setups.
package struct SetupGenerator: Sendable {
    private var choices: Choices
    private let population: Population

    /// Creates a generator; `choices` chooses among the members of `population`.
    package init(_ choices: Choices, of population: Population) {
        self.choices = choices
        self.population = population
    }

    /// Returns the next setup; nil if its best chain depends on how a platform scores chains.
    package mutating func setup() -> SetupFacts? {
        let facts = SetupFacts(draw())
        return facts.isDetermined ? facts : nil
    }

    /// Returns a random member that issued no other member.
    package mutating func unrelatedMember() -> Member { pick(population.unrelated) }

    /// Returns a random member.
    package mutating func anyMember() -> Member { pick(population.members) }

    /// Returns `setup` without its defects; nil if its end entity cannot be part of a valid chain.
    package func fixed(_ setup: PinningSetup) -> PinningSetup? {
        guard let leaf = setup.served.first, let host = leaf.facts.hosts.first,
            leaf.facts.isForServers
        else { return nil }
        let path = [leaf] + authorities(above: leaf)
        guard path.count > 1, path.dropFirst().allSatisfy(\.facts.isCA),
            path.allSatisfy({ $0.facts.validity.contains(0) }),
            path.indices.dropLast().allSatisfy({
                path[$0].facts.issuer == path[$0 + 1].facts.subject
            })
        else { return nil }
        return PinningSetup(
            served: path,
            system: roots("abpu"),
            user: [],
            pins: [leaf],
            hasPinInPEM: false,
            date: 0,
            host: host.hasPrefix("*") ? "www" + host.dropFirst() : host
        )
    }

    private mutating func draw() -> PinningSetup {
        let leaf = pick(population.endEntities)
        let path = authorities(above: leaf)
        var rest = path.filter { _ in !choices.chance(15) }
        for _ in 0..<pick([0, 0, 0, 1, 1, 2, 3]) { rest.append(pick(population.authorities)) }
        if choices.chance(15) { rest.append(pick(population.endEntities)) }
        // This is the shuffle of Fisher and Yates, so every order is equally likely.
        for index in rest.indices.dropLast() {
            rest.swapAt(index, index + choices.below(rest.count - index))
        }
        return PinningSetup(
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

    /// Returns pins that mostly match: from the path, from members with the same key, or from
    /// unrelated members.
    private mutating func pins(_ path: [Member]) -> [Member] {
        switch choices.below(8) {
        case 0: []
        case 1: path
        case 2: path + [pick(path)]
        case 3: [pick(population.endEntities)]
        case 4: [pick(population.authorities), pick(path)]
        case 5: path.filter { _ in choices.chance(50) } + members(withKeyOf: pick(path))
        default: [pick(path)]
        }
    }

    private func members(withKeyOf member: Member) -> [Member] {
        population.members.filter { $0.facts.key == member.facts.key }
    }

    /// Returns the issuers of the end entity, up to a root.
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

    /// Returns the roots whose names are the characters of `names`.
    private func roots(_ names: String) -> [Member] {
        names.compactMap { population.member(String($0)) }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[choices.below(elements.count)]
    }
}
