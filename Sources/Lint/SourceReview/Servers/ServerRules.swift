import ScenarioFormat

extension CodeSystem {
    static let servers = CodeSystem(
        name: "nginx as a client",
        noun: "a configuration of nginx",
        rules: [.nginxVerify],
        isUsed: { review in
            review.mentions("proxy_pass", "grpc_pass")
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
}
