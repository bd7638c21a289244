// The hosts in the dictionaries of Alamofire's trust managers. Alamofire looks up the host of a
// request as text, so a URL, a port or a wildcard in a key matches no host.

extension CheckedMatches {
    /// The keys that match no host, and the places where the file does not state the hosts.
    var alamofireKeyFindings: CheckResult {
        var result = CheckResult()
        let stated = Set(alamofireKeys.compactMap { name(of: $0.match) })
        for match in matches {
            if let place = match.captures["ELSEWHERE"] {
                result.unread.append(unstated(place))
            } else if match.captures["ARGUMENT"] != nil, let place = match.captures["DICTIONARY"],
                !stated.contains(file.text(place))
            {
                result.unread.append(unstated(place))
            }
        }
        for (key, match) in alamofireKeys {
            guard let host = constants.text(of: key)?.text else {
                let isName = file.text(key).allSatisfy {
                    $0.isLetter || $0.isNumber || "_.".contains($0)
                }
                result.unread.append(unstated(key, isName ? "; set it with --define" : ""))
                continue
            }
            guard host.contains(where: { "/:*".contains($0) }) else { continue }
            var finding = CheckedFinding(match)
            finding.problem = "`\(host)` matches no host"
            finding.isOutage = alamofireRejectsOtherHosts
            // A wildcard gets no edit, because only the owner knows which hosts it was meant for.
            finding.edits =
                host.contains("*") ? [] : [Edit(key, "\"\(HostText.host(of: host))\"")]
            result.findings.append(finding)
        }
        return result
    }

    /// The keys that are parent domains of hosts without an entry.
    var alamofireSubdomainFindings: CheckResult {
        let entries = alamofireKeys.compactMap { key, match in
            constants.text(of: key).map { (host: $0.text, match: match) }
        }
        let hosts = Set(entries.map(\.host))
        return CheckResult(
            findings: context.hosts.filter { !hosts.contains($0) }.compactMap { host in
                guard let near = entries.first(where: { host.hasSuffix("." + $0.host) }) else {
                    return nil
                }
                var finding = CheckedFinding(near.match)
                finding.problem = "\(host) has no entry"
                finding.isOutage = alamofireRejectsOtherHosts
                return finding
            }
        )
    }

    /// The keys of the dictionaries that trust managers receive: the keys in the argument (`$KEY`),
    /// and the keys in a variable `$DICTIONARY` that is the argument of a trust manager
    /// (`$ARGUMENT`).
    private var alamofireKeys: [(key: Range<Int>, match: SyntaxMatch)] {
        let passed = Set(
            matches.filter { $0.captures["ARGUMENT"] != nil }.compactMap { name(of: $0) }
        )
        return matches.compactMap { match in
            guard let key = match.captures["KEY"],
                name(of: match).map(passed.contains) ?? true
            else { return nil }
            return (key, match)
        }
    }

    /// The name of a dictionary that is a variable.
    private func name(of match: SyntaxMatch) -> String? {
        match.captures["DICTIONARY"].map(file.text)
    }

    /// Whether trust managers reject hosts without an entry, as Alamofire 5 does by default.
    ///
    /// A match with `$OTHERS` means that the trust managers accept such hosts.
    private var alamofireRejectsOtherHosts: Bool {
        !matches.contains { $0.captures["OTHERS"] != nil }
    }

    private func unstated(_ place: Range<Int>, _ help: String = "") -> Unread {
        Unread(at: file.span(place), "\(file.text(place)) is not a literal of this file\(help)")
    }
}
