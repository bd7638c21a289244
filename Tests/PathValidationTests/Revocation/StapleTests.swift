import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Stapled OCSP responses according to RFC 6960 §3.2.
@Suite struct StapleTests {
    private static func invalid(_ fault: ResponseFault) -> Rejection {
        .revocationInvalid(fault, depth: 0)
    }

    private static func soft(_ change: (inout Setup) -> Void) -> Setup {
        .stapled {
            $0.revocation = .softFail
            change(&$0)
        }
    }

    /// Returns a setup with a responder that the intermediate authorized; the responder signs the
    /// response.
    private static func delegated(_ change: (inout Setup) -> Void = { _ in }) -> Setup {
        .stapled {
            $0.addNeighbour("responder")
            $0["responder"].extendedKeyUsage = [.ocspSigning]
            $0["responder"].extensions = [.noCheck]
            $0["responder"].serial = [9]
            $0.response.signer = "responder"
            change(&$0)
        }
    }

    /// Returns a setup whose response has two entries for one serial number; one of the entries is
    /// a revocation.
    private static func contradicted(_ order: [String]) -> Setup {
        .stapled {
            $0.addNeighbour("twin")
            $0["twin"].serial = $0.leaf.serial
            $0["twin"].ocsp = StatusResponse()
            $0["twin"].ocsp?.status = .revoked
            $0.response.of = order
        }
    }

    private static let statuses: [SetupCase] = [
        .accept("good", in: .stapled()),
        .accept("good, identified with SHA-256", in: .stapled { $0.response.hash = .sha256 }),
        .accept("good, by the issuer's key", in: .stapled { $0.response.responderID = .key }),
        .reject(
            "revoked",
            .revoked(5, .superseded),
            in: soft {
                $0.response.status = .revoked
                $0.response.reason = 4
            }
        ),
        .reject(
            "good and revoked at the same instant",
            .revoked(5),
            in: contradicted(["leaf", "twin"])
        ),
        .reject(
            "revoked and good at the same instant",
            .revoked(5),
            in: contradicted(["twin", "leaf"])
        ),
        .reject(
            "the intermediate is revoked",
            .revoked(7, depth: 1),
            in: .stapled { $0.intermediate.ocsp?.status = .revoked }
        ),
        .reject(
            "unknown",
            .revocationUnknown(.unknownToResponder, depth: 0),
            in: .stapled { $0.response.status = .unknown }
        ),
        .accept("unknown, soft-fail", in: soft { $0.response.status = .unknown }),
        .reject(
            "later",
            .revocationUnknown(.responderError(.tryLater), depth: 0),
            in: .stapled { $0.response.status = .tryLater }
        ),
        .accept("later, soft-fail", in: soft { $0.response.status = .tryLater }),
        .reject(
            "none",
            .revocationUnknown(.nothingAtHand, depth: 0),
            in: .stapled { $0.staples = [nil, "intermediate"] }
        ),
        .accept("none, soft-fail", in: soft { $0.staples = [] }),
        .reject(
            "good, but a CRL revokes it",
            .revoked(5),
            in: .stapled {
                $0.lists["list"] = RevocationList(issuer: "intermediate")
                $0.leaf.crl = Revocation()
            }
        ),
        .accept(
            "good, and a CRL is unusable",
            in: .stapled {
                $0.lists["list"] = RevocationList(issuer: "intermediate")
                $0.lists["list"]?.nextUpdate = .relative(-1)
            }
        ),
        .accept(
            "unknown, and good according to a CRL",
            in: .stapled {
                $0.lists["list"] = RevocationList(issuer: "intermediate")
                $0.response.status = .unknown
            }
        ),
        .accept("must-staple and good", in: .stapled { $0.leaf.mustStaple = true }),
        .reject(
            "must-staple without a response, soft-fail",
            .revocationUnknown(.missingStaple, depth: 0),
            in: soft {
                $0.leaf.mustStaple = true
                $0.staples = []
            }
        ),
        .reject(
            "must-staple and tryLater, soft-fail",
            .revocationUnknown(.missingStaple, depth: 0),
            in: soft {
                $0.leaf.mustStaple = true
                $0.response.status = .tryLater
            }
        ),
        .accept(
            "must-staple without a response, off",
            in: .stapled {
                $0.leaf.mustStaple = true
                $0.staples = []
                $0.revocation = .off
            }
        ),
    ]

    private static func stale(_ from: Int64, _ to: Int64?) -> Rejection {
        .revocationStale(
            StatusPeriod(
                thisUpdate: Setup.now + from,
                nextUpdate: to.map { Setup.now + $0 }
            ),
            verifyDate: Setup.now,
            depth: 0
        )
    }

    private static let hour: Int64 = 3_600

