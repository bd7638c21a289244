import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Each rule on CRLs and OCSP responses, and the verdict on its defect if the rule is left out.
@Suite struct RevocationCheckTests {
    /// For each rule a defect that no other rule rejects.
    private static let defects: [String: Setup] = [
        "crl-scope": .listed {
            $0.list.scope = RevocationList.Scope()
            $0.list.scope?.only = [.ca]
        },
        "crl-form": .listed {
            $0.addNeighbour("other")
            $0["other"].crl = Revocation()
            $0["other"].crl?.reason = 7
        },
        "crl-extensions": .listed { $0.list.number = nil },
        "critical-crl-extensions": .listed {
            $0.list.extensions = [.unknown(3, critical: true)]
        },
        "critical-crl-entry-extensions": .listed {
            $0.addNeighbour("other")
            $0["other"].crl = Revocation()
            $0["other"].crl?.extensions = [.unknown(3, critical: true)]
        },
        "crl-removals": .listed {
            $0.addNeighbour("other")
            $0["other"].crl = Revocation()
            $0["other"].crl?.reason = 8
        },
        "crl-algorithms": .listed {
            $0.list.raw = [
                .set(
                    path: "tbsCertList.signature",
                    encoding: hexBytes("300a06082a8648ce3d040303")
                ),
                .resign,
            ]
        },
        "crl-freshness": .listed { $0.list.nextUpdate = .relative(-1) },
        "crl-signature-strength": .listed {
            $0.intermediate.key = .rsa2048
            $0.list.digest = .sha1
        },
        "delta-crl-scope": .listed {
            $0.list.nextUpdate = .relative(-1)
            $0.lists["delta"] = RevocationList(issuer: "intermediate")
            $0.lists["delta"]?.number = [3]
            $0.lists["delta"]?.deltaOf = [2]
        },
        "crl-signature": .listed {
            $0.addNeighbour("other")
            $0.list.signer = "other"
        },
        "crl-issuer-key-usage": .listed { $0.intermediate.keyUsage = [.keyCertSign] },
        "critical-ocsp-extensions": .stapled {
            $0.response.extensions = [.unknown(3, critical: true)]
        },
        "ocsp-cert-id": .stapled {
            $0.addNeighbour("other")
            $0["other"].ocsp = StatusResponse()
            $0.staples = ["other", "intermediate"]
        },
        "ocsp-freshness": .stapled { $0.response.nextUpdate = .relative(-1) },
        "ocsp-signature-strength": .stapled {
            $0.intermediate.key = .rsa2048
            $0.response.digest = .sha1
        },
        "ocsp-responder-authority": .stapled {
            $0.addNeighbour("other")
            $0["other"].extensions = [.noCheck]
            $0.response.signer = "other"
        },
        "ocsp-signature": .stapled {
            $0.addNeighbour("other")
            $0.response.signer = "other"
            $0.response.responder = "intermediate"
        },
        "must-staple": .listed {
            $0.leaf.mustStaple = true
        },
    ]

    @Test(arguments: RevocationCheck.catalogue.map(\.name))
    func `accepts a defect if the rule that rejects the defect is off`(name: String) throws {
        var setup = try #require(Self.defects[name], "no defect that only \(name) rejects")
        let check = try #require(RevocationCheck.catalogue.first { $0.name == name })
        guard case .reject = try setup.outcome() else {
            Issue.record("accepted with all rules")
            return
        }
        setup.revocationChecks = RevocationCheck.catalogue.leavingOut(check)
        #expect(try setup.outcome() == .standard)
    }

    @Test func `rules have unique names and a source`() {
        let checks = RevocationCheck.catalogue
        #expect(Set(checks.map(\.name)).count == checks.count)
        #expect(checks.allSatisfy { $0.about.hasSuffix(".") && !$0.source.isEmpty })
    }

    @Test func `accepts a CRL signed with SHA-1 if the signature-strength check is off`() throws {
        var setup = Setup.listed {
            $0.intermediate.key = .rsa2048
            $0.list.digest = .sha1
        }
        setup.checks = PathCheck.catalogue.leavingOut(.signatureStrength)
        #expect(try setup.outcome() == .standard)
    }

