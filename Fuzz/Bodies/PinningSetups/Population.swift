import Forge
import X509

// Random setups of clients that pin, built from certificates that are forged once. The facts of a
// setup follow from its construction, so the correct decision of a policy is known without
// evaluating a chain.

/// A certificate, with facts that follow from how it was forged.
package struct Member: Hashable, Sendable {
    package let name: String
    package let der: [UInt8]
    let facts: Facts
    /// The index in the population.
    fileprivate let place: Int

    /// The names in the certificate, its key and its signer.
    struct Facts: Hashable, Sendable {
        var subject: String
        /// The member whose key this certificate contains.
        var key: String
        /// The issuer that the certificate names.
        var issuer: String
        /// The member whose key signed the certificate.
        var signer: String
        var isCA = false
        /// The validity, in seconds after `Population.now`.
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

/// The certificates that setups consist of.
///
///     a, b, p, u           roots; p is a company's own, u a proxy's
///     a-1, a-2, a-old      intermediates below each, the last one expired
///     a-1-by-b, p-1-by-a   a-1 and p-1 certified by another root as well
///     a-1/www/valid …      end entities below each, by host and validity
///     a-1/customer/www     signed by an end entity of a-1
///     a-1/forged/www       names a-1 as its issuer, signed by a namesake
///     self/www/valid …     self-signed
package struct Population: Sendable {
    /// The population's time: 2026-11-21T00:00:00Z.
    package static let now = Instant(seconds: 1_795_219_200)

    package let members: [Member]
    /// The members that are CAs, the end entities, and the end entities that do not belong to
    /// another customer.
    let authorities, endEntities, unrelated: [Member]
    private let places: [String: Int]

    /// Forges the members; the bytes are the same in every run.
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
        authorities = members.filter(\.facts.isCA)
        endEntities = members.filter { !$0.facts.isCA }
        unrelated = endEntities.filter { !$0.name.hasSuffix("customer") }
        places = Dictionary(
            members.indices.map { (members[$0].name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the member of this name.
    package func member(_ name: String) -> Member? { places[name].map { members[$0] } }
}