    private static let dates: [SetupCase] = [
        .accept("it expires now", in: soft { $0.response.nextUpdate = .relative(0) }),
        .reject(
            "it expired a second ago",
            stale(-12 * hour, -1),
            in: soft { $0.response.nextUpdate = .relative(-1) }
        ),
        .reject(
            "it becomes valid in a second",
            .revocationNotYetValid(begins: Setup.now + 1, verifyDate: Setup.now, depth: 0),
            in: soft { $0.response.thisUpdate = .relative(1) }
        ),
        .reject(
            "it is produced in a second",
            .revocationNotYetValid(begins: Setup.now + 1, verifyDate: Setup.now, depth: 0),
            in: soft { $0.response.producedAt = .relative(1) }
        ),
        .reject(
            "it expired a second ago and revokes",
            .revoked(5),
            in: soft {
                $0.response.nextUpdate = .relative(-1)
                $0.revokeLeaf()
            }
        ),
        .reject(
            "it becomes valid in a second and revokes",
            .revoked(5),
            in: soft {
                $0.response.thisUpdate = .relative(1)
                $0.revokeLeaf()
            }
        ),
        .accept(
            "it has no nextUpdate and is ten days old",
            in: soft {
                $0.response.nextUpdate = nil
                $0.response.thisUpdate = .relative(-240 * hour)
            }
        ),
        .reject(
            "it has no nextUpdate and is a second older",
            stale(-240 * hour - 1, nil),
            in: soft {
                $0.response.nextUpdate = nil
                $0.response.thisUpdate = .relative(-240 * hour - 1)
            }
        ),
        .reject(
            "it ends before it begins",
            invalid(
                .period(
                    StatusPeriod(
                        thisUpdate: Setup.now + -12 * hour,
                        nextUpdate: Setup.now + -13 * hour
                    )
                )
            ),
            in: soft { $0.response.nextUpdate = .relative(-13 * hour) }
        ),
    ]

    private static let forms: [SetupCase] = [
        .reject(
            "no bytes",
            invalid(.malformed(DERError(.unexpectedTag, at: 0))),
            in: soft { $0.stapledBytes = [] }
        ),
        .reject(
            "64 KiB of zeros",
            invalid(.malformed(DERError(.unexpectedTag, at: 0))),
            in: soft { $0.stapledBytes = [UInt8](repeating: 0, count: 65_536) }
        ),
        .reject(
            "another type of response",
            invalid(.unsupportedType(ObjectIdentifier(content: [0x2a, 3]))),
            in: soft { $0.stapledBytes = hexBytes("300f 0a0100 a00a 3008 06022a03 04020500") }
        ),
        .reject(
            "a neighbour's",
            invalid(.certificate),
            in: soft {
                $0.addNeighbour("other")
                $0["other"].ocsp = StatusResponse()
                $0.staples = ["other"]
            }
        ),
        .accept(
            "a neighbour's and its own together",
            in: soft {
                $0.addNeighbour("other")
                $0["other"].ocsp = StatusResponse()
                $0["other"].ocsp?.status = .revoked
                $0.response.of = ["other", "leaf"]
            }
        ),
        .reject(
            "for the same serial number of another issuer",
            invalid(.unknownResponder),
            in: soft {
                $0.addCA("other-ca", under: "root")
                $0["namesake"] = Entity(role: .endEntity, issuer: .entity("other-ca"))
                $0["namesake"].serial = [5]
                $0["namesake"].ocsp = StatusResponse()
                $0.staples = ["namesake"]
            }
        ),
        .reject(
            "a signature with another key",
            invalid(.badSignature),
            in: soft {
                $0.addNeighbour("other")
                $0.response.signer = "other"
                $0.response.responder = "intermediate"
                $0.response.certificates = []
            }
        ),
        .reject(
            "an unknown critical extension",
            invalid(.unhandledCriticalExtension(ObjectIdentifier(content: [0x2a, 3]))),
            in: soft { $0.response.extensions = [.unknown(3, critical: true)] }
        ),
        .accept(
            "an unknown extension",
            in: soft { $0.response.extensions = [.unknown(3, critical: false)] }
        ),
        .accept("critical SCTs", in: scts(timestampList)),
        .reject(
            "critical SCTs in the wrong place",
            invalid(.unhandledCriticalExtension(.ocspSCTs)),
            in: soft {
                $0.response.extensions = [
                    Entity.AddedExtension(
                        oid: .ocspSCTs,
                        critical: true,
                        value: hexBytes(timestampList).dropFirst(2).map(\.self)
                    )
                ]
            }
        ),
        .reject(
            "a revocation signed with another key",
            invalid(.badSignature),
            in: soft {
                $0.addNeighbour("other")
                $0.revokeLeaf()
                $0.response.signer = "other"
                $0.response.responder = "intermediate"
                $0.response.certificates = []
            }
        ),
    ]

