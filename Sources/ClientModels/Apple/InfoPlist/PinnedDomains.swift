/// `NSPinnedDomains`: the keys that Apple's trust evaluation requires for an application's hosts.
///
/// A transcription of parseNSPinnedDomains in Security-61901.0.87.0.1,
/// OSX/sec/Security/SecPolicy.c, and of the checks in trust/trustd/SecPolicyServer.c.
struct PinnedDomains: Hashable, Sendable {
    /// The kind of a pinned identity: `nsPinnedIdentityType`.
    enum IdentityType: String, CaseIterable, Sendable {
        case leaf = "NSPinnedLeafIdentities"
        case ca = "NSPinnedCAIdentities"
    }

    /// The entries of `NSPinnedDomains`, by domain.
    let entries: [String: PropertyListValue]
    /// The dictionary keys of the entries for each host.
    private let keys: [String: [String]]
    private let checks: CheckSet

    /// Finds the dictionary, as the first part of `getNSPinnedIdentitiesForHostName` does.
    ///
    /// - Parameters:
    ///   - appTransportSecurity: the value under `NSAppTransportSecurity`.
    ///   - checks: the checks to make.
    init(_ appTransportSecurity: PropertyListValue?, checks: CheckSet = .all) {
        self.checks = checks
        if case .dictionary(let stated) = appTransportSecurity?["NSPinnedDomains"] {
            entries = stated
        } else {
            entries = [:]
        }
        keys = Dictionary(grouping: entries.keys) { $0.lowercased() }
    }

    /// The domains that pin something, in alphabetical order.
    var pinningDomains: [String] {
        entries.filter { entry in
            IdentityType.allCases.contains { entry.value[$0.rawValue] != nil }
        }.keys.sorted()
    }

    /// Returns the kinds of identities that `host` has entries for.
    func types(pinnedFor host: String) -> Set<IdentityType> {
        Set(IdentityType.allCases.filter { identities($0, for: host) != nil })
    }

    /// `parseNSPinnedDomains`: the hashes that `host` is pinned to, of any length; nil if `host` is
    /// not pinned.
    func identities(_ type: IdentityType, for host: String) -> [[UInt8]]? {
        let host = host.configuredHost
        var hashes: [[UInt8]] = []
        var isPinned = false
        // Apple's code scans every entry. The model searches by name, because an audit looks up
        // each of the thousands of hosts that a file may have.
        let above = ([host] + host.parentDomains).flatMap { keys[$0] ?? [] }.sorted()
        for domain in above {
            guard let entry = entries[domain], covers(domain.lowercased(), entry, host),
                let identities = entry[type.rawValue]
            else { continue }
            isPinned = true
            guard case .array(let items) = identities else { continue }
            hashes += items.compactMap(\.spkiSHA256)
        }
        if hashes.isEmpty, !checks.contains(.pinnedToNothing) { return nil }
        return isPinned ? hashes : nil
    }

    private func covers(
        _ domain: String,
        _ entry: PropertyListValue,
        _ host: String
    ) -> Bool {
        if domain == host { return true }
        let includesSubdomains = entry["NSIncludesSubdomains"] == .boolean(true)
        guard includesSubdomains || !checks.contains(.pinnedSubdomains) else { return false }
        guard checks.contains(.pinnedOneLabel) else { return host.hasSuffix(".\(domain)") }
        return host.parentDomain == domain
    }
}

extension String {
    /// The parent domain that `CopyParentDomainNameFromHostName` returns.
    fileprivate var parentDomain: String? {
        guard let dot = firstIndex(of: "."), index(after: dot) < endIndex else { return nil }
        return String(self[index(after: dot)...])
    }
}

extension PropertyListValue {
    /// The pin of an item in a list of identities; nil for other items.
    fileprivate var spkiSHA256: [UInt8]? {
        guard case .string(let text) = self["SPKI-SHA256-BASE64"] else { return nil }
        return InfoPlistTexts.pin(text)
    }
}
