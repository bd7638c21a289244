import ClientModels

/// The entries of a configuration, to find hosts without pins.
struct PinnedHosts {
    /// An entry and the place of its name.
    struct Entry {
        let host: String
        let place: Span?
        let includesSubdomains: Bool
        let hasPins: Bool
    }

    /// The system's rules for a host of `--host`, and for the other hosts of a domain.
    let unpinned, notIncluded, restOfDomain: Rule
    let entries: [Entry]
    /// Returns whether the system pins a host; the system's own matching decides.
    let pins: (String) -> Bool

    /// Returns findings for those of the given hosts that have no pins.
    ///
    /// If `hosts` is empty, returns findings for domains that are only partly pinned.
    func findings(for hosts: [String]) -> [Finding] {
        hosts.isEmpty ? partlyPinned : hosts.filter { !pins($0) }.map(unpinned)
    }

    private func unpinned(_ host: String) -> Finding {
        let parent = entries.filter { $0.hasPins && host.hasSuffix("." + $0.host) }
            .max { $0.host.count < $1.host.count }
        let exact = entries.first { $0.host == host }
        let impact = "a certificate from any trusted CA is accepted for \(host)"
        if exact == nil, let parent {
            return Finding(
                notIncluded,
                at: parent.place,
                "\(host) is not pinned, because the entry for \(parent.host) does not cover it",
                label: parent.includesSubdomains
                    ? "covers only one label" : "does not include subdomains",
                impact: impact,
                fix: Fix(
                    "add an entry for \(host)"
                        + (parent.includesSubdomains
                            ? "" : ", or include subdomains in the entry for \(parent.host)")
                )
            )
        }
        return Finding(
            unpinned,
            at: exact?.place,
            exact == nil
                ? "\(host) has no entry" : "the entry for \(host) has no effective pins",
            impact: impact,
            fix: Fix("add an entry for \(host) with pins for its keys")
        )
    }

    private var partlyPinned: [Finding] {
        let pinned = entries.filter { $0.hasPins && HostText.isPlain($0.host) && pins($0.host) }
        var below: [String: [String]] = [:]
        for entry in pinned {
            for parent in [entry.host] + entry.host.parentDomains {
                below[parent, default: []].append(entry.host)
            }
        }
        var seen: Set<String> = []
        return pinned.compactMap { entry in
            guard let domain = HostText.registrable(entry.host), seen.insert(domain).inserted,
                !pins("sibling." + domain)
            else { return nil }
            let hosts = below[domain] ?? []
            let words = hosts.count == 1 ? "is the only pinned host" : "are the only pinned hosts"
            return Finding(
                restOfDomain,
                at: entry.place,
                hosts == [domain]
                    ? "\(domain) is pinned without its subdomains"
                    : "\(listed(hosts)) \(words) of \(domain)",
                label: entry.includesSubdomains ? "" : "covers only this host",
                impact: "other hosts of \(domain) are not pinned",
                fix: Fix(
                    "no fix is needed if the app uses no other host; check hosts with --host HOST"
                ),
                notes: [HostText.suffixNote]
            )
        }
    }
}
