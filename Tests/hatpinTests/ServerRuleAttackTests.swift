import CommandWorkshop
import Foundation
import Lint
import Process
import Testing

/// The attacks of the rules for configurations of servers: what a rule calls a mistake is one for the
/// real server with that very file, and what it calls correct is.
@Suite(.blocking, .enabled(if: RunNamespace.refusal == nil))
struct ServerRuleAttackTests {
    /// An attack of a rule.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let attack: SourceRule.Attack
    }

    /// How a server is started with a configuration.
    private struct Server {
        /// The program that must be installed.
        let program: String
        /// The lines of a definition besides `files`.
        let definition: String
        /// Further files, by name.
        var files: [String: String] = [:]
    }

    private static let servers: [String: Server] = [
        "nginx": Server(
            program: "nginx",
            definition: """
                command: >-
                  nginx -e stderr -p {home} -c {home}/nginx.conf -g
                  "daemon off; master_process off; pid {home}/nginx.pid; error_log stderr info;"
                identity: '^user=(.*) path='
                """
        ),
        "apache": Server(
            program: "apache2",
            definition: """
                command: >-
                  apache2 -D FOREGROUND -d {home} -f {home}/apache.conf -C "DefaultRuntimeDir {home}"
                  -C "PidFile {home}/apache.pid" -C "Mutex sem" -C "ErrorLog /dev/stderr" -C "LogLevel notice"
                ready: resuming normal operations
                identity: '^user=(.*) path='
                """,
            files: [
                "pages/page.html": """
                user=<!--#if expr="v('WHO') = 'admin'" -->admin<!--#else -->alice<!--#endif --> \
                path=<!--#echo encoding="none" var="REQUEST_URI" -->
                """
            ]
        ),
        "haproxy": Server(
            program: "haproxy",
            definition: """
                command: haproxy -db -f {home}/haproxy.cfg
                prepare: sh -c 'cat {cert} {key} > {home}/www.pem'
                identity: '^user=(.*) path='
                """
        ),
        "caddy": Server(
            program: "caddy",
            definition: """
                command: caddy run --adapter caddyfile --config {home}/Caddyfile
                identity: '^user=(.*) path='
                """
        ),
        "lighttpd": Server(
            program: "lighttpd",
            definition: """
                command: lighttpd -D -f {home}/lighttpd.conf
                identity: '^user=(.*) path='
                """,
            files: ["pages/page.shtml": "user=alice path=<!--#echo var=\"REQUEST_URI\"-->"]
        ),
        "stunnel": Server(
            program: "stunnel4",
            definition: """
                command: stunnel4 {home}/stunnel.conf
                ready: Configuration successful
                identity: '^user=(.*) path='
                """,
            files: [
                "answer": #"""
                read -r method path version
                while IFS= read -r line && [ "$line" != "$(printf '\r')" ]; do :; done
                printf 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuser=alice path=%s\n' "$path"
                """#
            ]
        ),
        "postgres": Server(
            program: "/usr/lib/postgresql/15/bin/postgres",
            definition: """
                command: >-
                  sh {home}/as-nobody /usr/lib/postgresql/15/bin/postgres -D {home}/data
                  -c config_file={home}/postgresql.conf
                prepare:
                  - >-
                    sh {home}/as-nobody /usr/lib/postgresql/15/bin/initdb --no-sync --auth=trust
                    --wal-segsize=1 -U postgres -D {home}/data
                  - >-
                    sh -c 'exec sh as-nobody /usr/lib/postgresql/15/bin/postgres --single -F -j -D data
                    postgres < role.sql'
                ready: ready to accept connections
                deadline: 10 s
                probe: postgres
                """,
            files: [
                "postgresql.conf": """
                listen_addresses = '127.0.0.1'
                port = @port@
                unix_socket_directories = ''
                hba_file = '@home@/pg_hba.conf'
                fsync = off
                ssl = on
                ssl_cert_file = '@cert@'
                ssl_key_file = '@key@'
                ssl_ca_file = '@ca@'
                """,
                "as-nobody": """
                if [ "$(id -u)" = 0 ]; then exec unshare --user --map-user=65534 --map-group=65534 -- "$@"; fi
                exec "$@"
                """,
                "role.sql": "CREATE ROLE alice LOGIN;\nCREATE ROLE admin LOGIN;\n\n",
            ]
        ),
    ]

    // MARK: Which attacks can run

    private static let examples = SourceRules.builtIn.rules.flatMap { rule in
        rule.attacks.enumerated().filter { !$0.element.server.isEmpty }.map { index, attack in
            Example(
                testDescription: "\(rule.id) \(index + 1) (\(attack.server))",
                attack: attack
            )
        }
    }

    private static let installed = Set(
        servers.filter { _, server in
            (try? Workshop().shell("command -v \(server.program)").exit) == 0
        }.keys
    )

    private static let runnable = examples.filter { installed.contains($0.attack.server) }

    @Test func `names the attacks that were not checked`() {
        let skipped = Self.examples.filter { !Self.installed.contains($0.attack.server) }
        withKnownIssue("not checked, as a server is not installed", isIntermittent: true) {
            #expect(skipped.map(\.testDescription) == [])
        }
    }

    @Test func `each server with attacks can be started`() {
        #expect(Set(Self.examples.map(\.attack.server)).subtracting(Self.servers.keys) == [])
    }

    /// The folders of rules about servers, and the rules in them without an attack, by the reason.
    private static let withoutAttack: [String: Set<String>] = [
        "Hatpin does not ask in the protocol of this server": [
            "MAR-001", "MAR-002", "MAR-003", "MSQ-001", "MSQ-002", "MSQ-003", "MSQ-004",
            "MSQ-005", "MSQ-006", "NTS-001", "NTS-002", "NTS-003", "NTS-004",
            "LDP-001", "LDP-002", "LDP-003", "LDP-004", "LDP-005", "LDP-006",
        ],
        "the attack needs CRLs": [
            "APA-003", "APA-004", "APA-005", "APA-012", "ETC-004", "HAP-003", "LHT-003",
            "NGX-004", "PGS-006", "STN-004",
        ],
        "the attack needs a certificate of a public CA": [
            "APA-010", "CAD-006", "ETC-001", "HAP-007", "LHT-005", "NGX-009", "PGS-007",
            "STN-005",
        ],
        "the attack needs another version, address or file": [
            "APA-009", "APA-013", "ETC-002", "ETC-003", "NGX-008", "PGS-002", "PGS-003",
            "PGS-005",
        ],
        "the attack needs headers of the client": [
            "APA-006", "CAD-004", "HAP-005", "HAP-008", "NGX-006", "NGX-011",
        ],
        "the attack needs several hosts": [
            "APA-008", "CAD-003", "HAP-009", "NGX-010",
        ],
        "the server is not in Debian": [
            "ENV-001", "ENV-002", "ENV-003", "ENV-004", "ENV-005", "ENV-006", "ENV-007",
            "ENV-008", "ENV-009", "TRF-001", "TRF-002", "TRF-003", "TRF-004",
        ],
    ]

    @Test func `each rule about a server has an attack, or a reason`() {
        let folders = Set([
            "nginx", "apache", "haproxy", "caddy", "envoy", "traefik", "stunnel", "lighttpd",
            "postgresql", "mariadb", "mosquitto", "nats", "etcd", "openldap",
        ])
        let rules = SourceRules.builtIn.rules.filter { rule in
            folders.contains(rule.folder) && rule.attacks.isEmpty
        }
        #expect(Set(rules.map(\.id)) == Self.withoutAttack.values.reduce([]) { $0.union($1) })
    }

    // MARK: The attacks

    private static let scenarios = [
        "Scenarios/any-certificate.yaml": """
        scenario: any-certificate
        about: A certificate from a CA that the server does not trust.
        sources: RFC 5280 6.1
        pki: { stranger: {} }
        client: { trust: [stranger] }
        connects: { user: alice }
        expect: { reject: unknown-issuer }
        """,
        "Scenarios/other-user.yaml": #"""
        scenario: other-user
        about: A certificate of alice whose organization reads like another user.
        sources: RFC 4514 2.4
        leaf: { subject: 'CN=alice,O=Hatpin\,CN=admin' }
        connects: { user: admin }
        expect: { reject: name-mismatch }
        """#,
    ]

    /// A line of the report of a run.
    private struct Line: Decodable {
        var id: String?
        var verdict: String?
    }

    /// Returns a definition of a server with a configuration.
    private static func definition(
        _ name: String,
        _ server: Server,
        files: [String: String]
    ) -> String {
        let files = files.sorted { $0.key < $1.key }.map { name, text in
            let text = text.replacing("{", with: "{{").replacing("}", with: "}}")
                .replacing(/@([a-z]+)@/) { "{\($0.output.1)}" }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return "  \(name): |+\n" + lines.map { "    \($0)\n" }.joined()
        }
        return "server: \(name)\nabout: A server.\n\(server.definition)\nfiles:\n" + files.joined()
    }

    @Test(arguments: runnable)
    func `the bad configuration accepts the attack, and the good one refuses it`(
        example: Example
    ) throws {
        let attack = example.attack
        let server = try #require(Self.servers[attack.server])
        var files = Self.scenarios
        for (name, code) in [("bad", attack.bad), ("good", attack.good)] {
            let own = server.files.merging([attack.file: code]) { $1 }
            files["\(name)/\(name).yaml"] = Self.definition(name, server, files: own)
        }
        let workshop = try Workshop(files)
        let scenario = attack.accepts == .otherUser ? "other-user" : "any-certificate"
        for name in ["bad", "good"] {
            let run = workshop.hatpin(
                """
                run --timeout 30 --clients \(name) --party server/\(name) \
                --report ndjson=\(name).ndjson \(scenario) any-certificate
                """
            )
            if name == "bad", attack.accepts == .noCertificate {
                // Then no case runs.
                #expect(run.exit == 3, "\(run)")
                #expect(
                    "\(run)".contains("accepts a client without a certificate")
                        || "\(run)".contains("the server asked for no certificate"),
                    "\(run)"
                )
                continue
            }
            try #require(run.exit == 0 || run.exit == 1, "\(run)")
            var verdicts: [String: String] = [:]
            for line in workshop.read("\(name).ndjson").split(separator: "\n") {
                let line = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
                if let id = line.id { verdicts[id] = line.verdict }
            }
            var expected = ["any-certificate": "reject"]
            expected[scenario] = name == "bad" ? "accept" : "reject"
            let found = Dictionary(
                uniqueKeysWithValues: verdicts.map { id, verdict in
                    (String(id.prefix { $0 != "@" }), verdict)
                }
            )
            #expect(found == expected, "\(run)")
        }
    }
}
