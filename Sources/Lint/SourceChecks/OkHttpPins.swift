import ClientModels

// Checks of the patterns and pins of `CertificatePinner`.

extension CheckedMatches {
    /// Patterns that are URLs or have a port.
    var okHttpSchemes: CheckResult {
        CheckResult(
            findings: okHttpEntries.compactMap { entry in
                guard let host = entry.host, host.contains("/") || host.contains(":") else {
                    return nil
                }
                return finding(entry, replacement: HostText.host(of: host))
            }
        )
    }

    /// The hosts of `--host` that no pattern matches, at a nearby pattern that `isKind` accepts.
    func okHttpMissed(_ isKind: (String) -> Bool) -> CheckResult {
        let entries = okHttpEntries
        let patterns = entries.compactMap(\.host)
        let findings = context.hosts.compactMap { host -> CheckedFinding? in
            guard !patterns.contains(where: { OkHttpPattern.fits($0, host) }) else { return nil }
            let near = entries.first { OkHttpPattern.isNear($0.host ?? "", host) }
            guard let near, let pattern = near.host, isKind(pattern) else { return nil }
            let domain = pattern.hasPrefix("*.") ? String(pattern.dropFirst(2)) : pattern
            var finding = finding(near, replacement: "**." + domain)
            finding.problem = "\(host) is not pinned"
            finding.label =
                pattern.hasPrefix("*.")
                ? "matches exactly one label before \(domain)" : "matches only this host"
            return finding
        }
        return CheckResult(findings: findings)
    }

    /// Pins and patterns that OkHttp rejects.
    ///
    /// Pins and patterns that the file does not contain are reported as unread, because no other
    /// check reports them.
    var okHttpRefusals: CheckResult {
        let entries = okHttpEntries
        var result = CheckResult()
        for entry in entries {
            if let host = entry.host, OkHttpPattern.isRefused(host) {
                var finding = CheckedFinding(entry.pattern)
                finding.place = entry.patternRange
                finding.problem = "OkHttp rejects this pattern"
                finding.label = "a star must be the whole first label"
                result.findings.append(finding)
            }
            result.findings += entry.pins.compactMap(refused)
            let hosts = entry.host == nil ? [entry.patternRange] : []
            result.unread += (hosts + entry.unreadPins).map(unread)
        }
        return result
    }

    private func refused(_ pin: OkHttpEntry.Pin) -> CheckedFinding? {
        var finding = finding(pin)
        if pin.text.hasPrefix("sha256/") || pin.text.hasPrefix("sha1/") {
            guard OkioBase64.decode(pin.text.hash.utf8) == nil,
                !StatedPin.isPlaceholder(pin.text.hash)
            else { return nil }
            finding.label = "not base64"
            return finding
        }
        if OkioBase64.decode(pin.text.utf8)?.count == 32 {
            finding.edits = edits(of: pin.range, to: "sha256/" + pin.text)
        }
        return finding
    }

    /// Pins whose hash has the wrong length.
    var okHttpHashes: CheckResult {
        let entries = okHttpEntries
        let findings = entries.flatMap { entry in
            entry.pins.compactMap { pin -> CheckedFinding? in
                let hash = pin.text.hash
                guard pin.text != hash, pin.text.hasOtherLength, !StatedPin.isPlaceholder(hash)
                else { return nil }
                var finding = findingOfNoKey(pin, of: entry, among: entries)
                if hash.count == 64, let base64 = StatedPin.base64(of: hash) {
                    finding.label = "hexadecimal instead of base64"
                    finding.edits = edits(of: pin.range, to: "sha256/" + base64)
                }
                return finding
            }
        }
        return CheckResult(findings: findings)
    }

    /// Pins that are placeholders.
    var okHttpPlaceholders: CheckResult {
        let entries = okHttpEntries
        let findings = entries.flatMap { entry in
            entry.pins.filter { StatedPin.isPlaceholder($0.text.hash) }.map { pin in
                findingOfNoKey(pin, of: entry, among: entries)
            }
        }
        return CheckResult(findings: findings)
    }

    /// Hosts whose entries contain only one pin.
    var okHttpSinglePins: CheckResult {
        let entries = okHttpEntries
        var counts: [String: Set<String>] = [:]
        for entry in entries {
            let key = entry.host ?? file.text(entry.patternRange)
            counts[key, default: []].formUnion(entry.pins.map(\.text))
            // A pin that could not be read counts as one pin.
            counts[key, default: []].formUnion(entry.unreadPins.map { "?\($0.lowerBound)" })
        }
        let findings = entries.compactMap { entry -> CheckedFinding? in
            guard let host = entry.host, counts[host]?.count == 1, let pin = entry.pins.first,
                !StatedPin.isPlaceholder(pin.text.hash)
            else { return nil }
            var finding = finding(pin)
            finding.problem = "\(host) has only one pin"
            return finding
        }
        return CheckResult(findings: findings)
    }

    // MARK: Findings

    private func finding(_ pin: OkHttpEntry.Pin) -> CheckedFinding {
        var finding = CheckedFinding(pin.match)
        finding.place = pin.range
        return finding
    }

    /// Returns the finding at a pattern, with the edit that replaces the pattern.
    private func finding(_ entry: OkHttpEntry, replacement: String) -> CheckedFinding {
        var finding = CheckedFinding(entry.pattern)
        finding.place = entry.patternRange
        finding.edits = edits(of: entry.patternRange, to: replacement)
        return finding
    }

    /// Returns the finding for a pin that matches no key: an outage if the host has no other valid
    /// pin.
    private func findingOfNoKey(
        _ pin: OkHttpEntry.Pin,
        of entry: OkHttpEntry,
        among entries: [OkHttpEntry]
    ) -> CheckedFinding {
        var finding = finding(pin)
        guard let host = entry.host else { return finding }
        // A pattern or pin that could not be read may match.
        let counting = entries.filter { other in
            other.host.map { $0 == host || OkHttpPattern.fits($0, host) } ?? true
        }
        finding.isOutage = counting.allSatisfy { other in
            other.host != nil && other.unreadPins.isEmpty && other.pins.allSatisfy(\.text.isOfNoKey)
        }
        if finding.isOutage {
            finding.impact = "no pin for \(host) matches a key, so every call fails"
        }
        return finding
    }
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
