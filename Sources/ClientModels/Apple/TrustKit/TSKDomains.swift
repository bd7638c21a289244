import PathValidation
import X509

/// `TKSDomainPinningPolicy`, with defaults for missing keys.
struct TSKDomainPolicy: Hashable, Sendable {
    var includesSubdomains = false
    var excludesSubdomainFromParentPolicy = false
    var expirationDate: Instant?
    var enforcesPinning = true
    /// The pinned SHA-256 hashes, each once.
    var publicKeyHashes: Set<[UInt8]> = []
}

extension [String: TSKDomainPolicy] {
    /// Returns the host's own entry, or the entry of the longest parent that includes subdomains,
    /// as `getPinningConfigurationKeyForDomain` does; nil for a host without a policy.
    ///
    /// Two parents are never equally long, so the order of the entries does not matter.
    func key(governing hostname: String, checks: CheckSet = .all) -> String? {
        if checks.contains(.tskExactDomain), self[hostname] != nil { return hostname }
        let parents = sorted { $0.key < $1.key }.filter { _, policy in
            policy.includesSubdomains || !checks.contains(.tskIncludeSubdomains)
        }
        var (notedHostname, bestMatch): (String?, Int) = (nil, 0)
        for (pinnedServerName, _) in parents {
            let match = TSKDomain(pinnedServerName).match(TSKDomain(hostname), checks: checks)
            guard match > 0, match > bestMatch || notedHostname == nil else { continue }
            (notedHostname, bestMatch) = (pinnedServerName, match)
            if !checks.contains(.tskLongestParent) { break }
        }
        return notedHostname
    }
}

/// A host name as TrustKit compares it: character by character, with case as written (TrustKit
/// c48790f3, configuration_utils.m, Dependencies/domain_registry).
struct TSKDomain {
    private let bytes: [UInt8]
    /// `GetRegistryLength`: the length of the public suffix in bytes, including a trailing dot; 0
    /// if the name has no public suffix.
    let registryLength: Int

    var count: Int { bytes.count }

    init(_ name: String) {
        bytes = Array(name.utf8)
        registryLength = Self.registryLength(bytes)
    }

    /// Returns the length of this name without its registry if `subdomain` is below this name,
    /// otherwise 0, as `isSubdomain` does.
    func match(_ subdomain: TSKDomain, checks: CheckSet) -> Int {
        guard subdomain.count > count else { return 0 }
        if checks.contains(.tskSameRegistry) {
            guard subdomain.registryLength == registryLength,
                subdomain.bytes.suffix(registryLength) == bytes.suffix(registryLength)
            else { return 0 }
        }
        let dot = checks.contains(.tskLabelBorder) ? [UInt8(ascii: ".")] : []
        let domainLabel = dot + bytes.dropLast(registryLength + 1)
        let subdomainLabel = subdomain.bytes.dropLast(registryLength + 1)
        return Self.isSeparated(subdomainLabel, endingIn: domainLabel) ? domainLabel.count : 0
    }

    /// Whether nothing follows the last separator that `componentsSeparatedByString:` finds.
    ///
    /// That method searches from the left and reads no byte twice.
    private static func isSeparated(
        _ text: ArraySlice<UInt8>,
        endingIn separator: [UInt8]
    ) -> Bool {
        guard !separator.isEmpty else { return false }
        var (rest, isFound) = (text, false)
        while let place = rest.indices.first(where: { rest[$0...].starts(with: separator) }) {
            rest = rest[(place + separator.count)...]
            isFound = true
        }
        return isFound && rest.isEmpty
    }

    private static func registryLength(_ bytes: [UInt8]) -> Int {
        guard bytes.count <= 255, bytes.allSatisfy({ $0 < 0x80 }) else { return 0 }
        let dot = UInt8(ascii: ".")
        let hasTrailingDot = bytes.last == dot
        let name = bytes.dropLast(hasTrailingDot ? 1 : 0).drop { $0 == dot }
        let labels = name.split(separator: dot, omittingEmptySubsequences: false)
        for first in labels.indices {
            let suffix = labels[first...]
            guard !suffix.contains(where: \.isEmpty) else { continue }
            let registry = Array(suffix.joined(separator: [dot]))
            if isRegistry(registry) { return registry.count + (hasTrailingDot ? 1 : 0) }
        }
        return 0
    }

    /// Whether the name is a public suffix; `.test` also counts, as `ModelScope.trustKit` says.
    private static func isRegistry(_ name: [UInt8]) -> Bool {
        name.map(lowercased) == Array("test".utf8)
            || PublicSuffixList.lists(name, of: .registriesAndOwners)
    }
}
