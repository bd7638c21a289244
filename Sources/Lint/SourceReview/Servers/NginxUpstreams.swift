import ScenarioFormat

// TLS upstreams of nginx, and the directives that apply to them.

extension CodeReview {
    /// The https upstreams without verification in their block or an outer one.
    var unverifiedUpstreams: [Match] {
        ["proxy", "grpc"].flatMap { family in
            let directives = UpstreamDirectives(family, in: source)
            return source.occurrences(of: family + "_pass").compactMap { index in
                unverifiedUpstream(at: index, directives)
            }
        }
    }

    private func unverifiedUpstream(at index: Int, _ directives: UpstreamDirectives) -> Match? {
        let verify = directives.innermost("verify", around: index)
        guard let upstream = source.token(index + 1)?.text,
            upstream.hasPrefix("https://") || upstream.hasPrefix("grpcs://"),
            verify.map({ source.token($0 + 1)?.text != "on" }) ?? true
        else { return nil }
        var match = Match(index..<index + 2)
        let host = HostText.host(of: upstream)
        if HostText.isLocal(host) { match.severity = .note }
        match.edits = verification(at: index, name: serverName(ofUpstream: host), directives)
        if !host.contains(".") {
            match.notes = ["nginx expects the name `\(host)` unless proxy_ssl_name sets another"]
        }
        return match
    }

    /// Returns the edits that add the missing directives before an upstream; none if the owner must
    /// first name a CA file that nginx needs to start.
    private func verification(
        at index: Int,
        name: String?,
        _ directives: UpstreamDirectives
    ) -> [Edit] {
        guard directives.innermost("trusted_certificate", around: index) != nil else { return [] }
        var lacking: [String] = []
        var edits: [Edit] = []
        let verify = directives.innermost("verify", around: index)
        // nginx does not start if a block repeats a directive.
        if let verify, source.enclosing(verify) == source.enclosing(index),
            let value = source.token(verify + 1)
        {
            edits.append(Edit(value.range, "on"))
        } else {
            lacking.append("verify on")
        }
        if let name, directives.innermost("name", around: index) == nil {
            lacking.append("name \(name)")
        }
        let start = source.tokens[index].range.lowerBound
        let line = file.lineRange(file.lineNumber(at: start))
        let indent = file.text(line.lowerBound..<start)
        let blanks = indent.allSatisfy { $0 == " " || $0 == "\t" } ? "\n" + indent : " "
        let lines = lacking.map { "\(directives.family)_ssl_\($0);" + blanks }.joined()
        return lines.isEmpty ? edits : edits + [Edit(start..<start, lines)]
    }

    /// Returns the host of the only server in `upstream NAME { server HOST; }`.
    private func serverName(ofUpstream name: String) -> String? {
        let blocks = source.occurrences(of: "upstream").filter {
            source.token($0 + 1)?.text == name && source.isSign($0 + 2, "{")
        }
        guard let block = blocks.first, blocks.count == 1, let close = source.counterpart(block + 2)
        else { return nil }
        let servers = source.occurrences(of: "server").filter { (block..<close).contains($0) }
        guard servers.count == 1, let server = servers.first,
            let host = source.token(server + 1).map({ HostText.host(of: $0.text) }),
            HostText.isPlain(host), host.contains(where: \.isLetter)
        else { return nil }
        return host
    }
}

/// TLS directives for upstreams, such as `proxy_ssl_verify`, by the block that contains them.
private struct UpstreamDirectives {
    let family: String
    private let source: SourceFile
    private var blocks: [String: [Int?: Int]] = [:]

    init(_ family: String, in source: SourceFile) {
        (self.family, self.source) = (family, source)
        for name in ["verify", "trusted_certificate", "name"] {
            let all = source.occurrences(of: "\(family)_ssl_\(name)")
            blocks[name] = Dictionary(all.map { (source.enclosing($0), $0) }) { $1 }
        }
    }

    /// Returns the directive that applies at a token; an inner block overrides outer ones.
    func innermost(_ name: String, around index: Int) -> Int? {
        var block = source.enclosing(index)
        for _ in 0..<16 {
            if let directive = blocks[name]?[block] { return directive }
            guard let open = block else { return nil }
            block = source.enclosing(open)
        }
        return nil
    }
}
