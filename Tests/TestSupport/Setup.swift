import Crypto
import Forge
import PathValidation
import Testing
import X509

/// A PKI with its served and trusted certificates and the reference identity.
///
/// By default it is the baseline setup of scenarios, which is valid.
package struct Setup: Sendable {
    package static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z
    package static let day: Int64 = 86_400

    package var entities: [String: Entity] = [
        "root": Entity(role: .rootCA, issuer: .itself),
        "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
        "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
    ]
    package var serve = ["leaf", "intermediate"]
    package var trust = ["root"]
    /// The class of each anchor; `system` by default.
    package var anchorClasses: [String: AnchorClass] = [:]
    package var identity: ReferenceIdentity? = .dns("www.example.test")
    package var verifyDate = now
    package var checks = PathCheck.catalogue
    package var policyInputs = PolicyInputs()
    package var revocation = RevocationMode.off
    /// The client's CRLs, by name.
    package var lists: [String: RevocationList] = [:]
    /// The entities whose declared responses are stapled to the entries of `serve`.
    package var staples: [String?] = []
    /// The bytes stapled to the leaf in place of a response.
    package var stapledBytes: [UInt8]?
    package var revocationChecks = RevocationCheck.catalogue
    package var budget = Budget()
    package var decoding = DERRules.strict
    package var building = PathBuilding.everyPath

    package init(_ change: (inout Setup) -> Void = { _ in }) {
        leaf.subjectAlternativeNames = [.dns("www.example.test")]
        change(&self)
    }

    package var root: Entity {
        get { self["root"] }
        set { self["root"] = newValue }
    }

    package var intermediate: Entity {
        get { self["intermediate"] }
        set { self["intermediate"] = newValue }
    }

    package var leaf: Entity {
        get { self["leaf"] }
        set { self["leaf"] = newValue }
    }

    /// Returns an entity; setting an unknown name declares it.
    package subscript(name: String) -> Entity {
        get { entities[name] ?? Entity(role: .endEntity, issuer: .itself) }
        set { entities[name] = newValue }
    }

    /// Declares a CA below `issuer`, or a root.
    package mutating func addCA(_ name: String, under issuer: String? = nil) {
        self[name] =
            issuer.map { Entity(role: .intermediateCA, issuer: .entity($0)) }
            ?? Entity(role: .rootCA, issuer: .itself)
    }

    /// Returns a validator's evaluation of the setup.
    package func evaluation() throws -> PathEvaluation {
        try evaluation(of: forged())
    }

    private func forged() throws -> ForgedPKI {
        try PKI(entities: entities, lists: lists).forge(seed: 11, at: Self.now)
    }

    /// Returns the trace of the setup's evaluation, and entity names by certificate.
    package func trace() throws -> (PathTrace?, names: [[UInt8]: String]) {
        let forged = try forged()
        let names = (serve + trust).compactMap { name in
            forged.members[name].map { ($0.certificate, name) }
        }
        return (
            try evaluation(of: forged, isTraced: true).trace,
            Dictionary(names) { first, _ in first }
        )
    }

    private func evaluation(
        of forged: ForgedPKI,
        isTraced: Bool = false
    ) throws -> PathEvaluation {
        func certificate(_ name: String) throws -> [UInt8] {
            try #require(forged.members[name], "no entity \(name)").certificate
        }
        let chain = try serve.map(certificate)
        var validator = PathValidator(
            anchors: try trust.map { try Certificate(der: certificate($0), rules: decoding) },
            checks: checks,
            decoding: decoding,
            policyInputs: policyInputs,
            revocation: RevocationInputs(
                revocation,
                crls: forged.crls.sorted { $0.key < $1.key }.map(\.value),
                of: chain,
                staples: stapledBytes.map { [$0] }
                    ?? staples.map { name in name.flatMap { forged.responses[$0] } },
                checks: revocationChecks
            ),
            budget: budget,
            building: building,
            cache: SignatureCache()
        )
        for (name, anchorClass) in anchorClasses {
            validator.anchorClasses[try Certificate(der: certificate(name), rules: decoding)] =
                anchorClass
        }
        return validator.evaluate(chain, for: identity, at: verifyDate, isTraced: isTraced)
    }

    /// Returns the verdict of the OpenSSL library at security level 2, only about the path.
    package func verdictOfOpenSSL() throws -> ChainVerification.Verdict {
        let forged = try forged()
        func certificate(_ name: String) throws -> [UInt8] {
            try #require(forged.members[name], "no entity \(name)").certificate
        }
        let chain = try serve.map(certificate)
        var verification = ChainVerification()
        verification.anchors = try trust.map(certificate)
        verification.endEntity = chain.first ?? []
        verification.intermediates = Array(chain.dropFirst())
        verification.verifyDate = verifyDate.seconds
        verification.purpose = .server
        verification.securityLevel = 2
        return verification.verdict()
    }

    /// Returns a validator's verdict, with certificates by entity name.
    package func outcome() throws -> Outcome {
        let forged = try forged()
        let evaluation = try evaluation(of: forged)
        func name(_ der: [UInt8]) -> String {
            serve.first { forged.members[$0]?.certificate == der }
                ?? trust.first { forged.members[$0]?.certificate == der } ?? "?"
        }
        switch evaluation.result {
        case .success(let path): return .accept(path.certificates.map(name))
        case .failure(let rejection): return .reject(rejection)
        }
    }

    package enum Outcome: Hashable, Sendable {
        case accept([String])
        case reject(Rejection)

        /// Accepted with the path of the baseline setup.
        package static let standard = path("leaf", "intermediate", "root")

        package static func path(_ names: String...) -> Outcome { .accept(names) }
    }
}

/// A setup and its expected verdict.
package struct SetupCase: CustomTestStringConvertible, Sendable {
    package let testDescription: String
    package let setup: Setup
    package let expected: Setup.Outcome

    private init(_ description: String, _ setup: Setup, _ expected: Setup.Outcome) {
        (testDescription, self.setup, self.expected) = (description, setup, expected)
    }

    /// Makes a case with a setup that is accepted with `path`.
    package static func accept(
        _ description: String,
        _ path: [String] = ["leaf", "intermediate", "root"],
        change: (inout Setup) -> Void
    ) -> SetupCase {
        SetupCase(description, Setup(change), .accept(path))
    }

    /// Makes a case with a setup that is rejected.
    package static func reject(
        _ description: String,
        _ rejection: Rejection,
        change: (inout Setup) -> Void
    ) -> SetupCase {
        SetupCase(description, Setup(change), .reject(rejection))
    }

    /// Makes a case with the standard path in `setup`.
    package static func accept(_ description: String, in setup: Setup) -> SetupCase {
        SetupCase(description, setup, .standard)
    }

    /// Makes a rejected case.
    package static func reject(
        _ description: String,
        _ rejection: Rejection,
        in setup: Setup
    ) -> SetupCase {
        SetupCase(
            description,
            setup,
            .reject(rejection)
        )
    }

    package func check() throws {
        #expect(try setup.outcome() == expected)
    }
}
