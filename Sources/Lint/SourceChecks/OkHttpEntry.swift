/// A call of `CertificatePinner.Builder.add`.
struct OkHttpEntry {
    typealias Pin = (match: SyntaxMatch, range: Range<Int>, text: String)

    /// The argument with the pattern of host names.
    let pattern: SyntaxMatch
    /// The bytes of the pattern.
    let patternRange: Range<Int>
    /// The pattern; nil if the file does not contain it.
    let host: String?
    /// The pins that the file contains.
    let pins: [Pin]
    /// The pins that the file does not contain.
    let unreadPins: [Range<Int>]
}

extension CheckedMatches {
    /// The calls that pin hosts, in order.
    var okHttpEntries: [OkHttpEntry] {
        let builders = Set(matches.compactMap { $0.captures["BUILDER"].map(file.text) })
        let calls = Dictionary(grouping: matches.filter { $0.captures["PIN"] != nil }) {
            $0.captures["ARGUMENTS"]?.lowerBound ?? 0
        }
        return calls.sorted { $0.key < $1.key }.compactMap { _, arguments in
            okHttpEntry(arguments, builders)
        }
    }

    /// Returns the entry for the arguments of a call; nil if the call pins no host.
    private func okHttpEntry(_ arguments: [SyntaxMatch], _ builders: Set<String>) -> OkHttpEntry? {
        guard let range = arguments.first?.captures["HOST"],
            let pattern = arguments.first(where: { $0.captures["PIN"] == range })
        else { return nil }
        let others = arguments.compactMap { match in
            match.captures["PIN"].flatMap { $0 == range ? nil : (match, $0) }
        }
        let pins = others.compactMap { match, range in
            constants.text(of: range).map { (match, range, $0.text) }
        }
        let root = pattern.captures["RECEIVER"].map(file.text) ?? ""
        guard
            pins.contains(where: { $0.2.hasPrefix("sha256/") || $0.2.hasPrefix("sha1/") })
                || ["CertificatePinner", "okhttp3"].contains(root) || builders.contains(root)
        else { return nil }
        return OkHttpEntry(
            pattern: pattern,
            patternRange: range,
            host: constants.text(of: range)?.text,
            pins: pins,
            unreadPins: others.map(\.1).filter { constants.text(of: $0) == nil }
        )
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

    /// Returns whether OkHttp rejects the pattern: it allows a star only in a leading `*.` or
    /// `**.`.
    static func isRefused(_ pattern: String) -> Bool {
        guard pattern.contains("*") else { return false }
        for prefix in ["**.", "*."] where pattern.hasPrefix(prefix) {
            let rest = pattern.dropFirst(prefix.count)
            return rest.contains("*") || rest.isEmpty
        }
        return true
    }
}