    /// An extnValue with a list of one SCT of an unknown version.
    private static let timestampList = "040a 0408 0006 0004 01020304"

    /// Returns a setup whose response has critical SCTs in its entry, with this extnValue.
    private static func scts(_ value: String) -> Setup {
        soft {
            $0.response.scts = [.bytes(hexBytes("0004 01020304"))]
            let extensions = DERWriter.bytes { writer in
                writer.constructed(.context(1, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.constructed(.sequence) { writer in
                            writer.objectIdentifier(.ocspSCTs)
                            writer.raw([0x01, 0x01, 0xff] + hexBytes(value))
                        }
                    }
                }
            }
            $0.response.raw = [
                .set(path: "responses[0].singleExtensions", encoding: extensions), .resign,
            ]
        }
    }

    private static let responders: [SetupCase] = [
        .accept("a responder of the issuer", in: delegated()),
        .accept(
            "a responder of the issuer, by its key",
            in: delegated { $0.response.responderID = .key }
        ),
        .reject(
            "a missing responder",
            invalid(.unknownResponder),
            in: delegated { $0.response.certificates = [] }
        ),
        .reject(
            "a responder with another name",
            invalid(.unknownResponder),
            in: delegated { $0.response.responder = "root" }
        ),
        .reject(
            "a responder without the purpose",
            invalid(.unauthorizedResponder),
            in: delegated { $0["responder"].extendedKeyUsage = [.serverAuth] }
        ),
        .reject(
            "a responder with any purpose",
            invalid(.unauthorizedResponder),
            in: delegated { $0["responder"].extendedKeyUsage = [.anyExtendedKeyUsage] }
        ),
        .reject(
            "the leaf itself",
            invalid(.unauthorizedResponder),
            in: delegated { $0.response.signer = "leaf" }
        ),
        .reject(
            "an expired responder",
            invalid(.responder(.expired)),
            in: delegated { $0["responder"].notAfter = .relative(-1) }
        ),
        .accept(
            "a responder with a critical extension that revocation processes",
            in: delegated { $0["responder"].extensions += [.criticalPoint] }
        ),
        .reject(
            "a responder with a critical extension that nothing processes",
            invalid(.responder(.unhandledCriticalExtension)),
            in: delegated {
                $0["responder"].extensions = [.noCheck]
                $0["responder"].critical = [.subjectKeyIdentifier: true]
            }
        ),
        .reject(
            "a responder of the root",
            invalid(.responder(.unknownIssuer)),
            in: delegated { $0["responder"].issuer = .entity("root") }
        ),
        .reject(
            "a responder authorized by another key",
            invalid(.responder(.unknownIssuer)),
            in: delegated {
                $0.addCA("impostor", under: "root")
                $0["impostor"].copy = "intermediate"
                $0["responder"].issuer = .entity("impostor")
            }
        ),
        .reject(
            "a responder with unknown status",
            .revocationUnknown(.responder, depth: 0),
            in: delegated { $0["responder"].extensions = [] }
        ),
        .accept(
            "a responder with unknown status, soft-fail",
            in: delegated {
                $0["responder"].extensions = []
                $0.revocation = .softFail
            }
        ),
        .accept(
            "a responder that a CRL covers",
            in: delegated {
                $0["responder"].extensions = []
                $0.lists["list"] = RevocationList(issuer: "intermediate")
            }
        ),
        .reject(
            "a responder that a CRL lists",
            invalid(.responder(.revoked)),
            in: delegated {
                $0["responder"].extensions = []
                $0["responder"].crl = Revocation()
                $0.lists["list"] = RevocationList(issuer: "intermediate")
            }
        ),
    ]

    private static let budgets: [SetupCase] = [
        .accept(
            "exactly the work for two links and two responses",
            in: .stapled { $0.budget.signatureWork = 4 }
        ),
        .reject(
            "work for one response too few",
            .budgetExceeded("signatures"),
            in: .stapled { $0.budget.signatureWork = 3 }
        ),
        .accept(
            "exactly the work including a responder's certificate",
            in: delegated { $0.budget.signatureWork = 5 }
        ),
        .reject(
            "no work for a responder's certificate",
            .budgetExceeded("signatures"),
            in: delegated { $0.budget.signatureWork = 4 }
        ),
    ]

    @Test func `requires critical SCTs to decode`() throws {
        let outcome = try Self.scts("04020500").outcome()
        guard case .reject(.revocationInvalid(.malformed(let error), depth: 0)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.fault == .unexpectedTag)
    }

    @Test(arguments: statuses + dates + forms + responders + budgets)
    func `a staple leads to the expected verdict`(_ test: SetupCase) throws {
        try test.check()
    }
}
