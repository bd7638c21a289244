import FileFormat
import Findings
import SourceText

extension CodeSystem {
    static let servers = CodeSystem(
        name: "nginx and Envoy as clients",
        noun: "a configuration of nginx or Envoy",
        rules: [.nginxVerify, .envoyContext, .envoyNames],
        isUsed: { review in
            review.mentions("proxy_pass", "grpc_pass")
                || review.source.language == .nginx && !review.upstreamContexts.isEmpty
        }
    )
}

extension CodeRule {
    static let nginxVerify = CodeRule(
        "SRV-001",
        .critical,
        "`proxy_pass https:` without `proxy_ssl_verify on`",
        in: [.nginx],
        "nginx accepts any certificate of this upstream",
        label: "not verified: the default is off",
        so: "an attacker between nginx and the upstream reads and changes the traffic",
        mend: "verify it, by the file of the authority that signs the upstream's certificate",
        find: { $0.unverifiedUpstreams }
    )

    static let envoyContext = CodeRule(
        "SRV-002",
        .critical,
        "Envoy's `UpstreamTlsContext` without `validation_context`",
        in: [.nginx],
        "Envoy accepts any certificate of this upstream",
        label: "no validation_context",
        so: "an attacker between Envoy and the upstream reads and changes the traffic",
        mend: "add common_tls_context.validation_context with trusted_ca and the upstream's name",
        find: { review in
            review.upstreamContexts.filter { context in
                !context.words.contains { $0.contains("validation_context") }
            }.map { Match($0.token..<$0.token + 1) }
        }
    )

    static let envoyNames = CodeRule(
        "SRV-003",
        .critical,
        "Envoy's `trusted_ca` without names",
        in: [.nginx],
        "Envoy accepts any certificate of this authority",
        label: "no match_typed_subject_alt_names",
        so: "a certificate for any name that the authority signed is enough; "
            + "with a private authority only its own clients gain",
        mend: "add match_typed_subject_alt_names with the upstream's name",
        find: { review in
            let checks = [
                "match_typed_subject_alt_names:", "match_subject_alt_names:",
                "verify_certificate_hash:", "verify_certificate_spki:", "auto_sni_san_validation:",
                "validation_context_sds_secret_config:", "verify_subject_alt_name:",
            ]
            return review.upstreamContexts.filter { context in
                context.words.contains("trusted_ca:")
                    && !context.words.contains(where: checks.contains)
            }.map { Match($0.token..<$0.token + 1) }
        }
    )
}

extension CodeReview {
    /// Upstreams by https without a check in their block or one around it.
    fileprivate var unverifiedUpstreams: [Match] {
        let verified = Set(
            ["proxy_ssl_verify", "grpc_ssl_verify"].flatMap { source.occurrences(of: $0) }.filter {
                source.token($0 + 1)?.text == "on"
            }.map { source.enclosing($0) ?? -1 }
        )
        return ["proxy_pass", "grpc_pass"].flatMap { source.occurrences(of: $0) }.compactMap {
            index in
            guard let upstream = source.token(index + 1)?.text,
                upstream.hasPrefix("https://") || upstream.hasPrefix("grpcs://"),
                !isAround(index, verified)
            else { return nil }
            var match = Match(index..<index + 2)
            if HostText.isLocal(HostText.host(of: upstream)) { match.gravity = .note }
            let host = HostText.host(of: upstream)
            match.edits = [verification(before: index, name: serverName(ofUpstream: host))]
            if !host.contains(".") {
                match.notes = [
                    "nginx compares the name `\(host)` unless proxy_ssl_name says another"
                ]
            }
            return match
        }
    }

    private func isAround(_ index: Int, _ blocks: Set<Int>) -> Bool {
        var block = source.enclosing(index)
        for _ in 0..<16 {
            if blocks.contains(block ?? -1) { return true }
            guard let open = block else { return false }
            block = source.enclosing(open)
        }
        return false
    }

    /// Lines before the upstream's, as far in as it is.
    private func verification(before index: Int, name: String?) -> Edit {
        let start = source.tokens[index].range.lowerBound
        let family = source.tokens[index].text == "grpc_pass" ? "grpc" : "proxy"
        let line = file.lineRange(file.lineNumber(at: start))
        let indent = file.text(line.lowerBound..<start)
        let blanks = indent.allSatisfy { $0 == " " || $0 == "\t" } ? "\n" + indent : " "
        return Edit(
            start..<start,
            "\(family)_ssl_verify on;\(blanks)\(family)_ssl_trusted_certificate "
                + "/etc/ssl/certs/ca-certificates.crt;\(blanks)"
                + (name.map { "\(family)_ssl_name \($0);\(blanks)" } ?? "")
        )
    }

    /// The host of the one server of `upstream NAME { server HOST; }`.
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

    /// A mapping of YAML with Envoy's context for upstreams.
    struct UpstreamContext: Sendable {
        let token: Int
        let words: Set<String>
    }

    /// The contexts, each with the words of the lines that stand as far in as it or further.
    var upstreamContexts: [UpstreamContext] {
        let tokens = source.tokens
        return tokens.indices.filter {
            tokens[$0].kind == .word && tokens[$0].text.hasSuffix(".UpstreamTlsContext")
        }.prefix(100).map { index in
            let indent = column(of: lineStart(of: index))
            var words: Set<String> = []
            var next = index + 1
            while next < tokens.count, next - index < 2_000 {
                let begins = tokens[next - 1].kind == .newline && tokens[next].kind == .word
                if begins,
                    column(of: next) < indent
                        || tokens[next].text == "-" && column(of: next) <= indent
                {
                    break
                }
                if tokens[next].kind == .word { words.insert(tokens[next].text) }
                next += 1
            }
            return UpstreamContext(token: index, words: words)
        }
    }

    private func lineStart(of index: Int) -> Int {
        var index = index
        while index > 0, source.tokens[index - 1].kind != .newline { index -= 1 }
        return index
    }
}
