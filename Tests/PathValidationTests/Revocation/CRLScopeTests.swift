import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The certificates that a CRL covers, its possible signers, and delta CRLs.
@Suite struct CRLScopeTests {
    private static func scope(
        _ change: (inout RevocationList.Scope) -> Void
    ) -> RevocationList.Scope {
        var scope = RevocationList.Scope()
        change(&scope)
        return scope
    }

    private static func point(_ change: (inout DeclaredPoint) -> Void) -> DeclaredPoint {
        var point = DeclaredPoint()
        change(&point)
        return point
    }

    private static let here = DeclaredName.uri("http://crl.example.test/1")
    private static let there = DeclaredName.uri("http://crl.example.test/2")
    private static let nothing = Rejection.revocationUnknown(.nothingAtHand, depth: 0)

    private static let points: [SetupCase] = [
        .accept(
            "the distribution point of the leaf",
            in: .listed {
                $0.leaf.crlDistributionPoints = [point { $0.names = [there, here] }]
                $0.list.scope = scope { $0.names = [here] }
            }
        ),
        .reject(
            "another distribution point than the leaf's",
            nothing,
            in: .listed {
                $0.leaf.crlDistributionPoints = [point { $0.names = [here] }]
                $0.list.scope = scope { $0.names = [there] }
            }
        ),
        .reject(
            "a distribution point for a leaf that names none",
            nothing,
            in: .listed { $0.list.scope = scope { $0.names = [here] } }
        ),
        .accept(
            "no distribution point for a leaf that names one",
            in: .listed { $0.leaf.crlDistributionPoints = [point { $0.names = [here] }] }
        ),
        .accept("only users", in: .listed { $0.list.scope = scope { $0.only = [.user] } }),
        .reject(
            "only CAs",
            nothing,
            in: .listed { $0.list.scope = scope { $0.only = [.ca] } }
        ),
        .reject(
            "only attribute certificates",
            nothing,
            in: .listed { $0.list.scope = scope { $0.only = [.attribute] } }
        ),
        .reject(
            "only users, for a CA",
            .revocationUnknown(.nothingAtHand, depth: 1),
            in: .listed { $0.lists["root-list"]?.scope = scope { $0.only = [.user] } }
        ),
        .reject(
            "some reasons",
            .revocationUnknown(.someReasons(ReasonFlags(rawValue: 0x6000)), depth: 0),
            in: .listed {
                $0.list.scope = scope { $0.reasons = [.keyCompromise, .cACompromise] }
            }
        ),
        .reject(
            "some reasons, with the leaf listed",
            .revoked(5, .keyCompromise),
            in: .listed {
                $0.list.scope = scope { $0.reasons = [.keyCompromise, .cACompromise] }
                $0.leaf.crl = Revocation()
                $0.leaf.crl?.reason = 1
            }
        ),
        .accept(
            "all reasons in two lists",
            in: .listed {
                $0.list.scope = scope { $0.reasons = [.keyCompromise, .cACompromise] }
                $0.lists["rest"] = RevocationList(issuer: "intermediate")
                $0.lists["rest"]?.scope = scope {
                    $0.reasons = [
                        .affiliationChanged, .superseded, .cessationOfOperation,
                        .certificateHold, .privilegeWithdrawn, .aACompromise,
                    ]
                }
            }
        ),
    ]

    /// Returns a setup in which `clerk`, which the root issued, signs the leaf's CRLs.
    private static func indirect(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        .listed {
            $0["clerk"] = Entity(role: .endEntity, issuer: .entity("root"))
            $0["clerk"].keyUsage = [.crlSign]
            $0["clerk"].serial = [9]
            $0.serve.append("clerk")
            $0.leaf.crlDistributionPoints = [point { $0.issuer = "clerk" }]
            $0.list = RevocationList(issuer: "clerk")
            $0.list.scope = scope { $0.isIndirect = true }
            change(&$0)
        }
    }

