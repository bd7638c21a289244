/// Cycles of references between entities.
enum Cycles {
    /// A cycle, and the value that closes it.
    struct Loop {
        /// The names in the cycle; the first one is repeated at the end.
        let names: [String]
        let value: Value
    }

    /// Returns each cycle of a field of entities once.
    ///
    /// An entity may name itself as its issuer, which means the same as `self`.
    static func loops(of field: String, in entities: [Value.Entry]) -> [Loop] {
        let references = entities.compactMap { entry in
            entry.value[field].flatMap { value in
                value.text.map { (entry.key, (name: $0, value: value)) }
            }
        }
        // Most setups have neither copies nor shared keys.
        guard !references.isEmpty else { return [] }
        let next = Dictionary(references) { first, _ in first }
        var loops: [Loop] = []
        var settled: Set<String> = []
        for entity in entities {
            var (path, places): ([String], [String: Int]) = ([], [:])
            var current = entity.key
            while settled.insert(current).inserted {
                places[current] = path.count
                path.append(current)
                guard let reference = next[current], field != "issuer" || reference.name != current
                else { break }
                if let start = places[reference.name] {
                    let names = Array(path[start...]) + [reference.name]
                    loops.append(Loop(names: names, value: reference.value))
                }
                current = reference.name
            }
        }
        return loops
    }
}
