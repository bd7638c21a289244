import Forge
import PKIX

// Worlds in which somebody pins, made by chance out of certificates that were forged once. What is
// true of such a world is known because of how it was made, so that it can be asked what a policy
// ought to decide there, without anybody having evaluated anything.

/// A certificate, and what is true of it because of how it was forged.
package struct Member: Hashable, Sendable {
    package let name: String
    package let der: [UInt8]
    let facts: Facts
    /// Which of the population it is.
    fileprivate let place: Int

    /// Who it names, and whose keys hold and signed it.
    struct Facts: Hashable, Sendable {
        var subject: String
        /// The member whose key it holds.
        var key: String
        /// Whom it names as its issuer.
        var issuer: String
        /// The member whose key signed it.
        var signer: String
        var isCA = false
        /// In seconds after `Population.now`.
        var validity: ClosedRange<Int64>
        var hosts: [String] = []
        var commonName: String?
        var isForServers = true
    }

    package static func == (left: Member, right: Member) -> Bool { left.place == right.place }

    package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

extension Member: CustomStringConvertible {
    package var description: String { name }
}

/// The certificates that worlds are made of.
///
///     a, b, p, u           roots; p is a company's own, u a proxy's
///     a-1, a-2, a-old      intermediates below each, the last one expired
///     a-1-by-b, p-1-by-a   a-1 and p-1 certified by another root as well
///     a-1/www/valid …      end entities below each, by host and validity
///     a-1/customer/www     signed by an end entity of a-1
///     a-1/forged/www       names a-1 as its issuer, signed by a namesake
///     self/www/valid …     self-signed
package struct Population: Sendable {
    /// 2026-11-21T00:00:00Z.
    package static let now = Instant(seconds: 1_795_219_200)

    package let members: [Member]
    private let places: [String: Int]

    /// Forges them, the same bytes in every run.
    package init() throws(ForgeError) {
        var declarations = Declarations()
        declarations.declare()
        let forged = try PKI(entities: declarations.entities).forge(seed: 29, at: Self.now)
        let members = declarations.facts.enumerated().compactMap { place, declared in
            forged.members[declared.name].map { member in
                Member(
                    name: declared.name,
                    der: member.certificate,
                    facts: declared.facts,
                    place: place
                )
            }
        }
        self.members = members
        places = Dictionary(
            members.indices.map { (members[$0].name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The member of this name.
    package func member(_ name: String) -> Member? { places[name].map { members[$0] } }
}
