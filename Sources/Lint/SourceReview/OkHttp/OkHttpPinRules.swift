import ClientModels
import ScenarioFormat

// Rules for patterns and pins of `CertificatePinner`.

extension CodeRule {
    static let okHttpScheme = CodeRule(
        Rule(outage: "OKH-004", "a URL instead of a host name for `CertificatePinner`"),
        in: [.java, .kotlin],
        "this pattern is a URL or has a port",
        label: "not a host name",
        impact: "OkHttp 4.3 and later crash the app here; earlier versions do not pin the host",
        fix: "write only the host name",
        find: { review in
            review.okHttpEntries.compactMap { entry in
                guard let host = entry.host, host.contains("/") || host.contains(":") else {
                    return nil
                }
                return review.pattern(entry, replacement: HostText.host(of: host))
            }
        }
    )

    static let okHttpDies = CodeRule(
        Rule(outage: "OKH-010", "a pin or pattern that `CertificatePinner` rejects"),
        in: [.java, .kotlin],
        "OkHttp rejects this pin",
        label: "`sha256/` is missing before the hash",
        impact: "the app crashes when it builds the pinner",
        fix: "write sha256/ followed by the hash in base64",
        find: { $0.okHttpRefused }
    )

    static let okHttpLength = CodeRule(
        "OKH-009",
        .low,
        "a pin that is not a SHA-256 hash; if no pin matches, every connection fails",
        in: [.java, .kotlin],
        "this pin is not a SHA-256 hash",
        label: "not 32 bytes in base64",
        impact: Impact.neverMatches,
        fix: "write the SHA-256 hash of the public key in base64",
        find: { $0.okHttpLengths }
    )

    static let okHttpPlaceholder = CodeRule(
        "OKH-011",
        .low,
        "a placeholder instead of a pin; if no pin matches, every connection fails",
        in: [.java, .kotlin],
        "this pin is a placeholder",
        label: "matches no key",
        impact: Impact.neverMatches,
        fix: "replace it with the hash of your own backup key",
        find: { review in
            let entries = review.okHttpEntries
            return entries.flatMap { entry in
                entry.pins.filter { StatedPin.isPlaceholder($0.text.hash) }.map { pin in
                    entry.matchOfNoKey(pin, among: entries)
                }
            }
        }
    )

    static let okHttpSingle = CodeRule(
        "OKH-012",
        .low,
        "a single pin for a host",
        in: [.java, .kotlin],
        "the host has only one pin",
        label: "no backup pin",
        impact: Impact.outage,
        fix: "add the pin of a backup key that you keep offline",
        find: { $0.okHttpSingles }
    )

    static let okHttpSubdomains = CodeRule(
        "OKH-006",
        .medium,
        "a host that no pattern matches",
        in: [.java, .kotlin],
        "a host is not pinned",
        label: "does not match the host",
        impact: "a certificate from any trusted CA is accepted for it",
        fix: "pin the host, or the domain and all its subdomains with `**.` (OkHttp 4.3 or later)",
        find: { review in review.okHttpMissed { !$0.hasPrefix("*") } }
    )

    static let okHttpWildcard = CodeRule(
        "OKH-005",
        .medium,
        "`*.` used for the domain itself or for two labels",
        in: [.java, .kotlin],
        "a host is not pinned",
        label: "matches exactly one label",
        impact: "a certificate from any trusted CA is accepted for it",
        fix: "write `**.` (OkHttp 4.3 or later)",
        find: { review in review.okHttpMissed { $0.hasPrefix("*.") } }
    )
}

extension String {
    /// The hash after `sha256/` or `sha1/`.
    fileprivate var hash: String {
        for prefix in ["sha256/", "sha1/"] where hasPrefix(prefix) {
            return String(dropFirst(prefix.count))
        }
        return self
    }

    /// Whether the hash does not have the length of its algorithm.
    fileprivate var hasOtherLength: Bool {
        OkioBase64.decode(hash.utf8).map { $0.count != (hasPrefix("sha1/") ? 20 : 32) } ?? false
    }

    /// Whether a pin matches no key.
    fileprivate var isOfNoKey: Bool { StatedPin.isPlaceholder(hash) || hasOtherLength }
}

extension OkHttpEntry {
    /// Returns the match for a pin that matches no key: an outage if the host has no other valid
    /// pin.
    fileprivate func matchOfNoKey(_ pin: Pin, among entries: [OkHttpEntry]) -> Match {
        let match = Match(pin.tokens)
        guard let host else { return match }
        // A pattern or pin that could not be read may match.
        let counting = entries.filter { other in
            other.host.map { $0 == host || OkHttpPattern.fits($0, host) } ?? true
        }
        let isOutage = counting.allSatisfy { other in
            other.host != nil && other.call.arguments.count - 1 == other.pins.count
                && other.pins.allSatisfy(\.text.isOfNoKey)
        }
        guard isOutage else { return match }
        var outage = match.outage
        outage.impact = "no pin for \(host) matches a key, so every call fails"
        return outage
    }
}

