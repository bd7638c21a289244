import ClientModels
import PathValidation

/// Hosts of a registrable domain that a configuration leaves without a pin, although it pins others
/// there.
package struct UnpinnedHosts: Hashable, Sendable {
    /// The registrable domain, such as `example.com`.
    package let domain: String
    /// Hosts that have no pin: the domain itself, or one that stands for the others below it.
    package let hosts: [String]

    /// The hosts without a pin of each registrable domain in which some have one.
    ///
    /// - Parameter models: one configuration, asked about its hosts.
    /// - Returns: the domains in the order of the entries.
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

    /// The public suffix and one label more; nil for a host that has no such domain.
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
