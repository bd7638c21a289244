import Forge

extension Setup {
    /// Returns the names of the parts that differ from another setup, for error messages.
    package func differences(from other: Setup) -> [String] {
        let names = Set(pki.entities.keys).union(other.pki.entities.keys).sorted()
        let lists = Set(pki.lists.keys).union(other.pki.lists.keys).sorted()
        let parts =
            names.filter { pki.entities[$0] != other.pki.entities[$0] }.map { "the entity \($0)" }
            + lists.filter { pki.lists[$0] != other.pki.lists[$0] }.map { "the CRL \($0)" }
        if earlier != other.earlier { return parts + ["the steps before it"] }
        return parts.isEmpty ? ["server, network or client"] : parts
    }
}