extension CodeReview {
    fileprivate var okHttpRefused: [Match] {
        okHttpEntries.flatMap { entry in
            var matches: [Match] = []
            if let host = entry.host, host.isRefusedPattern {
                var match = Match(entry.pattern)
                match.problem = "OkHttp rejects this pattern"
                match.label = "a star must be the whole first label"
                matches.append(match)
            }
            return matches + entry.pins.compactMap(refused)
        }
    }

    private func refused(_ pin: OkHttpEntry.Pin) -> Match? {
        var match = Match(pin.tokens)
        if pin.text.hasPrefix("sha256/") || pin.text.hasPrefix("sha1/") {
            guard OkioBase64.decode(pin.text.hash.utf8) == nil,
                !StatedPin.isPlaceholder(pin.text.hash)
            else { return nil }
            match.label = "not base64"
            return match
        }
        if OkioBase64.decode(pin.text.utf8)?.count == 32 {
            match.edits = replaced(pin.tokens, "sha256/" + pin.text)
        }
        return match
    }

    fileprivate var okHttpLengths: [Match] {
        let entries = okHttpEntries
        return entries.flatMap { entry in
            entry.pins.compactMap { length(of: $0, entry, among: entries) }
        }
    }

    private func length(
        of pin: OkHttpEntry.Pin,
        _ entry: OkHttpEntry,
        among entries: [OkHttpEntry]
    ) -> Match? {
        let hash = pin.text.hash
        guard pin.text != hash, pin.text.hasOtherLength, !StatedPin.isPlaceholder(hash) else {
            return nil
        }
        var match = entry.matchOfNoKey(pin, among: entries)
        if hash.count == 64, let base64 = StatedPin.base64(of: hash) {
            match.label = "hexadecimal instead of base64"
            match.edits = replaced(pin.tokens, "sha256/" + base64)
        }
        return match
    }

    /// Hosts whose entries contain only one pin.
    fileprivate var okHttpSingles: [Match] {
        let entries = okHttpEntries
        var counts: [String: Set<String>] = [:]
        for entry in entries {
            let key = entry.host ?? source.text(of: entry.pattern)
            counts[key, default: []].formUnion(entry.pins.map(\.text))
            // A pin that could not be read counts as one pin.
            let unread = entry.call.arguments.count - 1 - entry.pins.count
            if unread > 0 {
                counts[key, default: []].formUnion((0..<unread).map { "?\($0)\(entry.call.name)" })
            }
        }
        return entries.compactMap { entry in
            guard let host = entry.host, counts[host]?.count == 1, let pin = entry.pins.first,
                !StatedPin.isPlaceholder(pin.text.hash)
            else { return nil }
            var match = Match(pin.tokens)
            match.problem = "\(host) has only one pin"
            return match
        }
    }

    /// Returns the hosts of the caller that no pattern matches, each at the nearest pattern.
    fileprivate func okHttpMissed(_ isKind: (String) -> Bool) -> [Match] {
        let entries = okHttpEntries
        let patterns = entries.compactMap(\.host)
        return context.hosts.compactMap { host in
            guard !patterns.contains(where: { OkHttpPattern.fits($0, host) }) else { return nil }
            let near = entries.first { OkHttpPattern.isNear($0.host ?? "", host) }
            guard let near, let pattern = near.host, isKind(pattern) else { return nil }
            let domain = pattern.hasPrefix("*.") ? String(pattern.dropFirst(2)) : pattern
            var match = self.pattern(near, replacement: "**." + domain)
            match.problem = "\(host) is not pinned"
            match.label =
                pattern.hasPrefix("*.")
                ? "matches exactly one label before \(domain)" : "matches only this host"
            return match
        }
    }
}

extension String {
    /// Whether OkHttp rejects the pattern: it allows a star only in a leading `*.` or `**.`.
    fileprivate var isRefusedPattern: Bool {
        guard contains("*") else { return false }
        for prefix in ["**.", "*."] where hasPrefix(prefix) {
            let rest = dropFirst(prefix.count)
            return rest.contains("*") || rest.isEmpty
        }
        return true
    }
}

/// Pattern matching of `CertificatePinner.Pin.matchesHostname` (OkHttp 4.3 and later).
enum OkHttpPattern {
    static func fits(_ pattern: String, _ host: String) -> Bool {
        let pattern = pattern.lowercased()
        if pattern.hasPrefix("**.") {
            let domain = pattern.dropFirst(3)
            return host == domain || host.hasSuffix("." + domain)
        }
        if pattern.hasPrefix("*.") {
            guard let point = host.firstIndex(of: ".") else { return false }
            return host[point...].dropFirst() == pattern.dropFirst(2)
        }
        return pattern == host
    }

    /// Returns whether a pattern's domain is the host or a parent domain of it.
    static func isNear(_ pattern: String, _ host: String) -> Bool {
        let domain = pattern.lowercased().drop { $0 == "*" || $0 == "." }
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }
}
