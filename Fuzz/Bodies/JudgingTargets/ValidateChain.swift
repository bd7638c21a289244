import Basics
import Campaigns
import Crypto
import Forge
import FuzzTargets
import PathValidation
import ScenarioFormat
import Synchronization
import X509

extension FuzzTarget {
    /// For any served chain, every profile's verdict passes independent checks.
    ///
    /// OpenSSL confirms an accepted path. The order of the certificates after the end entity, and
    /// unrelated certificates among them, have no effect. Added pins never turn a rejection into an
    /// accept.
    ///
    /// An input is a sequence of elements: first an OCTET STRING whose bytes choose the profile,
    /// the host and the verify date; then the chain, end entity first.
    public static let validateChain = FuzzTarget("ValidateChain") { bytes in
        guard let served = ServedChain(bytes) else { return }
        _ = PathTrial.shared.withLock { trial in
            trial.check(
                served.question,
                by: served.ruling,
                PathTrial.Relation(chosenBy: bytes),
                "\(served.ruling.profile.name)"
            )
        }
    }

    /// Mutates a chain in place and signs its certificates again, for LLVMFuzzerCustomMutator.
    ///
    /// The key of the named issuer signs each certificate, so that checks after the signature run.
    ///
    /// - Parameters:
    ///   - buffer: the writable memory.
    ///   - count: the number of bytes in use.
    ///   - seed: the seed of the mutation.
    ///   - raw: LLVMFuzzerMutate.
    /// - Returns: the number of bytes in use afterwards.
    public static func mutateChain(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: @escaping LibFuzzerMutate
    ) -> Int {
        mutateDER(buffer, count: count, seed: seed, raw: raw) { signed, _ in
            ServedChain.signature(over: signed)
        }
    }
}

/// A served chain with a question about it.
struct ServedChain {
    let ruling: PathRuling
    let question: ChainQuestion

    /// Returns nil if the input has no question.
    init?(_ bytes: [UInt8]) {
        var reader = DERReader(bytes)
        guard let steering = try? reader.next(.octetString) else { return nil }
        var choices = Choices(Array(bytes[steering.content]))
        guard let ruling = choices.one(of: PathRuling.all),
            let identity = choices.one(of: Self.identities),
            let offset = choices.one(of: Self.offsets)
        else { return nil }
        var chain: [[UInt8]] = []
        // `checkOrder` appends two certificates, which must not displace the certificates of a
        // longer chain.
        while chain.count < 8, let element = try? reader.next() {
            chain.append(Array(bytes[element.encoding]))
        }
        self.ruling = ruling
        question = ChainQuestion(
            anchors: Self.standard.question.anchors,
            chain: chain,
            identity: identity,
            verifyDate: ForgedSetup.now + offset
        )
    }

    /// The identities to choose from; the identity of the baseline setup is first.
    private static let identities: [ReferenceIdentity] = [
        .dns("www.example.test"), .dns("other.example.test"), .ip([192, 0, 2, 1]),
        .dns("example.test"),
    ]

    /// The verify dates to choose from, in seconds after the time at which the setup is forged.
    private static let offsets: [Int64] = [0, 86_400 * 89, 86_400 * 366, -86_400 * 366]

    private static let standard = made { try ForgedSetup(Setup.standard) }

    /// The keys of the baseline setup, by the encoded name of the issuer.
    private static let keys: [[UInt8]: PrivateKey] = Dictionary(
        standard.pki.members.values.map { ($0.subject, $0.key) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns the signature of a TBSCertificate by its issuer's key; nil for an unknown issuer.
    static func signature(over signed: [UInt8]) -> [UInt8]? {
        guard let issuer = try? issuer(of: signed), let key = keys[issuer] else { return nil }
        return signatures.withLock { signatures in
            if let known = signatures[Bytes(signed)] { return known }
            guard let new = try? key.sign(signed, by: .ecdsa(.sha256)) else { return nil }
            if signatures.count >= 4_096 { signatures.removeAll(keepingCapacity: true) }
            signatures[Bytes(signed)] = new
            return new
        }
    }

    /// Earlier signatures by the signed bytes; a signature depends only on these bytes.
    ///
    /// A mutation leaves most certificates of a chain unchanged, and a signature costs as much as
    /// the validation.
    private static let signatures = Mutex<[Bytes: [UInt8]]>([:])

    /// Returns the DER of the issuer: the fourth field, or the third field if the version is
    /// omitted (RFC 5280 §4.1).
    private static func issuer(of encoding: [UInt8]) throws(DERError) -> [UInt8] {
        var reader = DERReader(encoding)
        reader = try reader.inside(try reader.next(.sequence))
        _ = try reader.nextIfPresent(.context(0, constructed: true))
        for _ in 0..<2 { _ = try reader.next() }
        return Array(encoding[try reader.next().encoding])
    }
}
