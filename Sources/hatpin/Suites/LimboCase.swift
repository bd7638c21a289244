import Basics
import ScenarioFormat
import X509

/// A case of x509-limbo's suite, as its schema (version 1) describes it.
package struct LimboCase: Sendable {
    enum ValidationKind: String, Sendable {
        case server = "SERVER"
        case client = "CLIENT"
    }

    /// The identity that the end entity must have.
    enum PeerName: Hashable, Sendable {
        case identity(ReferenceIdentity)
        case mailbox(String)
        /// The name is malformed, or of an unknown kind.
        case unreadable(String, kind: String)
    }

    /// The name of the case, such as `rfc5280::aki::intermediate-missing-aki`.
    let id: String
    let features: [String]
    let validationKind: ValidationKind
    /// The trust anchors as PEM; `untrusted`, `peer` and `crls` are PEM, too.
    let trusted: [String]
    let untrusted: [String]
    let peer: String
    let crls: [String]
    let validationTime: Instant
    /// The acceptable signature algorithms; if empty, all algorithms are acceptable.
    let signatureAlgorithms: [ObjectIdentifier]
    let keyUsages: [KeyUsageBit]
    let purposes: [ObjectIdentifier]
    let peerNames: [PeerName]
    /// The allowed number of intermediates, without end entity and anchor; nil for no limit.
    let maximumDepth: Int?

    /// The part of the id before the first `::`.
    var namespace: Substring { id.prefix { $0 != ":" } }
}

extension LimboCase {
    /// Returns the cases of a suite, in order; `json` is the whole document.
    package static func suite(_ json: [UInt8]) throws(CaseFault) -> [LimboCase] {
        let document = try CaseFields.json(json)
        guard document["version"]?.integer() == 1, case .array(let cases)? = document["testcases"]
        else { throw .noSuite }
        var suite: [LimboCase] = []
        suite.reserveCapacity(cases.count)
        for testcase in cases { suite.append(try LimboCase(testcase)) }
        return suite
    }

    private init(_ json: JSONValue) throws(CaseFault) {
        guard let id = json["id"]?.string else { throw .member("id", id: nil) }
        let fields = CaseFields(id: id, json: json)
        self.id = id
        features = try fields.texts("features")
        validationKind = try fields.value("validation_kind") { ValidationKind(rawValue: $0) }
        trusted = try fields.texts("trusted_certs")
        untrusted = try fields.texts("untrusted_intermediates")
        peer = try fields.value("peer_certificate") { $0 }
        crls = try fields.texts("crls")
        validationTime = try fields.value("validation_time") { Instant(iso8601: $0) }
        signatureAlgorithms = try fields.values("signature_algorithms") {
            Self.signatureAlgorithms[$0] ?? nil
        }
        keyUsages = try fields.values("key_usage") { Self.keyUsages[$0] }
        purposes = try fields.values("extended_key_usage") { Self.purposes[$0] }
        maximumDepth = try fields.count("max_chain_depth")
        peerNames = try fields.peerNames()
    }

    private static let keyUsages: [String: KeyUsageBit] = [
        "digitalSignature": .digitalSignature, "contentCommitment": .nonRepudiation,
        "keyEncipherment": .keyEncipherment, "dataEncipherment": .dataEncipherment,
        "keyAgreement": .keyAgreement, "keyCertSign": .keyCertSign, "cRLSign": .crlSign,
        "encipherOnly": .encipherOnly, "decipherOnly": .decipherOnly,
    ]

