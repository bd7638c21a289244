import Basics
import Crypto
import Forge
import FuzzTargets
import PathValidation
import X509

extension FuzzTarget {
    /// For any CRLs and OCSP responses with a chain, the verdict on its revocation is sound.
    ///
    /// A stricter mode accepts no more, and the order of CRLs and a repeated CRL have no effect. A
    /// certificate that its issuer's only CRL lists is rejected if that CRL is signed, current,
    /// numbered and without a special scope. A certificate counts as revoked only if some CRL or
    /// response is about it.
    ///
    /// An input is a sequence of elements: first an OCTET STRING whose bytes choose the verify date
    /// and the number of responses; then BasicOCSPResponses for the chain. CRLs come last.
    public static let checkRevocation = FuzzTarget("CheckRevocation") { bytes in
        guard let evidence = RevocationEvidence(bytes) else { return }
        let (off, soft, hard) = (
            evidence.result(.off), evidence.result(.softFail), evidence.result(.hardFail)
        )
        invariant(
            !hard.isAccept || soft.isAccept,
            "hard-fail accepts what soft-fail rejects: \(soft)"
        )
        invariant(
            !soft.isAccept || off.isAccept,
            "soft-fail accepts what is rejected without checking: \(off)"
        )
        var reordered = evidence
        reordered.lists = evidence.lists.reversed() + evidence.lists.suffix(1)
        for (mode, before) in [(RevocationMode.softFail, soft), (.hardFail, hard)] {
            let after = reordered.result(mode)
            invariant(
                after.isAccept == before.isAccept,
                "the order of CRLs changes the verdict: \(before), \(after)"
            )
        }
        if soft.isAccept {
            let depth = evidence.depthOfPlainlyRevoked
            invariant(depth == nil, "a revoked certificate is accepted at depth \(depth ?? 0)")
        }
        if case .failure(let rejection) = soft, rejection.code == .revoked {
            invariant(
                !evidence.responses.isEmpty || evidence.listsAny,
                "revoked without a CRL entry or a response"
            )
        }
        hard.requireReason()
    }

    /// Mutates CRLs and responses in place and signs them again, for LLVMFuzzerCustomMutator.
    ///
    /// - Parameters:
    ///   - buffer: the writable memory.
    ///   - count: the number of bytes in use.
    ///   - seed: the seed of the mutation.
    ///   - raw: LLVMFuzzerMutate.
    /// - Returns: the number of bytes in use afterwards.
    public static func mutateEvidence(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: @escaping LibFuzzerMutate
    ) -> Int {
        mutateDER(buffer, count: count, seed: seed, raw: raw) { signed, _ in
            RevocationEvidence.signature(over: signed)
        }
    }
}

/// CRLs and OCSP responses about one chain, at an instant.
struct RevocationEvidence {
    /// The CRLs, as DER.
    var lists: [[UInt8]] = []
    /// Whole OCSP responses for the first certificates of the chain.
    private(set) var responses: [[UInt8]] = []
    private let verifyDate: Instant

    /// Returns nil if the input does not choose a date and a number of responses.
    init?(_ bytes: [UInt8]) {
        var reader = DERReader(bytes)
        guard let steering = try? reader.next(.octetString) else { return nil }
        var choices = Choices(Array(bytes[steering.content]))
        // Seconds from the forge's now: during, before and after the usual validity of a CRL.
        let offset = choices.one(of: [0, 86_400 * 8, -86_400, 3_600] as [Int64]) ?? 0
        verifyDate = Self.now + offset
        let count = choices.below(3)
        while lists.count < 8, let element = try? reader.next() {
            let encoding = Array(bytes[element.encoding])
            if responses.count < count {
                responses.append(OCSPResponse.successful(with: encoding))
            } else {
                lists.append(encoding)
            }
        }
    }

    /// Returns the result of path validation with this evidence.
    func result(_ mode: RevocationMode) -> Result<VerifiedPath, Rejection> {
        let chain = [Self.leaf.der, Self.intermediate.der]
        let validator = PathValidator(
            anchors: [Self.root],
            revocation: RevocationInputs(mode, crls: lists, of: chain, staples: responses)
        )
        return validator.evaluate(chain, for: nil, at: verifyDate, isTraced: false).result
    }

    /// The CRLs that decode, including those with faults that leave the other entries readable.
    private var decoded: [CertificateList] {
        lists.compactMap { try? CertificateList(der: $0, keepsFaults: true) }
    }

    /// Whether a CRL has the serial number of a certificate of the chain.
    var listsAny: Bool {
        decoded.contains { list in
            [Self.leaf, Self.intermediate].contains { certificate in
                let name = certificate.issuerName
                return list.entry(serial: certificate.der[certificate.serial], issuer: name) != nil
            }
        }
    }

