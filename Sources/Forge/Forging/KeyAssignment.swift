import Crypto
import X509

extension PKI {
    /// Returns the key of each entity: a function of the seed, the algorithm and the entity's name.
    ///
    /// RSA keys come from a small ring. Keys are assigned in alphabetical order of names. If the
    /// key for a name is already taken, the name gets the next free key.
    func recipes(seed: UInt64) throws(ForgeError) -> [String: KeyRecipe] {
        var recipes: [String: KeyRecipe] = [:]
        var taken: [KeyAlgorithm: Set<Int>] = [:]
        let names = entities.keys.sorted()
        for name in names where entities[name]?.keyOf == nil {
            let algorithm = entities[name]?.key ?? .p256
            guard algorithm.family == .rsa else {
                let source = KeyRecipe.Source.derived(seed: seed, name: name)
                recipes[name] = KeyRecipe(algorithm: algorithm, source: source)
                continue
            }
            let pair = try freePair(
                for: name,
                algorithm,
                seed: seed,
                taken: taken[algorithm, default: []]
            )
            taken[algorithm, default: []].insert(pair)
            recipes[name] = KeyRecipe(algorithm: algorithm, source: .pair(pair))
        }
        for name in names where entities[name]?.keyOf != nil {
            let owner = try keyOwner(of: name)
            recipes[name] = recipes[owner]
            if let stated = entities[name]?.key, let shared = recipes[owner]?.algorithm,
                stated != shared
            {
                throw .keyConflict(entity: name, stated, shares: owner, shared)
            }
        }
        for name in names where entities[name]?.hasOwnGenerator == true {
            guard let shown = recipes[name] else { continue }
            recipes[name] = KeyRecipe(algorithm: shown.algorithm, source: .generator(shown))
        }
        return recipes
    }

    private func freePair(
        for name: String,
        _ algorithm: KeyAlgorithm,
        seed: UInt64,
        taken: Set<Int>
    ) throws(ForgeError) -> Int {
        let pairs = RSAPrimes.pairs(of: algorithm)
        guard taken.count < pairs else {
            throw .noMoreKeys(entity: name, algorithm, limit: pairs)
        }
        let bytes: [UInt8]
        do {
            bytes = try SeededBytes(seed: seed)
                .bytes(4, for: "key " + algorithm.rawValue, name)
        } catch {
            throw .openSSL(entity: name, error)
        }
        var pair = bytes.reduce(0) { $0 << 8 | Int($1) } % pairs
        while taken.contains(pair) { pair = (pair + 1) % pairs }
        return pair
    }
}
