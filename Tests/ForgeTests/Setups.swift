import Crypto
import Forge
import Testing
import X509

/// Saturday 2026-11-21T00:00:00Z.
let now = Instant(seconds: 1_795_219_200)

/// Returns the PKI root ← intermediate ← leaf.
func baselineSetup(_ change: (inout PKI) -> Void = { _ in }) -> PKI {
    var pki = PKI(entities: [
        "root": Entity(role: .rootCA, issuer: .itself),
        "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
        "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
    ])
    change(&pki)
    return pki
}

/// Returns the certificate of the leaf with this change.
func leaf(_ change: (inout Entity) -> Void) throws -> [UInt8] {
    var entity = Entity(role: .endEntity, issuer: .entity("intermediate"))
    change(&entity)
    return try baselineSetup { $0.entities["leaf"] = entity }.forge(seed: 1, at: now)
        .certificate("leaf")
}

extension ForgedPKI {
    func certificate(_ name: String) throws -> [UInt8] {
        try #require(members[name]).certificate
    }

    func decoded(_ name: String) throws -> Certificate {
        try Certificate(der: certificate(name))
    }

    /// Whether one entity's certificate is signed with another entity's key.
    func isSigned(_ name: String, by issuer: String, _ scheme: SignatureScheme) throws -> Bool {
        let certificate = try decoded(name)
        let key = try PublicKey(spki: #require(members[issuer]).key.spki)
        return key.verifies(
            Array(certificate.der[certificate.signature]),
            over: certificate.der[certificate.tbs],
            by: scheme
        )
    }
}

extension Certificate {
    func bytes(_ range: Range<Int>?) -> [UInt8]? { range.map { Array(der[$0]) } }

    /// The identifiers of its extensions.
    var extensionIdentifiers: [ObjectIdentifier] {
        extensions.list.map { ObjectIdentifier(content: Array(der[$0.identifier])) }
    }
}
