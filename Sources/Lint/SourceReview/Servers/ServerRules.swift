import ScenarioFormat

extension CodeSystem {
    static let servers = CodeSystem(
        name: "nginx, Envoy, Kubernetes, Prometheus, Traefik, Ansible as clients",
        noun: "a configuration of nginx or Envoy, or YAML of a program that is a client",
        rules: [.nginxVerify, .envoyContext, .envoyNames, .uncheckedSettings],
        isUsed: { review in
            review.mentions("proxy_pass", "grpc_pass")
                || review.source.language == .yaml
                    && !(review.upstreamContexts.isEmpty && review.uncheckedSettings.isEmpty)
        }
    )
}

extension CodeRule {
    static let nginxVerify = CodeRule(
        "SRV-001",
        .critical,
        "`proxy_pass https:` without `proxy_ssl_verify on`",
        in: [.nginx],
        "nginx accepts every certificate from this upstream",
        label: "verification is off by default",
        impact: "an attacker between nginx and the upstream can read and change the traffic",
        fix: "turn on proxy_ssl_verify and set proxy_ssl_trusted_certificate to the upstream's CA",
        find: { $0.unverifiedUpstreams }
    )

    static let envoyContext = CodeRule(
        "SRV-002",
        .critical,
        "Envoy's `UpstreamTlsContext` without `validation_context`",
        in: [.yaml],
        "Envoy accepts every certificate from this upstream",
        label: "no validation_context",
        impact: "an attacker between Envoy and the upstream can read and change the traffic",
        fix: "add common_tls_context.validation_context with trusted_ca and the upstream's name",
        find: { review in
            review.upstreamContexts.filter { context in
                !context.words.contains { $0.contains("validation_context") }
            }.map { Match($0.token..<$0.token + 1) }
        }
    )

    static let envoyNames = CodeRule(
        "SRV-003",
        .critical,
        "Envoy's `trusted_ca` without expected names",
        in: [.yaml],
        "Envoy accepts every certificate from this CA",
        label: "no match_typed_subject_alt_names",
        impact:
            "a certificate from this CA for any name is accepted; with a private CA, only its "
            + "own certificate holders gain",
        fix: "add match_typed_subject_alt_names with the upstream's name",
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

    static let uncheckedSettings = CodeRule(
        "SRV-004",
        .critical,
        "`insecure_skip_verify: true`, `insecure-skip-tls-verify: true`, `validate_certs: false`",
        in: [.yaml],
        "this client does not check certificates",
        label: "accepts every certificate",
        impact: Impact.anything,
        fix:
            "turn checks on; for a private CA, set Prometheus ca_file, Traefik rootCAs, kubectl "
            + "certificate-authority, APIService caBundle or Ansible ca_path",
        find: { $0.uncheckedSettings }
    )
}

extension CodeReview {
    /// Settings that turn off certificate checks, with the values that do so and the value that
    /// turns the checks on.
    ///
    /// They are settings of Prometheus and related tools, Traefik, kubectl, Kubernetes' APIService,
    /// Grafana, Ansible and Beats.
    private static let checks: [String: (off: Set<String>, on: String)] = [
        "insecure_skip_verify": (["true"], "false"),
        "insecureSkipVerify": (["true"], "false"),
        "insecure-skip-tls-verify": (["true"], "false"),
        "insecureSkipTLSVerify": (["true"], "false"),
        "tlsSkipVerify": (["true"], "false"),
        "validate_certs": (["false", "no"], "true"),
        "ssl.verification_mode": (["none"], "full"),
        "verification_mode": (["none"], "full"),
    ]

    fileprivate var uncheckedSettings: [Match] {
        Self.checks.sorted { $0.key < $1.key }.flatMap { name, values in
            source.occurrences(of: name + ":").compactMap { index in
                guard let value = source.token(index + 1), value.kind == .word,
                    values.off.contains(value.text.lowercased())
                else { return nil }
                var match = Match(index..<index + 2)
                match.edits = [Edit(value.range, values.on)]
                return match
            }
        }
    }

    /// A YAML mapping with Envoy's TLS context for upstreams.
    struct UpstreamContext: Sendable {
        let token: Int
        let words: Set<String>
    }

    /// The contexts, each with the words of all lines that are indented at least as far.
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
