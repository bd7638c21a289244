import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// CRLs according to RFC 5280 §6.3.
@Suite struct CRLTests {
    private static let statuses: [SetupCase] = [
        .accept("nothing is listed", in: .listed()),
        .reject("the leaf is listed", .revoked(5), in: .listed { $0.leaf.crl = Revocation() }),
        .reject(
            "the leaf is listed with a reason",
            .revoked(5, .keyCompromise),
            in: .listed {
                $0.leaf.crl = Revocation()
                $0.leaf.crl?.reason = 1
            }
        ),
        .reject(
            "the leaf is on hold",
            .revoked(5, .certificateHold),
            in: .listed {
                $0.leaf.crl = Revocation()
                $0.leaf.crl?.reason = 6
            }
        ),
        .reject(
            "the intermediate is listed",
            .revoked(7, depth: 1),
            in: .listed { $0.intermediate.crl = Revocation() }
        ),
        .reject(
            "the leaf is listed with a negative serial number",
            .revoked(0x85),
            in: .listed {
                $0.leaf.serial = [0x85]
                $0.leaf.crl = Revocation()
                $0.checks = PathCheck.catalogue.leavingOut(.serialNumber)
            }
        ),
        .accept(
            "a neighbour is listed",
            in: .listed {
                $0.addNeighbour("other")
                $0["other"].crl = Revocation()
            }
        ),
        .accept(
            "another issuer's certificate with the same serial number is listed",
            in: .listed {
                $0.addCA("other-ca", under: "root")
                $0["namesake"] = Entity(role: .endEntity, issuer: .entity("other-ca"))
                $0["namesake"].serial = [5]
                $0["namesake"].crl = Revocation()
                $0.lists["other-list"] = RevocationList(issuer: "other-ca")
            }
        ),
        .reject(
            "no CRL of the leaf's issuer",
            .revocationUnknown(.nothingAtHand, depth: 0),
            in: .listed { $0.lists["list"] = nil }
        ),
        .reject(
            "no CRL of the intermediate's issuer",
            .revocationUnknown(.nothingAtHand, depth: 1),
            in: .listed { $0.lists["root-list"] = nil }
        ),
        .accept(
            "no CRLs with soft-fail",
            in: .listed {
                $0.lists = [:]
                $0.revocation = .softFail
            }
        ),
    ]

    private static let forms: [SetupCase] = [
        .accept("it expires now", in: .listed { $0.list.nextUpdate = .relative(0) }),
        .reject(
            "it expired a second ago",
            .unusable(
                .stale(
                    StatusPeriod(
                        thisUpdate: Setup.thisUpdate,
                        nextUpdate: Setup.now + -1
                    ),
                    verifyDate: Setup.now
                )
            ),
            in: .listed { $0.list.nextUpdate = .relative(-1) }
        ),
        .reject(
            "it becomes valid in a second",
            .unusable(
                .stale(
                    StatusPeriod(
                        thisUpdate: Setup.now + 1,
                        nextUpdate: Setup.now + 168 * 3_600
                    ),
                    verifyDate: Setup.now
                )
            ),
            in: .listed { $0.list.thisUpdate = .relative(1) }
        ),
        .reject(
            "it has no nextUpdate",
            .unusable(.noNextUpdate),
            in: .listed { $0.list.nextUpdate = nil }
        ),
        .reject(
            "it has no number",
            .unusable(.missing(.crlNumber)),
            in: .listed { $0.list.number = nil }
        ),
        .reject(
            "its number is critical",
            .unusable(.criticality(.crlNumber, isCritical: true)),
            in: .listed { $0.list.critical = [.crlNumber: true] }
        ),
        .reject(
            "its distribution point is non-critical",
            .unusable(.criticality(.issuingDistributionPoint, isCritical: false)),
            in: .listed {
                $0.list.scope = RevocationList.Scope()
                $0.list.scope?.only = [.user]
                $0.list.critical = [.issuingDistributionPoint: false]
            }
        ),
        .reject(
            "it has an unknown critical extension",
            .unusable(.unhandledCriticalExtension(ObjectIdentifier(content: [0x2a, 3]))),
            in: .listed { $0.list.extensions = [.unknown(3, critical: true)] }
        ),
        .accept(
            "it has an unknown extension",
            in: .listed { $0.list.extensions = [.unknown(3, critical: false)] }
        ),
        .reject(
            "another key signed it",
            .unusable(.badSignature),
            in: .listed {
                $0.addNeighbour("other")
                $0.list.signer = "other"
            }
        ),
        .reject(
            "its issuer may not sign CRLs",
            .unusable(.keyUsage),
            in: .listed { $0.intermediate.keyUsage = [.keyCertSign] }
        ),
        .accept(
            "its issuer has no key usage",
            in: .listed { $0.intermediate.keyUsage = [] }
        ),
    ]

    /// Returns a setup in which the leaf is listed.
    private static func revoking(_ change: (inout Setup) -> Void) -> Setup {
        .listed {
            $0.addNeighbour("other")
            $0.list.revokes = ["other", "leaf"]
            change(&$0)
        }
    }

    private static func hold(_ reason: Int) -> Revocation {
        var hold = Revocation()
        hold.reason = reason
        return hold
    }

