import ScenarioFormat

// TLS upstreams of nginx, and the directives that apply to them.

extension CheckedMatches {
    /// The https upstreams for which neither their block nor an outer block turns verification on.
    var nginxUpstreamFindings: CheckResult {
        let directives = NginxDirectives(file.bytes)
        return CheckResult(
            findings: matches.compactMap { NginxUpstream($0, directives, file)?.finding }
        )
    }
}

/// The directives of a configuration that matter for upstreams.
private struct NginxDirectives {
    let settings: SettingsFile
    /// The section of each directive, by the offset of the directive's first byte.
    private(set) var sections: [Int: Int] = [:]
    /// The directives such as `proxy_ssl_verify`, by name and section; the last directive applies.
    private var directives: [String: [Int: SettingsFile.Setting]] = [:]
    /// The sections of upstreams, by name.
    private var upstreams: [String: [Int]] = [:]
    /// The addresses in each section.
    private var servers: [Int: [String]] = [:]

    init(_ bytes: [UInt8]) {
        settings = SettingsFile(bytes, .blocks)
        for setting in settings.settings {
            let name = settings.text(setting.key)
            if name.hasSuffix("_pass") { sections[setting.range.lowerBound] = setting.section }
            if name.contains("_ssl_") { directives[name, default: [:]][setting.section] = setting }
            if name == "server" {
                servers[setting.section, default: []].append(settings.text(setting.value))
            }
        }
        for (index, section) in settings.sections.enumerated() {
            let words = settings.text(section.name).split(whereSeparator: \.isWhitespace)
            guard words.count == 2, words[0] == "upstream" else { continue }
            upstreams[String(words[1]), default: []].append(index)
        }
    }

    /// Returns the directive that applies in a section: an inner block overrides outer ones.
    func directive(_ name: String, in section: Int) -> SettingsFile.Setting? {
        guard let named = directives[name] else { return nil }
        return settings.sections(around: section).lazy.compactMap { named[$0] }.first
    }

    /// Returns the host of the only server in `upstream NAME { server HOST; }`.
    func server(ofUpstream name: String) -> String? {
        guard let blocks = upstreams[name], blocks.count == 1,
            let addresses = servers[blocks[0]], addresses.count == 1
        else { return nil }
        let host = HostText.host(of: String(addresses[0].prefix { !$0.isWhitespace }))
        return HostText.isPlain(host) && host.contains(where: \.isLetter) ? host : nil
    }
}

/// A directive that passes requests to an upstream, such as `proxy_pass`.
private struct NginxUpstream {
    let match: SyntaxMatch
    let directives: NginxDirectives
    let file: ReviewedFile
    /// The section of the directive.
    let section: Int
    /// The word before `_pass` and `_ssl_verify`, such as `proxy`.
    let family: String
    /// The host, or the name of an `upstream`.
    let host: String

    init?(_ match: SyntaxMatch, _ directives: NginxDirectives, _ file: ReviewedFile) {
        guard let key = match.captures["KEY"], let value = match.captures["VALUE"],
            let section = directives.sections[match.range.lowerBound]
        else { return nil }
        (self.match, self.directives, self.file) = (match, directives, file)
        (self.section, host) = (section, HostText.host(of: file.text(value)))
        family = String(file.text(key).prefix { $0 != "_" })
    }

    /// The finding; nil if nginx verifies the upstream's certificate.
    var finding: CheckedFinding? {
        let verify = directive("verify")
        guard verify.map({ file.text($0.value ?? 0..<0) != "on" }) ?? true else { return nil }
        var finding = CheckedFinding(match)
        if HostText.isLocal(host) {
            finding.severity = .note
            finding.notes = ["the host is on this machine or a private network"]
        }
        finding.edits = edits(replacing: verify)
        if !host.contains("."), directive("name") == nil {
            finding.notes.append(
                "nginx expects the name `\(host)` unless \(family)_ssl_name sets another"
            )
        }
        return finding
    }

    private func directive(_ name: String) -> SettingsFile.Setting? {
        directives.directive("\(family)_ssl_\(name)", in: section)
    }

    /// Returns the edits that add the missing directives; none if the owner must first name a CA
    /// file that nginx needs to start.
    private func edits(replacing verify: SettingsFile.Setting?) -> [Edit] {
        guard directive("trusted_certificate") != nil else { return [] }
        var lacking: [String] = []
        var edits: [Edit] = []
        // nginx does not start if a block repeats a directive.
        if let verify, verify.section == section, let value = verify.value {
            edits.append(Edit(value, "on"))
        } else {
            lacking.append("verify on")
        }
        if let name = directives.server(ofUpstream: host), directive("name") == nil {
            lacking.append("name \(name)")
        }
        let start = match.range.lowerBound
        let line = file.lineRange(file.lineNumber(at: start))
        let indent = file.text(line.lowerBound..<start)
        let blanks = indent.allSatisfy { $0 == " " || $0 == "\t" } ? "\n" + indent : " "
        let lines = lacking.map { "\(family)_ssl_\($0);" + blanks }.joined()
        return lines.isEmpty ? edits : edits + [Edit(start..<start, lines)]
    }
}