    private static let issuers: [SetupCase] = [
        .accept("an issuer that the leaf names", in: indirect()),
        .reject(
            "an issuer that the leaf names lists it",
            .revoked(5),
            in: indirect { $0.list.revokes = ["leaf"] }
        ),
        .reject(
            "it lists the leaf after a neighbour",
            .revoked(5),
            in: indirect {
                $0.addNeighbour("other")
                $0.list.revokes = ["other", "leaf"]
            }
        ),
        .accept(
            "it lists a certificate of its own with the same serial number",
            in: indirect {
                $0["namesake"] = Entity(role: .endEntity, issuer: .entity("clerk"))
                $0["namesake"].serial = [5]
                $0.list.revokes = ["namesake"]
            }
        ),
        .reject(
            "it is not marked as indirect",
            nothing,
            in: indirect { $0.list.scope = nil }
        ),
        .reject(
            "the leaf does not name it",
            nothing,
            in: indirect { $0.leaf.crlDistributionPoints = nil }
        ),
        .reject(
            "its certificate is missing",
            .unusable(.unknownIssuer),
            in: indirect { $0.serve.removeLast() }
        ),
        .reject(
            "it may not sign CRLs",
            .unusable(.keyUsage),
            in: indirect { $0["clerk"].keyUsage = [.digitalSignature] }
        ),
        .reject(
            "it has expired",
            .unusable(.issuer(.expired)),
            in: indirect { $0["clerk"].notAfter = .relative(-1) }
        ),
        .reject(
            "it is below another root",
            .unusable(.issuer(.unknownIssuer)),
            in: indirect {
                $0.addCA("other-root")
                $0.trust.append("other-root")
                $0["clerk"].issuer = .entity("other-root")
            }
        ),
        .reject(
            "it is revoked itself",
            .unusable(.issuer(.revoked)),
            in: indirect { $0["clerk"].crl = Revocation() }
        ),
        .accept(
            "a separate key for CRLs",
            in: .listed {
                $0.addCA("clerk", under: "intermediate")
                $0["clerk"].copy = "intermediate"
                $0["clerk"].keyUsage = [.crlSign]
                $0["clerk"].serial = [9]
                $0.serve.append("clerk")
                $0.list.signer = "clerk"
                $0.list.scope = scope { $0.only = [.user] }
                // This CRL states the clerk's own status.
                $0.lists["own"] = RevocationList(issuer: "intermediate")
                $0.lists["own"]?.scope = scope { $0.only = [.ca] }
            }
        ),
        .reject(
            "a separate key for CRLs without a status from another issuer",
            .unusable(.issuer(.revocationUnknown)),
            in: .listed {
                $0.addCA("clerk", under: "intermediate")
                $0["clerk"].copy = "intermediate"
                $0["clerk"].keyUsage = [.crlSign]
                $0["clerk"].serial = [9]
                $0.serve.append("clerk")
                $0.list.signer = "clerk"
            }
        ),
    ]

    /// Returns a setup in which `clerk`, which the root names and the intermediate itself issued,
    /// signs the CRLs of the intermediate.
    private static func circular(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        .listed {
            $0["clerk"] = Entity(role: .endEntity, issuer: .entity("intermediate"))
            $0["clerk"].keyUsage = [.crlSign]
            $0["clerk"].serial = [9]
            $0.serve.append("clerk")
            $0.intermediate.crlDistributionPoints = [point { $0.issuer = "clerk" }]
            $0.lists["root-list"] = RevocationList(issuer: "clerk")
            $0.lists["root-list"]?.scope = scope { $0.isIndirect = true }
            change(&$0)
        }
    }

    private static let circles: [SetupCase] = [
        .reject(
            "an issuer below the certificate that names it",
            .revocationUnknown(.list(.issuer(.revocationUnknown)), depth: 1),
            in: circular()
        ),
        .accept(
            "an issuer next to the certificate that names it, named by its own certificate",
            in: circular {
                $0["clerk"].issuer = .entity("root")
                $0["clerk"].crlDistributionPoints = [point { $0.issuer = "clerk" }]
            }
        ),
        .reject(
            "an issuer that names another, which names it",
            .revocationUnknown(.list(.issuer(.revocationUnknown)), depth: 1),
            in: circular {
                $0["clerk"].issuer = .entity("root")
                $0["clerk"].crlDistributionPoints = [point { $0.issuer = "other" }]
                $0["other"] = Entity(role: .endEntity, issuer: .entity("root"))
                $0["other"].keyUsage = [.crlSign]
                $0["other"].serial = [10]
                $0["other"].crlDistributionPoints = [point { $0.issuer = "clerk" }]
                $0.serve.append("other")
                $0.lists["other-list"] = RevocationList(issuer: "other")
                $0.lists["other-list"]?.scope = scope { $0.isIndirect = true }
            }
        ),
    ]

    /// Returns a setup with a CRL of number 2, and a delta CRL of number 3 that updates number 1
    /// and later.
    private static func changed(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        .listed {
            $0.list.number = [2]
            $0.lists["delta"] = RevocationList(issuer: "intermediate")
            $0.lists["delta"]?.number = [3]
            $0.lists["delta"]?.deltaOf = [1]
            change(&$0)
        }
    }

