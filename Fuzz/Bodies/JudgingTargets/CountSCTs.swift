import Basics
import Crypto
import Forge
import FuzzTargets
import PathValidation
import X509

extension FuzzTarget {
    /// For any SCTs with a chain, the verdict of a CT policy is sound.
    ///
    /// A client accepts no more chains if it knows fewer logs or if its clock is earlier. An
    /// accepted chain comes with SCTs that name two logs which the client knows.
    ///
    /// An input is a sequence of elements: an OCTET STRING whose bytes choose the end entity, the
    /// policy and the verify date; an OCTET STRING with the handshake's
    /// SignedCertificateTimestampList; and a BasicOCSPResponse. The last element, or the last two
    /// elements, can be absent.
    public static let countSCTs = FuzzTarget("CountSCTs") { bytes in
        guard let evidence = SCTEvidence(bytes) else { return }
        let known = SCTEvidence.logs
        let isAccepted = evidence.isAccepted(knowing: known)
        for left in known.indices {
            let fewer = known.indices.filter { $0 != left }.map { known[$0] }
            invariant(
                isAccepted || !evidence.isAccepted(knowing: fewer),
                "a client accepts that knows fewer logs than \(known.count)"
            )
        }
        guard isAccepted else { return }
        invariant(evidence.isAccepted(knowing: known, after: 86_400), "not accepted a day later")
        invariant(evidence.namedLogs >= 2, "accepted with \(evidence.namedLogs) logs")
    }
}

/// SCTs that come with one of several end entities, and the policy that counts them.
struct SCTEvidence {
    private let endEntity: [UInt8]
    private let policy: TransparencyPolicy
    private let verifyDate: Instant
    private var list, response: [UInt8]?

    /// Returns nil if the input does not choose an end entity, a policy and a date.
    init?(_ bytes: [UInt8]) {
        var reader = DERReader(bytes)
        guard let steering = try? reader.next(.octetString) else { return nil }
        var choices = Choices(Array(bytes[steering.content]))
        guard let endEntity = choices.one(of: Self.endEntities),
            let policy = choices.one(of: [TransparencyPolicy.chromium, .apple]),
            let offset = choices.one(of: [0, -86_400 / 2, 86_400 * 8] as [Int64])
        else { return nil }
        self.endEntity = endEntity
        self.policy = policy
        verifyDate = Self.now + offset
        list = (try? reader.next(.octetString)).map { Array(bytes[$0.content]) }
        let basic = try? reader.next()
        response = basic.map { OCSPResponse.successful(with: Array(bytes[$0.encoding])) }
    }

    /// Whether a client that knows these logs accepts some seconds after the verify date; requires
    /// a reason for a rejection.
    func isAccepted(knowing logs: [TransparencyLog], after seconds: Int64 = 0) -> Bool {
        let inputs = TransparencyInputs(logs: logs, handshake: list, response: response)
        let validator = PathValidator(
            anchors: [Self.root],
            checks: PathCheck.catalogue + [.certificateTransparency(policy, inputs)]
        )
        let result = validator.evaluate([endEntity], for: nil, at: verifyDate + seconds).result
        result.requireReason()
        return result.isAccept
    }

    /// The number of logs whose ID is in the certificate, the handshake or the response.
    var namedLogs: Int {
        let places = [endEntity, list ?? [], response ?? []]
        return Self.logIDs.count { id in places.contains { $0.contains(id) } }
    }
}

extension SCTEvidence {
    /// 2026-01-01T00:00:00Z.
    static let now = Instant(seconds: 1_767_225_600)
    static let seed: UInt64 = 51

    /// End entities without an SCT, with one SCT, and with SCTs of two operators.
    static let entities: [String: Entity] = {
        var entities = ["root": Entity(role: .rootCA, issuer: .itself)]
        for (name, logs) in [("bare", []), ("one", ["first"]), ("two", ["first", "second"])] {
            var entity = Entity(role: .endEntity, issuer: .entity("root"))
            if !logs.isEmpty { entity.scts = logs.map { .made(LogPromise(log: $0)) } }
            entities[name] = entity
        }
        return entities
    }()

    /// The states and operators of the logs that the client knows.
    ///
    /// The second log became read-only after it issued its SCTs for the end entities.
    private static let known: [(name: String, operatedBy: String, state: TransparencyLog.State)] = [
        ("first", "A", .usable), ("second", "B", .readOnly), ("third", "A", .retired),
    ]

    static let logs: [TransparencyLog] = made {
        try known.map { log in
            let forged = try ForgedLog(log.name, seed: seed)
            return TransparencyLog(
                id: forged.id,
                key: forged.key.spki,
                operatedBy: log.operatedBy,
                state: log.state,
                since: now + (log.state == .readOnly ? 0 : -86_400 * 10)
            )
        }
    }

    private static let logIDs: [[UInt8]] = made {
        try known.map { try ForgedLog($0.name, seed: seed).id }
    }

    private static let forged = made { try PKI(entities: entities).forge(seed: seed, at: now) }
    private static let endEntities = ["bare", "one", "two"].map { member($0).der }
    private static let root = member("root")

    private static func member(_ name: String) -> Certificate {
        made { try Certificate(der: forged.members[name]?.certificate ?? []) }
    }
}