    @Test
    func `rejects CRLs and OCSP responses signed with SHA-1 if the profile rejects SHA-1`() throws {
        let weak = "rsa with sha1"
        let apple: (inout Setup) -> Void = {
            $0.checks = PathProfile.apple.checks()
            $0.intermediate.key = .rsa2048
        }
        var listed = Setup.listed(apple)
        #expect(try listed.outcome() == .standard)
        listed.list.digest = .sha1
        #expect(
            try listed.evaluation().result
                == .failure(.unusable(.weakSignature(algorithm: weak)))
        )
        var stapled = Setup.stapled(apple)
        #expect(try stapled.outcome() == .standard)
        stapled.response.digest = .sha1
        #expect(
            try stapled.evaluation().result
                == .failure(.revocationInvalid(.weakSignature(algorithm: weak), depth: 0))
        )
        var delegated = Setup.stapled(apple)
        delegated.addNeighbour("responder")
        delegated["responder"].extendedKeyUsage = [.ocspSigning]
        delegated["responder"].extensions = [.noCheck]
        delegated.response.signer = "responder"
        #expect(try delegated.outcome() == .standard)
        delegated["responder"].digest = .sha1
        #expect(
            try delegated.evaluation().result
                == .failure(.revocationInvalid(.responder(.weakSignature), depth: 0))
        )
    }

    @Test
    func `a profile that accepts SHA-1 accepts CRLs and responses with SHA-1, not with MD5`()
        throws
    {
        let changes: [(Setup, WritableKeyPath<Setup, Digest?>)] = [
            (.listed(), \.list.digest), (.stapled(), \.response.digest),
        ]
        for (setup, digest) in changes {
            var setup = setup
            setup.checks = PathProfile.legacy.checks()
            setup.revocationChecks = PathProfile.legacy.revocationChecks
            setup.intermediate.key = .rsa2048
            setup[keyPath: digest] = .sha1
            #expect(try setup.outcome() == .standard)
            setup[keyPath: digest] = .md5
            #expect(try setup.outcome() != .standard)
        }
    }

    @Test func `reports an ignored CRL and its fault`() throws {
        func evaluation(_ change: (inout Setup) -> Void) throws -> PathEvaluation {
            var setup = Setup.listed()
            setup.revocation = .softFail
            change(&setup)
            let result = try setup.evaluation().result
            #expect(try setup.trace().0?.steps.last?.unusedLists == (try? result.get().unusedLists))
            return try setup.evaluation()
        }
        let stale = try evaluation { $0.list.nextUpdate = .relative(-1) }.result.get().unusedLists
        #expect(stale.map(\.depth) == [0])
        #expect(
            stale.first?.description.hasPrefix(
                "the CRL for the end entity is out of date ("
            ) == true
        )
        #expect(stale.first?.description.hasSuffix("), and was ignored") == true)
        let early = try evaluation { $0.list.thisUpdate = .relative(60) }.result.get().unusedLists
        #expect(early.first?.description.contains("is not yet valid") == true)
        // A list about other certificates, and a valid list, are not ignored.
        let other = try evaluation {
            $0.addCA("other", under: "root")
            $0.lists["list"] = RevocationList(issuer: "other")
        }
        #expect(try other.result.get().unusedLists == [])
        let current = try evaluation { $0.leaf.crl = nil }
        #expect(try current.result.get().unusedLists == [])
    }

    @Test(
        arguments: RevocationMode.allCases
    )
    func `rejects revoked certificates in every mode except off`(mode: RevocationMode) throws {
        for setup in [Setup.listed { $0.leaf.crl = Revocation() }, .stapled { $0.revokeLeaf() }] {
            var setup = setup
            setup.revocation = mode
            let expected =
                mode == .off
                ? Setup.Outcome.standard
                : .reject(.revoked(5))
            #expect(try setup.outcome() == expected)
        }
    }
}