    /// A CRL that an issuer made incorrectly still revokes the certificates that it lists.
    private static let faulty: [SetupCase] = [
        .reject("no number", .revoked(5), in: revoking { $0.list.number = nil }),
        .reject(
            "a number of 21 bytes",
            .revoked(5),
            in: revoking { $0.list.number = [1] + [UInt8](repeating: 0, count: 20) }
        ),
        .reject(
            "a critical number",
            .revoked(5),
            in: revoking { $0.list.critical = [.crlNumber: true] }
        ),
        .reject("no nextUpdate", .revoked(5), in: revoking { $0.list.nextUpdate = nil }),
        .reject("it expired", .revoked(5), in: revoking { $0.list.nextUpdate = .relative(-1) }),
        .reject(
            "it becomes valid tomorrow",
            .revoked(5),
            in: revoking { $0.list.thisUpdate = .relative(86_400) }
        ),
        .reject(
            "an entry before it does not decode",
            .revoked(5),
            in: revoking { $0.list.entries["other"] = hold(7) }
        ),
        .reject(
            "its own entry does not decode",
            .revoked(5),
            in: revoking { $0.list.entries["leaf"] = hold(7) }
        ),
        .reject(
            "an entry before it is removed",
            .revoked(5),
            in: revoking { $0.list.entries["other"] = hold(8) }
        ),
        .reject(
            "it is removed from a complete list",
            .unusable(.removal),
            in: revoking { $0.list.entries["leaf"] = hold(8) }
        ),
        .reject(
            "it has an unknown critical extension",
            .unusable(.unhandledCriticalExtension(ObjectIdentifier(content: [0x2a, 3]))),
            in: revoking { $0.list.extensions = [.unknown(3, critical: true)] }
        ),
        .reject(
            "another key signed it, without a number",
            .unusable(.badSignature),
            in: revoking {
                $0.list.number = nil
                $0.list.signer = "other"
            }
        ),
        .reject(
            "it covers CAs and has expired",
            .revocationUnknown(.nothingAtHand, depth: 0),
            in: revoking {
                $0.list.nextUpdate = .relative(-1)
                $0.list.scope = RevocationList.Scope()
                $0.list.scope?.only = [.ca]
            }
        ),
        .accept(
            "it expired, and a newer one no longer lists the leaf",
            in: revoking {
                $0.list.nextUpdate = .relative(-1)
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
                $0.lists["newer"]?.revokes = []
            }
        ),
        .reject(
            "it is newer than one that does not list the leaf, and has no nextUpdate",
            .revoked(5),
            in: revoking {
                $0.list.number = [2]
                $0.list.nextUpdate = nil
                $0.lists["older"] = RevocationList(issuer: "intermediate")
                $0.lists["older"]?.revokes = []
            }
        ),
    ]

    private static let newest: [SetupCase] = [
        .accept(
            "the newer one no longer lists the leaf",
            in: .listed {
                $0.list.revokes = ["leaf"]
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
            }
        ),
        .reject(
            "only the newer one lists the leaf",
            .revoked(5),
            in: .listed {
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [1, 0]
                $0.lists["newer"]?.revokes = ["leaf"]
            }
        ),
        .reject(
            "the newer one is signed with another key",
            .revoked(5),
            in: .listed {
                $0.addNeighbour("other")
                $0.list.revokes = ["leaf"]
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
                $0.lists["newer"]?.signer = "other"
            }
        ),
        .reject(
            "the newer one is not valid yet",
            .revoked(5),
            in: .listed {
                $0.list.revokes = ["leaf"]
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
                $0.lists["newer"]?.thisUpdate = .relative(1)
            }
        ),
        .reject(
            "the newer one covers other kinds of certificates",
            .revoked(5),
            in: .listed {
                $0.list.revokes = ["leaf"]
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
                $0.lists["newer"]?.scope = RevocationList.Scope()
                $0.lists["newer"]?.scope?.only = [.user]
            }
        ),
        .reject(
            "the newer one is signed with another key of an issuer with the same name",
            .revoked(5),
            in: .listed {
                $0.addCA("namesake", under: "root")
                $0["namesake"].copy = "intermediate"
                $0["namesake"].serial = [9]
                $0.serve.append("namesake")
                $0.list.revokes = ["leaf"]
                $0.lists["newer"] = RevocationList(issuer: "intermediate")
                $0.lists["newer"]?.number = [2]
                $0.lists["newer"]?.signer = "namesake"
            }
        ),
        .accept(
            "only one from another key with the issuer's name does not list the leaf",
            in: .listed {
                $0.addCA("namesake", under: "root")
                $0["namesake"].copy = "intermediate"
                $0["namesake"].serial = [9]
                $0.serve.append("namesake")
                $0.list.signer = "namesake"
            }
        ),
    ]

    private static let budgets: [SetupCase] = [
        .accept(
            "exactly the work for two links and two CRLs",
            in: .listed { $0.budget.signatureWork = 4 }
        ),
        .reject(
            "work for one CRL too few",
            .budgetExceeded("signatures"),
            in: .listed { $0.budget.signatureWork = 3 }
        ),
    ]

    @Test(arguments: statuses + forms + faulty + newest + budgets)
    func `a CRL leads to the expected verdict`(_ test: SetupCase) throws {
        try test.check()
    }
}
