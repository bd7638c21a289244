import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The trace of a search, if it was requested.
@Suite struct PathTraceTests {
    private static let joined = PathCheck.catalogue.compactMap { check in
        if case .joining = check.judgement { check.name } else { nil }
    }

    /// A step with its entities by name.
    struct Step: Hashable {
        let path: [String]
        let passed: [String]
        var refused: [String: Rejection] = [:]
    }

    @Test func `traces an accepted path: cheap checks, whole-path rules, then signatures`() throws {
        #expect(
            try steps(Setup()) == [
                Step(path: ["leaf"], passed: Self.joined),
                Step(path: ["leaf", "intermediate"], passed: Self.joined),
                Step(
                    path: ["leaf", "intermediate", "root"],
                    passed: Self.joined + ["certificate-policies"]
                ),
                Step(path: ["leaf", "intermediate"], passed: ["signature"]),
                Step(
                    path: ["leaf", "intermediate", "root"],
                    passed: ["signature", "revocation"]
                ),
            ]
        )
    }

    @Test func `stops checking a rejected candidate`() throws {
        let setup = Setup { $0.intermediate.isCA = false }
        let before = Array(Self.joined.prefix { $0 != "basic-constraints" })
        #expect(
            try steps(setup) == [
                Step(path: ["leaf"], passed: Self.joined),
                Step(
                    path: ["leaf", "intermediate"],
                    passed: before,
                    refused: ["basic-constraints": .issuerNotCA(depth: 1)]
                ),
            ]
        )
    }

    @Test func `checks the signatures of a path that ends without a known issuer`() throws {
        let setup = Setup {
            $0.addCA("other")
            $0.trust = ["other"]
        }
        #expect(
            try steps(setup) == [
                Step(path: ["leaf"], passed: Self.joined),
                Step(
                    path: ["leaf", "intermediate"],
                    passed: Self.joined + ["signature"],
                    refused: ["issuer": .unknownIssuer(depth: 1)]
                ),
            ]
        )
    }

    @Test func `checks a signature immediately if several issuers are candidates`() throws {
        let setup = Setup {
            $0["twin"] = $0.intermediate
            $0["twin"].copy = "intermediate"
            $0["twin"].subject = $0.intermediate.subject
            $0.serve = ["leaf", "twin", "intermediate"]
            for name in ["twin", "intermediate"] { $0[name].subjectKeyID = Entity.KeyID.none }
        }
        #expect(
            try steps(setup).prefix(2) == [
                Step(path: ["leaf"], passed: Self.joined),
                Step(
                    path: ["leaf", "twin"],
                    passed: Self.joined,
                    refused: ["signature": .badSignature(depth: 0)]
                ),
            ]
        )
    }

    @Test func `records nothing unless requested`() throws {
        #expect(try Setup().evaluation().trace == nil)
    }

    private func steps(_ setup: Setup) throws -> [Step] {
        let (trace, names) = try setup.trace()
        return try #require(trace).steps.map { step in
            let refused = step.outcomes.compactMap { outcome in
                outcome.rejection.map { (outcome.check, $0) }
            }
            return Step(
                path: step.path.map { names[$0] ?? "?" },
                passed: step.outcomes.filter { $0.rejection == nil }.map(\.check),
                refused: Dictionary(refused) { first, _ in first }
            )
        }
    }
}
