import ClientModels

// Patterns and pins of `CertificatePinner`.

extension CodeRule {
    static let okHttpScheme = CodeRule(
        Rule(outage: "OKH-004", "a URL where `CertificatePinner` takes a host"),
        in: [.java, .kotlin],
        "a URL or a port stands where a host belongs",
        label: "no host",
        impact: "OkHttp from 4.3 ends the app here; earlier versions pin nothing for it",
        fix: "name the host alone",
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
        Rule(outage: "OKH-010", "a pin or a pattern that `CertificatePinner` refuses"),
        in: [.java, .kotlin],
        "OkHttp refuses this pin",
        label: "no `sha256/` before the hash",
        impact: "the app ends where it builds the pinner",
        fix: "write sha256/ and the base64 of 32 bytes",
        find: { $0.okHttpRefused }
    )

    static let okHttpLength = CodeRule(
        "OKH-009",
        .low,
        "a pin of another length than SHA-256's; an outage where no pin is of a key",
        in: [.java, .kotlin],
        "the pin is no SHA-256 hash",
        label: "not the base64 of 32 bytes",
        impact: Consequence.neverMatches,
        fix: "write the base64 of the 32 bytes of the key's SHA-256",
        find: { $0.okHttpLengths }
    )

    static let okHttpPlaceholder = CodeRule(
        "OKH-011",
        .low,
        "a placeholder for a pin; an outage where no pin is of a key",
        in: [.java, .kotlin],
        "the pin is a placeholder",
        label: "the hash of no key in use",
        impact: Consequence.neverMatches,
        fix: "put the hash of a spare key of your own in its place",
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
        "one pin, and no spare",
        label: "the only pin",
        impact: Consequence.outage,
        fix: "add the hash of a spare key that is kept offline",
        find: { $0.okHttpSingles }
    )

    static let okHttpSubdomains = CodeRule(
        "OKH-006",
        .medium,
        "a host that no pattern fits",
        in: [.java, .kotlin],
        "a host is not pinned",
        label: "does not fit it",
        impact: "a certificate of any trusted authority passes for it",
        fix: "pin the host, or the domain with all below it as `**.` (from OkHttp 4.3)",
        find: { review in review.okHttpMissed { !$0.hasPrefix("*") } }
    )

    static let okHttpWildcard = CodeRule(
        "OKH-005",
        .medium,
        "`*.` for the domain itself or for two labels",
        in: [.java, .kotlin],
        "a host is not pinned",
        label: "stands for exactly one label",
        impact: "a certificate of any trusted authority passes for it",
        fix: "write `**.` (from OkHttp 4.3)",
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

    /// Whether the hash of a pin has another length than its algorithm's.
    fileprivate var hasOtherLength: Bool {
        OkioBase64.decode(hash.utf8).map { $0.count != (hasPrefix("sha1/") ? 20 : 32) } ?? false
    }

    /// Whether a pin matches no key.
    fileprivate var isOfNoKey: Bool { StatedPin.isPlaceholder(hash) || hasOtherLength }
}

extension OkHttpEntry {
    /// The match for a pin of no key: an outage where no pin that counts for the host is of one.
    fileprivate func matchOfNoKey(_ pin: Pin, among entries: [OkHttpEntry]) -> Match {
        let match = Match(pin.tokens)
        guard let host else { return match }
        // A pattern or a pin that is not read may fit.
        let counting = entries.filter { other in
            other.host.map { $0 == host || OkHttpPattern.fits($0, host) } ?? true
        }
        let isOutage = counting.allSatisfy { other in
            other.host != nil && other.call.arguments.count - 1 == other.pins.count
                && other.pins.allSatisfy(\.text.isOfNoKey)
        }
        guard isOutage else { return match }
        var outage = match.outage
        outage.consequence = "no pin of \(host) is of a key: every call fails"
        return outage
    }
}

extension CodeReview {
    fileprivate var okHttpRefused: [Match] {
        okHttpEntries.flatMap { entry in
            var matches: [Match] = []
            if let host = entry.host, host.isRefusedPattern {
                var match = Match(entry.pattern)
                match.problem = "OkHttp refuses this pattern"
                match.label = "a star stands only as the whole first label"
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
            match.label = "no base64"
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
            match.label = "hexadecimal where base64 belongs"
            match.edits = replaced(pin.tokens, "sha256/" + base64)
        }
        return match
    }

    /// Hosts with one pin in all entries of their pattern.
    fileprivate var okHttpSingles: [Match] {
        let entries = okHttpEntries
        var counts: [String: Set<String>] = [:]
        for entry in entries {
            let key = entry.host ?? source.text(of: entry.pattern)
            counts[key, default: []].formUnion(entry.pins.map(\.text))
            // A pin that is not read counts as one.
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
            match.problem = "\(host) has one pin, and no spare"
            return match
        }
    }

    /// Hosts that the caller asks for and no pattern fits, each at the nearest pattern.
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
                ? "stands for exactly one label before \(domain)" : "this host alone"
            return match
        }
    }
}

extension String {
    /// OkHttp: a star stands as `*.` or `**.` at the beginning, nowhere else.
    fileprivate var isRefusedPattern: Bool {
        guard contains("*") else { return false }
        for prefix in ["**.", "*."] where hasPrefix(prefix) {
            let rest = dropFirst(prefix.count)
            return rest.contains("*") || rest.isEmpty
        }
        return true
    }
}

/// Patterns as `CertificatePinner.Pin.matchesHostname` compares them (OkHttp 4.3 and later).
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

    /// Whether a pattern's domain is the host's or above it.
    static func isNear(_ pattern: String, _ host: String) -> Bool {
        let domain = pattern.lowercased().drop { $0 == "*" || $0 == "." }
        return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
    }
}
