import ClientModels
import PathValidation

/// Hosts of a registrable domain that a configuration does not pin, although it pins other hosts of
/// that domain.
package struct UnpinnedHosts: Hashable, Sendable {
    /// The registrable domain, such as `example.com`.
    package let domain: String
    /// Hosts without a pin: the domain itself, its `www` host, or both.
    package let hosts: [String]

    /// Returns each registrable domain of a pinned host, if the domain itself or its `www` host has
    /// no pin.
    ///
    /// - Parameter models: the model of the configuration, once for each of the asked hosts.
    /// - Returns: the domains, in the order of the configuration's hosts.
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

    /// Returns the registrable domain of a host (a public suffix and one more label), or nil if the
    /// host has none.
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
