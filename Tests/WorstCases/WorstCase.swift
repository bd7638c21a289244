import Forge
import PathValidation
import X509

// Chains that make validation as expensive as possible. Tests check their verdicts and costs in
// units of the budget; `script/bench` measures time.

/// A chain built to stall a relying party, and its expected verdict.
package struct WorstCase: Sendable {
    /// The structure of the chain, as a phrase.
    package let name: String
    /// The expected rejection; nil if the chain is valid and must be accepted.
    package let rejection: Rejection?
    /// The cost of the evaluation.
    package let spent: Spent
    var setup = Setup()

    /// The cost of an evaluation in units of its budget.
    package struct Spent: Hashable, Sendable {
        package var signatures = 0
        package var signatureWork = 0
        package var candidates = 0
        package var issuerComparisons = 0
        package var nameComparisons = 0
        package var policies = 0

        init(
            signatures: Int = 0,
            work: Int = 0,
            candidates: Int = 0,
            issuers: Int = 0,
            names: Int = 0,
            policies: Int = 0
        ) {
            (self.signatures, signatureWork) = (signatures, work)
            (self.candidates, issuerComparisons) = (candidates, issuers)
            (nameComparisons, self.policies) = (names, policies)
        }

        /// Computes the difference between the initial budget and `rest`.
        package init(_ budget: Budget, leaving rest: Budget) {
            signatures = budget.signatures - rest.signatures
            signatureWork = budget.signatureWork - rest.signatureWork
            candidates = budget.candidates - rest.candidates
            issuerComparisons = budget.issuerComparisons - rest.issuerComparisons
            nameComparisons = budget.nameComparisons - rest.nameComparisons
            policies = budget.policies - rest.policies
        }
    }

    /// The chain in DER, ready for verification.
    package struct Chain: Sendable {
        package let anchors: [[UInt8]]
        /// The certificates, end entity first.
        package let presented: [[UInt8]]
        package let identity = ReferenceIdentity.dns("www.example.test")
        package let verifyDate = Setup.now
    }

    init(
        _ name: String,
        _ rejection: Rejection?,
        spent: Spent,
        _ change: (inout Setup) -> Void
    ) {
        (self.name, self.rejection, self.spent) = (name, rejection, spent)
        change(&setup)
    }

    /// Forges the chain.
    package func chain() throws(ForgeError) -> Chain {
        let forged = try PKI(entities: setup.entities).forge(seed: 13, at: Setup.now)
        func certificates(_ names: [String]) -> [[UInt8]] {
            names.compactMap { forged.members[$0]?.certificate }
        }
        return Chain(
            anchors: certificates(["root"]),
            presented: setup.garbage + certificates(setup.serve)
        )
    }

    /// root ← intermediate ← leaf, valid by default.
    struct Setup: Sendable {
        static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z

        var entities: [String: Entity] = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ]
        var serve = ["leaf", "intermediate"]
        /// The certificates served before all others.
        var garbage: [[UInt8]] = []

        subscript(name: String) -> Entity {
            get { entities[name] ?? Entity(role: .intermediateCA, issuer: .entity("root")) }
            set { entities[name] = newValue }
        }

        /// Declares CAs with one name and without key identifiers.
        mutating func addNamesakes(_ count: Int, _ issuer: (Int) -> String) {
            for number in 0..<count {
                let name = "ca\(number)"
                self[name].issuer = .entity(issuer(number))
                self[name].subject = Name((.commonName, "Ca"))
                self[name].subjectKeyID = Entity.KeyID.none
                self[name].authorityKeyID = Entity.KeyID.none
                serve.append(name)
            }
        }
    }
}
