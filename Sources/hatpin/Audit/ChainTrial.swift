import ClientModels
import Crypto
import Lint
import PathValidation
import ScenarioFormat
import X509

/// The pins in a file, as base64 of SHA-256.
struct StatedHashes {
    /// A hash and its position.
    struct Hash: Hashable {
        let range: Range<Int>
        let bytes: [UInt8]
    }

    let all: [Hash]

    /// Finds each text of 43 base64 characters and a `=`, in a file of any format.
    init(in bytes: [UInt8]) {
        all = bytes.indices.compactMap { end -> Hash? in
            guard bytes[end] == UInt8(ascii: "="), end >= 43,
                end + 1 == bytes.count || !Self.isBase64(bytes[end + 1]),
                bytes[(end - 43)..<end].allSatisfy(Self.isBase64),
                let bytes = Base64.decode(bytes[(end - 43)...end]), bytes.count == 32
            else { return nil }
            return Hash(range: (end - 43)..<(end + 1), bytes: bytes)
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }
}

/// Applies one system's model to a real chain, with the file unchanged or with replaced hashes.
///
/// The server's next key is unknown. If today's pin is replaced by a hash that matches no key, the
/// model rejects the chain exactly when the file would reject the next key.
struct ChainTrial {
    let party: PartyReference
    let file: ReviewedFile
    let chain: RealChain
    let host: String
    let now: Instant

    /// A hash that matches no key.
    private static let none = [UInt8](repeating: 0x5a, count: 31) + [0xa5]

    /// Returns the hashes in the file that the system compares at the host: without them the chain
    /// is rejected, and with one of them it is accepted.
    ///
    /// One file may configure several systems and hosts, each with pins. If the pins or the chain
    /// have expired, so that the system compares no hash today, the first time at which the whole
    /// chain is valid is used.
    func compared(among hashes: [StatedHashes.Hash]) -> [StatedHashes.Hash] {
        let today = compared(among: hashes, at: now)
        guard today.isEmpty, let first = chain.certificates.map(\.validity.notBefore).max() else {
            return today
        }
        return compared(among: hashes, at: first)
    }

    private func compared(
        among hashes: [StatedHashes.Hash],
        at instant: Instant
    ) -> [StatedHashes.Hash] {
        let trial = ChainTrial(party: party, file: file, chain: chain, host: host, now: instant)
        guard !trial.isAccepted(without: hashes) else { return [] }
        return hashes.filter { hash in
            let others = hashes.filter { $0 != hash }
            return chain.keys.contains { trial.isAccepted(by: hash, of: $0, without: others) }
        }
    }

    /// - Parameter replaced: the new value of each replaced hash.
    /// - Returns: nil if the changed file is not a configuration, or if its model has no file
    ///   format.
    func decision(_ replaced: [StatedHashes.Hash: [UInt8]] = [:]) -> Decision? {
        let presented = Presented(
            chain: chain.certificates.prefix(chain.sent).map(\.der),
            store: chain.store,
            pins: nil,
            verifyDate: now
        )
        return model(replaced)?.policy.evaluate(presented, for: RealChain.identity(host))
    }

    private func model(_ replaced: [StatedHashes.Hash: [UInt8]]) -> ConfiguredModel? {
        let edits = replaced.map { Edit($0.key.range, Base64.text($0.value)) }
        let bytes = file.applying(edits)
        guard let model = PolicyModel.catalogue.first(where: { $0.name == party.name }),
            let setting = model.configuration, case .document(let notation) = setting.kind,
            let document = try? PolicyDocument(bytes, in: notation)
        else { return nil }
        var documents = party.documents
        documents[setting.name] = document
        return try? model.configured(party.settings, documents: documents)
    }

    /// Whether the chain is accepted when these hashes match no key.
    func isAccepted(without hashes: [StatedHashes.Hash]) -> Bool {
        isAccepted(Dictionary(hashes.map { ($0, Self.none) }) { first, _ in first })
    }

    /// Whether the chain is accepted when `spare` matches the server's key, and `hashes` match no
    /// key.
    func isAccepted(by spare: StatedHashes.Hash, without hashes: [StatedHashes.Hash]) -> Bool {
        chain.keys.first.map { isAccepted(by: spare, of: $0, without: hashes) } ?? false
    }

    /// Whether the chain is accepted when `hash` matches this key, and `hashes` match no key.
    private func isAccepted(
        by hash: StatedHashes.Hash,
        of key: [UInt8],
        without hashes: [StatedHashes.Hash]
    ) -> Bool {
        var replaced = Dictionary(hashes.map { ($0, Self.none) }) { first, _ in first }
        replaced[hash] = key
        return isAccepted(replaced)
    }

    private func isAccepted(_ replaced: [StatedHashes.Hash: [UInt8]]) -> Bool {
        if case .accept? = decision(replaced)?.verdict { true } else { false }
    }
}
