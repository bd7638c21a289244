import Crypto
import X509

/// Forges an entity's certificate: mutated by stage, signed, and changed by surgery.
struct CertificateForging {
    private let declared: Entity
    private let signer: Signer
    private let mutations: [Mutation]

    private var entity: String { signer.entity }
    private var surgery: [Surgery] { declared.raw }

    /// Finds the entity's mutations by name.
    init(_ entity: Entity, signedBy signer: Signer) throws(ForgeError) {
        declared = entity
        var mutations: [Mutation] = []
        for word in entity.mutate {
            guard let mutation = Mutation.named(word) else {
                throw .unknownMutation(entity: signer.entity, word)
            }
            mutations.append(mutation)
        }
        self.mutations = mutations
        self.signer = signer.changing(by: mutations)
    }

    /// Returns the signed certificate of these fields after all mutations and surgery.
    ///
    /// Mutations of fields come first, then mutations of the signed part, of signatures and of the
    /// finished certificate. Within each group they keep the declared order. Surgery follows, and
    /// the bit flip is last.
    func certificate(_ fields: CertificateFields) throws(ForgeError) -> [UInt8] {
        guard let byte = declared.flippedByte else { return try unflipped(fields) }
        var certificate = try unflipped(fields)
        certificate[byte % certificate.count] ^= 1
        return certificate
    }

    private func unflipped(_ fields: CertificateFields) throws(ForgeError) -> [UInt8] {
        guard let cache = signer.cache else { return try made(of: fields) }
        return try cache.certificate(
            of: fields,
            declared,
            by: signer.key,
            signer.algorithm.scheme
        ) { () throws(ForgeError) in try made(of: fields) }
    }

    private func made(of fields: CertificateFields) throws(ForgeError) -> [UInt8] {
        var fields = fields
        for mutation in mutations {
            guard case .fields(let change) = mutation.change else { continue }
            let before = fields
            change(&fields)
            guard fields != before else { throw .noEffect(entity: entity, mutation.name) }
        }
        let tbs = fields.tbs
        let isWhole = surgery.isEmpty && mutations.allSatisfy(\.isOfFields)
        let signature = isWhole ? try signer.signature(over: tbs) : []
        let encoded = fields.certificate(tbs: tbs, signature: signature)
        return isWhole ? encoded : try cutUp(encoded)
    }

    /// Mutates and signs the encoded certificate, which has an empty signature.
    private func cutUp(_ certificate: [UInt8]) throws(ForgeError) -> [UInt8] {
        var tree = SignedTree(certificate)
        for mutation in mutations {
            guard case .tbs(let change) = mutation.change else { continue }
            try apply(mutation, change, to: &tree)
        }
        try signer.resign(&tree)
        for mutation in mutations {
            guard case .finished(let change) = mutation.change else { continue }
            try apply(mutation, change, to: &tree)
        }
        try signer.operate(surgery, on: &tree)
        return tree.encoded
    }

    private func apply(
        _ mutation: Mutation,
        _ change: (inout SignedTree) throws(PathFault) -> Void,
        to tree: inout SignedTree
    ) throws(ForgeError) {
        let before = tree
        do {
            try change(&tree)
        } catch {
            throw .mutation(entity: entity, mutation.name, error)
        }
        // Bytes are compared, not trees: a length stated explicitly may equal the computed length.
        guard tree.encoded != before.encoded else { throw .noEffect(entity: entity, mutation.name) }
    }
}

extension Mutation {
    /// Whether the mutation changes only the fields or the signature, and not the encoding.
    fileprivate var isOfFields: Bool {
        switch change {
        case .fields, .block, .signature: true
        case .tbs, .finished: false
        }
    }
}
