import ClientModels

/// The entries of a configuration, for questions about hosts.
struct PinnedHosts {
    /// An entry by the place of its name.
    struct Entry {
        let host: String
        let place: Span?
        let includesSubdomains: Bool
        let hasPins: Bool
    }

    /// Rules of the system for a host that the owner asks for, and for the rest of a domain.
    let unpinned, notIncluded, restOfDomain: Rule
    let entries: [Entry]
    /// Whether the system pins a host, by its own matching.
    let pins: (String) -> Bool

    /// Hosts that the owner asks for and nothing pins; without such hosts, the domains of which
    /// only a part is pinned.
    func findings(for hosts: [String]) -> [Finding] {
        hosts.isEmpty ? partlyPinned : hosts.filter { !pins($0) }.map(unpinned)
    }

    private func unpinned(_ host: String) -> Finding {
        let parent = entries.filter { $0.hasPins && host.hasSuffix("." + $0.host) }
            .max { $0.host.count < $1.host.count }
        let exact = entries.first { $0.host == host }
        let consequence = "any certificate of a trusted authority passes for \(host)"
        if exact == nil, let parent {
            return Finding(
                notIncluded,
                at: parent.place,
                "\(host) is not pinned: the entry for \(parent.host) does not reach it",
                label: parent.includesSubdomains
                    ? "reaches one label only" : "without its subdomains",
                impact: consequence,
                fix: Fix(
                    "an entry for \(host), or subdomains included in that for \(parent.host)"
                )
            )
        }
        return Finding(
            unpinned,
            at: exact?.place,
            exact == nil
                ? "no entry is for \(host)" : "the entry for \(host) pins nothing in force",
            impact: consequence,
            fix: Fix("an entry for \(host) with the pins of its keys")
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
            let words = hosts.count == 1 ? "is" : "are"
            return Finding(
                restOfDomain,
                at: entry.place,
                hosts == [domain]
                    ? "\(domain) is pinned without its subdomains"
                    : "of \(domain) only \(listed(hosts)) \(words) pinned",
                label: entry.includesSubdomains ? "" : "this host alone",
                impact: "other hosts of \(domain) stay without a pin",
                fix: Fix(
                    "none is needed where the app calls no other host; ask with --host HOST"
                ),
                notes: [HostText.suffixNote]
            )
        }
    }
}
