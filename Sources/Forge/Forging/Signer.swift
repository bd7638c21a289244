import Crypto

/// A key and an algorithm that sign an encoding, and sign it again after surgery.
struct Signer {
    /// The name of the signed entity, list or response, for errors.
    let entity: String
    let algorithm: SigningMethod
    let key: PrivateKey
    let cache: ForgeCache?
    /// The mutations of the certificate; those of signatures and blocks apply to every signature.
    var mutations: [Mutation] = []

    func signature(over message: [UInt8]) throws(ForgeError) -> [UInt8] {
        var signature = try soundSignature(over: message)
        for mutation in mutations {
            let before = signature
            switch mutation.change {
            case .signature(let change): change(&signature, key.algorithm)
            case .block(let change): signature = try self.signature(over: message, change)
            case .fields, .tbs, .finished: continue
            }
            guard signature != before else { throw .noEffect(entity: entity, mutation.name) }
        }
        return signature
    }

    private func soundSignature(over message: [UInt8]) throws(ForgeError) -> [UInt8] {
        do {
            guard let cache else { return try key.sign(message, by: algorithm.scheme) }
            return try cache.signature(over: message, by: key, algorithm.scheme)
        } catch {
            throw .openSSL(entity: entity, error)
        }
    }

    /// Returns the signature of a changed block.
    ///
    /// Returns a correct signature if the key's scheme has no such block, or if the key is too
    /// short for the block.
    private func signature(
        over message: [UInt8],
        _ change: (inout PKCS1Block) -> Void
    ) throws(ForgeError) -> [UInt8] {
        do {
            guard case .rsaPKCS1(let digest) = algorithm.scheme else {
                return try key.sign(message, by: algorithm.scheme)
            }
            var block = try PKCS1Block(message, by: digest)
            change(&block)
            guard let bytes = block.encoded((key.algorithm.bits + 7) / 8) else {
                return try key.sign(message, by: algorithm.scheme)
            }
            return try key.applyPrivateExponent(to: bytes)
        } catch {
            throw .openSSL(entity: entity, error)
        }
    }

    /// Returns a copy that applies those of these mutations that change signatures.
    func changing(by mutations: [Mutation]) -> Signer {
        var copy = self
        copy.mutations = mutations
        return copy
    }

    /// Replaces the signature by a new signature of the current signed part.
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

    /// Performs all operations, in order.
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
