import OpenSSL

/// The key and algorithm of one signature; signs again after surgery.
struct Signer {
    /// The name of the signed entity or list, for errors.
    let entity: String
    let algorithm: SigningMethod
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

    /// Replaces the signature by one over the signed part as it is now.
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
