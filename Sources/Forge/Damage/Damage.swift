import OpenSSL
import PKIX

/// What is done to an entity's certificate: its mutations by stage, and its surgery.
struct Damage {
    private let declared: Entity
    private let signer: Signer
    private let mutations: [Mutation]

    private var entity: String { signer.entity }
    private var surgery: [Surgery] { declared.raw }

    /// Looks the words up.
    init(_ entity: Entity, signedBy signer: Signer) throws(ForgeError) {
        declared = entity
        self.signer = signer
        var mutations: [Mutation] = []
        for word in entity.mutate {
            guard let mutation = Mutation.named(word) else {
                throw .unknownMutation(entity: signer.entity, word)
            }
            mutations.append(mutation)
        }
        self.mutations = mutations
    }

    /// The signed certificate of these fields with all that is done to it: first to the fields,
    /// then to the signed part, then to the finished certificate; in each of the three in the order
    /// declared, and surgery last.
    func certificate(_ fields: CertificateFields) throws(ForgeError) -> [UInt8] {
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

    /// Everything that is not done to fields; the certificate comes without a signature.
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
        // The bytes, since a length that is told need not be another one.
        guard tree.encoded != before.encoded else { throw .noEffect(entity: entity, mutation.name) }
    }

}

extension Mutation {
    fileprivate var isOfFields: Bool { if case .fields = change { true } else { false } }
}

/// Whoever has the key that something is signed with, and can sign it again after surgery.
struct Signer {
    /// What is signed, for errors.
    let entity: String
    let algorithm: SignatureAlgorithm
    let key: PrivateKey
    let cache: ForgeCache?

    func signature(over message: [UInt8]) throws(ForgeError) -> [UInt8] {
        do {
            guard let cache else { return try key.sign(message, by: algorithm.scheme) }
            return try cache.signature(over: message, by: key, algorithm.scheme)
        } catch {
            throw .openSSL(entity: entity, error)
        }
    }

    /// Signs what stands now.
    func resign(_ tree: inout SignedTree) throws(ForgeError) {
        let message: [UInt8]
        do throws(PathFault) {
            message = try tree.signedPart()
        } catch {
            throw .surgery(entity: entity, error)
        }
        let signature = try signature(over: message)
        do throws(PathFault) {
            try tree.sign(signature)
        } catch {
            throw .surgery(entity: entity, error)
        }
    }

    /// Does all operations, in order.
    func operate(_ surgery: [Surgery], on tree: inout SignedTree) throws(ForgeError) {
        for operation in surgery {
            do {
                try tree.apply(operation)
            } catch {
                throw .surgery(entity: entity, error)
            }
            if operation == .resign { try resign(&tree) }
        }
    }
}

extension SignedTree {
    /// Does one operation; `resign` is left to whoever has the key.
    mutating func apply(_ operation: Surgery) throws(PathFault) {
        switch operation {
        case .drop(let path): try drop(path)
        case .duplicate(let path): try duplicate(path)
        case .set(let path, let encoding): try set(path, encoding)
        case .retag(let path, let tag): try retag(path, tag)
        case .relength(let path, let octets): try relength(path, octets)
        case .swap(let path, let other): try swap(path, other)
        case .truncate(let path, let count): try truncate(path, count)
        case .resign: break
        }
    }
}