    private static let deltas: [SetupCase] = [
        .accept("a delta that changes nothing", in: changed()),
        .reject(
            "a delta lists the leaf",
            .revoked(5),
            in: changed { $0.lists["delta"]?.revokes = ["leaf"] }
        ),
        .accept(
            "a delta removes the leaf",
            in: changed {
                $0.list.revokes = ["leaf"]
                $0.lists["delta"]?.revokes = ["leaf"]
                $0.lists["delta"]?.entries["leaf"] = Revocation()
                $0.lists["delta"]?.entries["leaf"]?.reason = 8
            }
        ),
        .reject(
            "a delta of a later CRL removes the leaf",
            .revoked(5),
            in: changed {
                $0.list.revokes = ["leaf"]
                $0.lists["delta"]?.deltaOf = [3]
                $0.lists["delta"]?.number = [4]
                $0.lists["delta"]?.revokes = ["leaf"]
                $0.lists["delta"]?.entries["leaf"] = Revocation()
                $0.lists["delta"]?.entries["leaf"]?.reason = 8
            }
        ),
        .reject(
            "a delta older than the CRL removes the leaf",
            .revoked(5),
            in: changed {
                $0.list.revokes = ["leaf"]
                $0.list.number = [4]
                $0.lists["delta"]?.revokes = ["leaf"]
                $0.lists["delta"]?.entries["leaf"] = Revocation()
                $0.lists["delta"]?.entries["leaf"]?.reason = 8
            }
        ),
        .reject(
            "a delta with another key removes the leaf",
            .revoked(5),
            in: changed {
                $0.addNeighbour("other")
                $0.list.revokes = ["leaf"]
                $0.lists["delta"]?.signer = "other"
                $0.lists["delta"]?.revokes = ["leaf"]
                $0.lists["delta"]?.entries["leaf"] = Revocation()
                $0.lists["delta"]?.entries["leaf"]?.reason = 8
            }
        ),
        .accept(
            "a delta updates an old CRL",
            in: changed { $0.list.nextUpdate = .relative(-1) }
        ),
        .reject(
            "a delta with another key does not update an old CRL",
            .unusable(
                .stale(
                    StatusPeriod(thisUpdate: Setup.thisUpdate, nextUpdate: Setup.now + -1),
                    verifyDate: Setup.now
                )
            ),
            in: changed {
                $0.addNeighbour("other")
                $0.list.nextUpdate = .relative(-1)
                $0.lists["delta"]?.signer = "other"
            }
        ),
        .reject(
            "only a delta",
            .unusable(.deltaAlone),
            in: changed { $0.lists["list"] = nil }
        ),
        .reject(
            "only a delta, which lists the leaf",
            .revoked(5),
            in: changed {
                $0.lists["list"] = nil
                $0.lists["delta"]?.revokes = ["leaf"]
            }
        ),
        .reject(
            "an expired delta lists the leaf",
            .revoked(5),
            in: changed {
                $0.lists["delta"]?.nextUpdate = .relative(-1)
                $0.lists["delta"]?.revokes = ["leaf"]
            }
        ),
        .accept(
            "a delta older than the CRL lists the leaf",
            in: changed {
                $0.list.number = [4]
                $0.lists["delta"]?.revokes = ["leaf"]
            }
        ),
        .accept(
            "a later delta removes the leaf that another lists",
            in: changed {
                $0.lists["delta"]?.revokes = ["leaf"]
                $0.lists["later"] = RevocationList(issuer: "intermediate")
                $0.lists["later"]?.number = [4]
                $0.lists["later"]?.deltaOf = [1]
                $0.lists["later"]?.revokes = ["leaf"]
                $0.lists["later"]?.entries["leaf"] = Revocation()
                $0.lists["later"]?.entries["leaf"]?.reason = 8
            }
        ),
    ]

    @Test func `reports an exhausted budget during the search for a CRL issuer's path`() throws {
        var outcomes: [Rejection] = []
        // With a smaller budget, the search finds no path from the end entity.
        for work in 2..<20 {
            guard
                case .reject(let rejection) = try Self.indirect({ $0.budget.signatureWork = work })
                    .outcome()
            else { break }
            outcomes.append(rejection)
        }
        // At least three signatures are checked: of the intermediate's CRL, of the leaf's CRL, and
        // of the certificate of its issuer.
        #expect((3..<18).contains(outcomes.count))
        #expect(outcomes.allSatisfy { $0 == .budgetExceeded("signatures") }, "\(outcomes)")
    }

    @Test
    func `rejects the CRL if an entry before the certificate's entry does not decode`() throws {
        let outcome = try Self.indirect {
            $0.addNeighbour("other")
            $0.list.revokes = ["other", "leaf"]
            $0.list.entries["other"] = Revocation()
            $0.list.entries["other"]?.reason = 7
        }.outcome()
        guard case .reject(.revocationUnknown(.list(.malformed(let error)), depth: 0)) = outcome
        else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.fault == .badValue)
    }

    @Test(arguments: points + issuers + circles + deltas)
    func `a CRL with a scope leads to the expected verdict`(_ test: SetupCase) throws {
        try test.check()
    }

    @Test func `names of different kinds are different even if their bytes are equal`() throws {
        let forged = try PKI(entities: Setup().entities).forge(seed: 11, at: Setup.now)
        let certificate = try Certificate(der: #require(forged.members["leaf"]).certificate)
        let place = 0..<4
        let kinds: [GeneralName] = [
            .other(type: place, value: place), .email(place), .dns(place), .x400(place),
            .ediParty(place), .uri(place), .ip(place), .registeredID(place),
        ]
        let names = PointName.all(of: .full(kinds), in: certificate, below: [])
        for (index, name) in names.enumerated() {
            #expect(names.indices.filter { name.matches(names[$0]) } == [index])
        }
    }
}