    /// The depth of a certificate that a current and complete CRL with a valid signature revokes;
    /// nil if no certificate is revoked in this way.
    var depthOfPlainlyRevoked: Int? {
        guard responses.isEmpty else { return nil }
        let decoded = decoded
        let pairs = [(Self.leaf, Self.intermediate), (Self.intermediate, Self.root)]
        return pairs.firstIndex { certificate, issuer in
            let ofIssuer = decoded.filter {
                $0.der[$0.issuer] == certificate.der[certificate.issuer]
            }
            guard ofIssuer.count == 1, let list = ofIssuer.first else { return false }
            return isPlain(list) && Self.isSigned(list, by: issuer)
                && list.entry(
                    serial: certificate.der[certificate.serial],
                    issuer: certificate.issuerName
                ) != nil
        }
    }

    /// Whether a CRL is current and complete, and has a number and no unknown extension.
    private func isPlain(_ list: CertificateList) -> Bool {
        guard list.thisUpdate < verifyDate, let next = list.nextUpdate, verifyDate < next else {
            return false
        }
        return list.extensions.number != nil
            && list.extensions.list.allSatisfy { !$0.isCritical }
            && list.extensions.baseNumber == nil
            && list.extensions.issuingDistributionPoint == nil
            && list.entrySummary.unknownCriticalExtension == nil
            && !list.entrySummary.namesIssuers && list.entrySummary.removal == nil
            && list.algorithmsAgree
    }

    /// Whether OpenSSL verifies the CRL's signature with the algorithm of the certificates.
    private static func isSigned(_ list: CertificateList, by issuer: Certificate) -> Bool {
        let scheme = leaf.der[leaf.outerAlgorithm.encoding]
        guard list.der[list.outerAlgorithm.encoding] == scheme,
            let key = try? PublicKey(spki: issuer.der[issuer.spki])
        else { return false }
        return key.verifies(
            list.der[list.signature],
            over: list.der[list.tbs],
            by: .ecdsa(.sha256)
        )
    }
}

extension RevocationEvidence {
    /// 2026-01-01T00:00:00Z.
    static let now = Instant(seconds: 1_767_225_600)

    /// The distribution point of the end entity's CRL.
    static let point: DeclaredPoint = {
        var point = DeclaredPoint()
        point.names = [.uri("http://crl.example.test/1")]
        return point
    }()

    /// A chain of two certificates, and an OCSP responder that its issuer authorized.
    static let entities: [String: Entity] = {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "ca": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("ca")),
            "responder": Entity(role: .endEntity, issuer: .entity("ca")),
        ]
        entities["responder"]?.extendedKeyUsage = [.ocspSigning]
        entities["leaf"]?.crlDistributionPoints = [point]
        return entities
    }()

    private static let forged = made {
        try PKI(entities: entities).forge(seed: 31, at: now)
    }

    private static let leaf = member("leaf")
    private static let intermediate = member("ca")
    private static let root = member("root")

    private static func member(_ name: String) -> Certificate {
        made { try Certificate(der: forged.members[name]?.certificate ?? []) }
    }

    /// The keys by the encoded name of their owner.
    private static let keys: [[UInt8]: PrivateKey] = Dictionary(
        forged.members.values.map { ($0.subject, $0.key) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns the signature of a tbsCertList by its issuer, or of a tbsResponseData by its
    /// responder.
    ///
    /// The chain's issuer signs if the response names its responder by a key hash.
    fileprivate static func signature(over signed: [UInt8]) -> [UInt8]? {
        guard let (name, isResponse) = try? signer(of: signed) else { return nil }
        let key = keys[name] ?? (isResponse ? forged.members["ca"]?.key : nil)
        return try? key?.sign(signed, by: .ecdsa(.sha256))
    }

    /// Returns the name of the signer, and whether the signed part is of a response (RFC 5280
    /// §5.1.2, RFC 6960 §4.2.1).
    private static func signer(
        of encoding: [UInt8]
    ) throws(DERError) -> (name: [UInt8], isResponse: Bool) {
        var reader = DERReader(encoding)
        reader = try reader.inside(try reader.next(.sequence))
        if let responder = try reader.nextIfPresent(.context(1, constructed: true)) {
            return (Array(encoding[responder.content]), true)
        }
        if try reader.nextIfPresent(.context(2, constructed: true)) != nil { return ([], true) }
        _ = try reader.nextIfPresent(.integer)
        _ = try reader.next()
        return (Array(encoding[try reader.next().encoding]), false)
    }
}
