import ClientModels
import Forge
import PathValidation
import Testing
import X509

/// Certificates forged for a table of cases, by entity name; none of them expires.
package struct Fixture: Sendable {
    /// 2026-11-21T00:00:00Z, the verification time of all cases.
    package static let now = Instant(seconds: 1_795_219_200)

    /// The seed of all keys.
    package static let seed: UInt64 = 7

    private let forged: Result<ForgedPKI, ForgeError>

    package init(_ entities: [String: Entity]) {
        forged = Result { () throws(ForgeError) in
            try PKI(entities: entities).forge(seed: Self.seed, at: Self.now)
        }
    }

    package func certificate(_ name: String) throws -> [UInt8] {
        try #require(try forged.get().members[name], "no entity \(name)").certificate
    }

    /// Returns the hash of an entity's key in the notation of configurations.
    package func spkiSHA256(_ name: String) throws -> String {
        let pin = Pin.key(of: try certificate(name))
        return Base64.text(try #require(pin.spkiHash(), "no key of \(name)"))
    }

    /// Returns the declared OCSP response of an entity; nil if there is none.
    package func response(_ name: String) throws -> [UInt8]? {
        try forged.get().responses[name]
    }

    package func certificates(_ names: [String]) throws -> [[UInt8]] {
        try names.map(certificate)
    }

    /// Returns the decoded certificates of these entities.
    package func decoded(_ names: [String]) throws -> [Certificate] {
        try certificates(names).map { try Certificate(der: $0) }
    }

    /// Returns the challenge for a client that trusts and pins these entities.
    package func presented(
        _ served: [String],
        system: [String],
        user: [String] = [],
        pins: [String]? = nil
    ) throws -> Presented {
        Presented(
            chain: try certificates(served),
            store: TrustStore(system: try certificates(system), user: try certificates(user)),
            pins: try pins.map { try certificates($0).map(Pin.certificate) },
            verifyDate: Self.now
        )
    }

    /// Returns the decision with certificates as entity names and rejections as reason words.
    package func outline(_ decision: Decision) throws -> Outline {
        let members = try forged.get().members
        let verdict: Outline.Verdict =
            switch decision.verdict {
            case .accept(.path(let path)):
                .path(
                    path.certificates.map { der in
                        members.first { $0.value.certificate == der }?.key ?? "?"
                    }
                )
            case .accept(.pin): .pin
            case .accept(.unchecked): .unchecked
            case .accept(.observed), .accept(.plaintext): .observed
            case .reject(let rejection): .reject(rejection.code)
            }
        return Outline(
            verdict: verdict,
            disposition: decision.disposition,
            trustResult: decision.trustResult,
            error: decision.error,
            configurationError: decision.configurationError
        )
    }
}

/// A complete decision in words for a table.
package struct Outline: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        /// The entities of the verified path, end entity first.
        case path([String])
        case pin, unchecked, observed
        case reject(Rejection.Code)
    }

    package var verdict: Verdict
    package var disposition: Disposition?
    package var trustResult: TrustResult?
    package var error: String?
    package var configurationError: String?

    package init(
        verdict: Verdict,
        disposition: Disposition? = nil,
        trustResult: TrustResult? = nil,
        error: String? = nil,
        configurationError: String? = nil
    ) {
        self.verdict = verdict
        self.disposition = disposition
        self.trustResult = trustResult
        self.error = error
        self.configurationError = configurationError
    }

    /// Returns the outline of a delegate that uses the credential.
    package static func used(_ verdict: Verdict, _ result: TrustResult = .unspecified) -> Outline {
        Outline(verdict: verdict, disposition: .useCredential, trustResult: result)
    }

    /// Returns the outline of a delegate that cancels the challenge.
    package static func cancelled(
        _ reason: Rejection.Code,
        _ result: TrustResult = .recoverableFailure
    ) -> Outline {
        Outline(
            verdict: .reject(reason),
            disposition: .cancel,
            trustResult: result,
            error: "NSURLErrorDomain -999"
        )
    }
}

extension Entity {
    package static func root(_ change: (inout Entity) -> Void = { _ in }) -> Entity {
        var entity = Entity(role: .rootCA, issuer: .itself)
        change(&entity)
        return entity
    }

    package static func intermediate(
        _ issuer: String,
        _ change: (inout Entity) -> Void = { _ in }
    ) -> Entity {
        var entity = Entity(role: .intermediateCA, issuer: .entity(issuer))
        change(&entity)
        return entity
    }

    /// Returns an end entity with these DNS names; without names, it has no subjectAltName.
    package static func leaf(
        _ issuer: String,
        _ names: String...,
        change: (inout Entity) -> Void = { _ in }
    ) -> Entity {
        var entity = Entity(role: .endEntity, issuer: .entity(issuer))
        entity.subjectAlternativeNames = names.map(DeclaredName.dns)
        change(&entity)
        return entity
    }

    package static func selfSigned(
        _ names: String...,
        change: (inout Entity) -> Void = { _ in }
    ) -> Entity {
        var entity = Entity(role: .endEntity, issuer: .itself)
        entity.subjectAlternativeNames = names.map(DeclaredName.dns)
        change(&entity)
        return entity
    }

    /// Makes the validity end yesterday.
    package mutating func expire() {
        notBefore = .relative(-90 * 86_400)
        notAfter = .relative(-86_400)
    }
}

/// Returns a subject with one common name.
package func commonName(_ text: String) -> Name {
    Name(relativeNames: [
        [Name.Attribute(type: .commonName, tag: .utf8String, value: Array(text.utf8))]
    ])
}

/// Reads hexadecimal bytes; a typing error gives no bytes, so the test fails.
package func hexBytes(_ hex: String) -> [UInt8] { Array(hex: hex) ?? [] }