    private static let signatureAlgorithms: [String: ObjectIdentifier?] = [
        "RSA_WITH_MD5": .md5WithRSA, "RSA_WITH_SHA1": .sha1WithRSA,
        "RSA_WITH_SHA224": .sha224WithRSA, "RSA_WITH_SHA256": .sha256WithRSA,
        "RSA_WITH_SHA384": .sha384WithRSA, "RSA_WITH_SHA512": .sha512WithRSA,
        "RSA_WITH_SHA3_224": .sha3_224WithRSA, "RSA_WITH_SHA3_256": .sha3_256WithRSA,
        "RSA_WITH_SHA3_384": .sha3_384WithRSA, "RSA_WITH_SHA3_512": .sha3_512WithRSA,
        "RSASSA_PSS": .rsassaPSS,
        "ECDSA_WITH_SHA1": .ecdsaWithSHA1, "ECDSA_WITH_SHA224": .ecdsaWithSHA224,
        "ECDSA_WITH_SHA256": .ecdsaWithSHA256, "ECDSA_WITH_SHA384": .ecdsaWithSHA384,
        "ECDSA_WITH_SHA512": .ecdsaWithSHA512, "ECDSA_WITH_SHA3_224": .ecdsaWithSHA3_224,
        "ECDSA_WITH_SHA3_256": .ecdsaWithSHA3_256, "ECDSA_WITH_SHA3_384": .ecdsaWithSHA3_384,
        "ECDSA_WITH_SHA3_512": .ecdsaWithSHA3_512,
        "DSA_WITH_SHA1": .dsaWithSHA1, "DSA_WITH_SHA224": .dsaWithSHA224,
        "DSA_WITH_SHA256": .dsaWithSHA256,
        "DSA_WITH_SHA384": ObjectIdentifier("2.16.840.1.101.3.4.3.3"),
        "DSA_WITH_SHA512": ObjectIdentifier("2.16.840.1.101.3.4.3.4"),
        "ED25519": .ed25519, "ED448": .ed448,
        "GOSTR3411_94_WITH_3410_2001": ObjectIdentifier("1.2.643.2.2.3"),
        "GOSTR3410_2012_WITH_3411_2012_256": ObjectIdentifier("1.2.643.7.1.1.3.2"),
        "GOSTR3410_2012_WITH_3411_2012_512": ObjectIdentifier("1.2.643.7.1.1.3.3"),
    ]

    private static let purposes: [String: ObjectIdentifier] = [
        "anyExtendedKeyUsage": .anyExtendedKeyUsage, "serverAuth": .serverAuth,
        "clientAuth": .clientAuth, "codeSigning": .codeSigning,
        "emailProtection": .emailProtection, "timeStamping": .timeStamping,
        "OCSPSigning": .ocspSigning,
    ]
}

extension CaseFields {
    /// Returns the members `expected_peer_name` and `expected_peer_names`.
    fileprivate func peerNames() throws(CaseFault) -> [LimboCase.PeerName] {
        var listed: [JSONValue] = []
        if let name = member("expected_peer_name") { listed.append(name) }
        if let names = member("expected_peer_names") {
            guard case .array(let names) = names else { throw fault("expected_peer_names") }
            listed += names
        }
        var names: [LimboCase.PeerName] = []
        for json in listed {
            guard let name = LimboCase.PeerName(json) else { throw fault("expected_peer_name") }
            names.append(name)
        }
        return names
    }
}

extension LimboCase.PeerName {
    fileprivate init?(_ json: JSONValue) {
        guard let value = json["value"]?.string, let kind = json["kind"]?.string else { return nil }
        switch kind {
        case "DNS": self = .identity(.dns(value))
        case "IP":
            let bytes = IPAddress.bytes(value)
            self = bytes.map { .identity(.ip($0)) } ?? .unreadable(value, kind: kind)
        case "RFC822": self = .mailbox(value)
        default: self = .unreadable(value, kind: kind)
        }
    }
}

extension Instant {
    /// Parses an ISO 8601 date-time with its offset, such as `2024-04-01T00:00:00.005+00:00`.
    ///
    /// Drops fractions of a second, which certificates do not have (RFC 5280 §4.1.2.5).
    fileprivate init?(iso8601 text: String) {
        guard let instant = Instant(rfc3339: text.prefix(19) + "Z") else { return nil }
        var rest = text.dropFirst(19)
        if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
        if rest == "Z" {
            self = instant
            return
        }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard let sign = rest.first, sign == "+" || sign == "-", parts.count == 2,
            parts.allSatisfy({ $0.count == 2 }), let hours = UInt8(parts[0]), hours < 24,
            let minutes = UInt8(parts[1]), minutes < 60
        else { return nil }
        let offset = (Int64(hours) * 60 + Int64(minutes)) * 60
        self = instant + (sign == "+" ? -offset : offset)
    }
}
