import ClientModels
import PathValidation

/// Hosts of a registrable domain that a configuration does not pin, although it pins other hosts of
/// that domain.
package struct UnpinnedHosts: Hashable, Sendable {
    /// The registrable domain, such as `example.com`.
    package let domain: String
    /// Hosts without a pin: the domain itself, or a host with other hosts below it.
    package let hosts: [String]

    /// Returns the unpinned hosts of each registrable domain in which some hosts are pinned.
    ///
    /// - Parameter models: one configuration, once for each of its hosts.
    /// - Returns: the domains, in the order of the entries.
    static func all(beside models: [ConfiguredModel]) -> [UnpinnedHosts] {
        let asked = Set(models.compactMap(\.askedHost))
        var seen: Set<String> = []
        return models.filter(\.statesPins).compactMap { model in
            guard let domain = model.askedHost.flatMap(registrableDomain),
                seen.insert(domain).inserted
            else { return nil }
            let hosts = [domain, "www." + domain].filter { host in
                !asked.contains(host) && model.asking(host)?.statesPins == false
            }
            return hosts.isEmpty ? nil : UnpinnedHosts(domain: domain, hosts: hosts)
        }
    }

    /// Returns the public suffix of the host with one more label, or nil for a host without such a
    /// domain.
    private static func registrableDomain(of host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        for start in labels.indices.dropFirst() {
            let suffix = labels[start...].joined(separator: ".")
            guard PublicSuffixList.contains(suffix.utf8, of: .registriesAndOwners) else { continue }
            return labels[(start - 1)...].joined(separator: ".")
        }
        return nil
    }
}
