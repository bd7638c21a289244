import Campaigns
import Forge
import FuzzTargets
import OpenSSL
import PKIX
import Scenarios
import SeededChoices
import Synchronization
import Trust

extension FuzzTarget {
    /// Whatever chain is served, every profile's verdict bears looking into: a path that is accepted
    /// holds before another reader; the order of the certificates behind the end entity, and
    /// strangers among them, change nothing; and where pins are added, nothing is accepted that was
    /// not.
    ///
    /// An input is elements one after the other: an OCTET STRING, whose octets choose the profile,
    /// the host and the verify date, then the chain, the end entity first.
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

    /// Mutates a chain in place and signs its certificates again, for LLVMFuzzerCustomMutator: each
    /// by the key of whom it names as its issuer, so that more is reached than signatures.
    ///
    /// - Parameters:
    ///   - buffer: all that may be written to.
    ///   - count: how many bytes of it there are.
    ///   - seed: which mutation it is.
    ///   - raw: LLVMFuzzerMutate.
    /// - Returns: how many bytes there are afterwards.
    public static func mutateChain(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: LibFuzzerMutate
    ) -> Int {
        mutateDER(buffer, count: count, seed: seed, raw: raw) { signed, _ in
            ServedChain.signature(over: signed)
        }
    }
}

/// A chain, and what is asked of it.
struct ServedChain {
    let ruling: PathRuling
    let question: ChainQuestion

    /// Nil where nothing says what is asked.
    init?(_ bytes: [UInt8]) {
        var reader = DERReader(bytes)
        guard let steering = try? reader.next(.octetString) else { return nil }
        var choices = Choices(Array(bytes[steering.content]))
        guard let ruling = choices.one(of: PathRuling.all),
            let identity = choices.one(of: Self.identities),
            let offset = choices.one(of: Self.offsets)
        else { return nil }
        var chain: [[UInt8]] = []
        // Strangers are put behind what is served, and of a longer chain they would take the place.
        while chain.count < 8, let element = try? reader.next() {
            chain.append(Array(bytes[element.encoding]))
        }
        self.ruling = ruling
        question = ChainQuestion(
            anchors: Self.standard.question.anchors,
            chain: chain,
            identity: identity,
            verifyDate: ForgedWorld.now + offset
        )
    }

    /// The first is the standard world's.
    private static let identities: [ReferenceIdentity] = [
        .dns("www.example.test"), .dns("other.example.test"), .ip([192, 0, 2, 1]),
        .dns("example.test"),
    ]

    /// In seconds from the forge's now: inside of all validities, and at and behind their ends.
    private static let offsets: [Int64] = [0, 86_400 * 89, 86_400 * 366, -86_400 * 366]

    private static let standard = made { try ForgedWorld(World.standard) }

    /// The keys of the standard world by the names that issuers are named by.
    private static let keys: [[UInt8]: PrivateKey] = Dictionary(
        standard.pki.members.values.map { ($0.subject, $0.key) },
        uniquingKeysWith: { first, _ in first }
    )

    /// What the issuer of a TBSCertificate would sign it with; nil for one that we do not know.
    static func signature(over signed: ArraySlice<UInt8>) -> [UInt8]? {
        let encoding = Array(signed)
        guard let issuer = try? issuer(of: encoding), let key = keys[issuer] else { return nil }
        return try? key.sign(encoding, by: .ecdsa(.sha256))
    }

    /// The DER of the fourth field, or the third where the version is left out (RFC 5280 §4.1).
    private static func issuer(of encoding: [UInt8]) throws(DERError) -> [UInt8] {
        var reader = DERReader(encoding)
        reader = try reader.inside(try reader.next(.sequence))
        _ = try reader.nextIfPresent(.context(0, constructed: true))
        for _ in 0..<2 { _ = try reader.next() }
        return Array(encoding[try reader.next().encoding])
    }
}
