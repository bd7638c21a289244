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
        /// The lines of a definition besides `files` and `prepare`.
        let definition: String
        /// Commands before the server.
        var prepare: [String] = []
        /// Further files, by name; an attack may replace them.
        var files: [String: String] = [:]
    }

    /// Starts a server that refuses to run as root.
    private static let asNobody = """
        if [ "$(id -u)" = 0 ]; then exec unshare --user --map-user=65534 --map-group=65534 -- "$@"; fi
        exec "$@"
        """

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
                """,
                "pages/header.html": """
                user=<!--#echo encoding="none" var="HTTP_X_SSL_CLIENT_CN" --> \
                path=<!--#echo encoding="none" var="REQUEST_URI" -->
                """,
            ]
        ),
        "haproxy": Server(
            program: "haproxy",
            definition: """
                command: haproxy -db -f {home}/haproxy.cfg
                identity: '^user=(.*) path='
                """,
            prepare: ["sh -c 'cat {cert} {key} > {home}/www.pem'"],
            files: [
                "haproxy.cfg": #"""
                defaults
                    mode http
                    timeout client 5s
                    timeout connect 5s
                    timeout server 5s
                frontend web
                    bind 127.0.0.1:@port@ ssl crt-list @home@/crt-list.txt
                    http-request return status 200 content-type text/plain \#
                lf-string "user=alice path=%[path]\n"
                """#
            ]
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
                ready: ready to accept connections
                deadline: 10 s
                probe: postgres
                """,
            prepare: [
                """
                sh {home}/as-nobody /usr/lib/postgresql/15/bin/initdb --no-sync --auth=trust \
                --wal-segsize=1 -U postgres -D {home}/data
                """,
                """
                sh -c 'exec sh as-nobody /usr/lib/postgresql/15/bin/postgres --single -F -j -D data \
                postgres < role.sql'
                """,
            ],
            files: [
                "postgresql.conf": """
                listen_addresses = '127.0.0.1'
                port = @port@
                unix_socket_directories = ''
                hba_file = '@home@/pg_hba.conf'
                ident_file = '@home@/pg_ident.conf'
                fsync = off
                ssl = on
                ssl_cert_file = '@cert@'
                ssl_key_file = '@key@'
                ssl_ca_file = '@ca@'
                """,
                "pg_hba.conf": "hostssl all all 127.0.0.1/32 cert map=certs",
                "pg_ident.conf": "certs alice alice",
                "as-nobody": asNobody,
                "role.sql": "CREATE ROLE alice LOGIN;\nCREATE ROLE admin LOGIN;\n\n",
            ]
        ),
        "mosquitto": Server(
            program: "mosquitto",
            definition: """
                command: mosquitto -c {home}/mosquitto.conf
                environment: { CLIENTS: '{ca}' }
                probe: mqtt
                identity: '^(.*)/hatpin-'
                """,
            files: ["users": "pattern readwrite %u/+\npattern readwrite +\n"]
        ),
        "nats": Server(
            program: "nats-server",
            definition: """
                command: nats-server -c {home}/nats.conf
                ready: Server is ready
                probe: nats
                """
        ),
        "nats-mqtt": Server(
            program: "nats-server",
            definition: """
                command: nats-server -c {home}/nats.conf
                ready: Server is ready
                probe: mqtt
                """
        ),
        "slapd": Server(
            program: "slapd",
            definition: """
                command: slapd -d stats,conns,config -h ldap://127.0.0.1:{port}/ -f {home}/slapd.conf
                ready: slapd starting
                probe: ldap
                identity: '(?i)cn=([^,+]*)'
                """
        ),
        "mariadb": Server(
            program: "mariadbd",
            definition: """
                command: sh {home}/as-nobody mariadbd --defaults-file={home}/my.cnf
                ready: ready for connections
                deadline: 20 s
                probe: mysql
                """,
            prepare: [
                """
                sh {home}/as-nobody mariadb-install-db --no-defaults --datadir={home}/data \
                --auth-root-authentication-method=normal --skip-test-db --innodb-log-file-size=4M
                """
            ],
            files: [
                "my.cnf": """
                [mariadbd]
                datadir = @home@/data
                tmpdir = @home@
                socket = @home@/socket
                pid-file = @home@/pid
                bind-address = 127.0.0.1
                port = @port@
                ssl_cert = @cert@
                ssl_key = @key@
                ssl_ca = @ca@
                init_file = @home@/users.sql
                skip-name-resolve
                skip-log-bin
                """,
                "users.sql": """
                CREATE OR REPLACE USER 'alice'@'127.0.0.1' REQUIRE SUBJECT '/O=Hatpin/CN=alice';

                """,
                "as-nobody": asNobody,
            ]
        ),
        "etcd": Server(
            program: "etcd",
            definition: """
                command: sh {home}/start
                environment: { CLIENTS: '{ca}' }
                ready: serving client (traffic securely|requests)
                witness: data
                """
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
        "the attack needs a certificate of a public CA": [
            "APA-010", "CAD-006", "ETC-001", "HAP-007", "LDP-005", "LHT-005", "MAR-002",
            "MSQ-005", "NGX-009", "PGS-007", "STN-005",
        ],
        "the attack needs an OCSP responder": ["APA-012"],
        "the attack needs another version or address": [
            "APA-009", "APA-013", "ETC-002", "ETC-003", "NGX-008", "NGX-010", "PGS-002",
            "PGS-003",
        ],
        "the attack needs a connection without TLS": ["NTS-003"],
        "the attack needs another server of the cluster": ["NTS-002"],
        "the client logs in, so that anonymous access is not seen": ["LDP-002"],
        "the server of Debian reads CRLs in another way": ["LDP-006"],
        "the server asks for no certificate": ["NGX-011"],
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
        about: A certificate whose names contain another user's name.
        sources: RFC 4514 2.4
        leaf: { subject: 'CN=admin.alice,O=Hatpin\,CN=admin' }
        connects: { user: admin }
        expect: { reject: name-mismatch }
        """#,
        "Scenarios/forged-header.yaml": """
        scenario: forged-header
        about: The client names another user in a header.
        sources: RFC 9110 17
        connects: { user: admin, headers: "X-SSL-Client-CN: admin" }
        gains: authentication
        expect: { reject: name-mismatch }
        """,
        "Scenarios/revoked.yaml": """
        scenario: revoked
        about: A revoked certificate.
        sources: RFC 5280 6.3
        leaf: { crl: revoked }
        client: { crls: [intermediate, root] }
        connects: { user: alice }
        control: { leaf: { crl: good } }
        expect: { reject: revoked }
        """,
        "Scenarios/missing-crl.yaml": """
        scenario: missing-crl
        about: A certificate of a CA whose CRL is missing.
        sources: RFC 5280 6.3
        client: { crls: root }
        connects: { user: alice }
        control: { client: { crls: [intermediate, root] } }
        gains: authentication
        expect: { reject: revocation-unknown }
        """,
        "Scenarios/other-host.yaml": """
        scenario: other-host
        about: A client without a certificate names another host in the handshake.
        sources: RFC 9110 7.4
        connects: { sni: open, certificate: false }
        gains: authentication
        expect: { reject: client-certificate-required }
        """,
        "Scenarios/other-ca.yaml": """
        scenario: other-ca
        about: A client names another host in the handshake, and shows a certificate of its CA.
        sources: RFC 9110 7.4
        pki: { stranger: {} }
        leaf: { issuer: stranger }
        serve: [leaf]
        client: { trust: [root, stranger] }
        connects: { sni: open }
        control: { leaf: { issuer: root }, connects: { sni: protected } }
        gains: authentication
        expect: { reject: unknown-issuer }
        """,
    ]

    /// A line of the report of a run.
    private struct Line: Decodable {
        var id: String?
        var verdict: String?
    }

    /// Returns the scenario of an attack.
    private static func scenario(of accepted: SourceRule.Accepted) -> String {
        let name = accepted.rawValue
        return scenarios["Scenarios/\(name).yaml"] == nil ? "any-certificate" : name
    }

    /// The words of configurations for files that commands of `preparations` write.
    private static let preparedFiles = [
        "@crls@": "@home@/lists.pem",
        "@own-ca@": "@home@/ca-1.pem",
        "@other-ca@": "@home@/ca-2.pem",
    ]

    /// Returns the commands that an attack needs before the server.
    private static func preparations(for attack: SourceRule.Attack) -> [String] {
        switch attack.accepts {
        // The first client comes before there are CRLs.
        case .revoked, .missingCRL:
            [
                """
                sh -c 'test -e {home}/lists.pem || sed -i -E \
                "s/crl-file [^ ]+ verify/verify/; /crl|revocation/Id" {home}/\(attack.file)'
                """
            ]
        case .otherCA:
            [
                """
                awk -v home={home} '/BEGIN CERT/ {{ ++n }} {{ print > (home "/ca-" n ".pem") }}' \
                {ca}
                """,
                "sh -c 'test -e {home}/ca-2.pem || cp {home}/ca-1.pem {home}/ca-2.pem'",
            ]
        default: []
        }
    }

    /// Returns the abilities of a server that an attack needs.
    private static func abilities(for accepted: SourceRule.Accepted) -> String {
        switch accepted {
        case .revoked, .missingCRL: "can: crls\n"
        case .otherHost, .otherCA: "can: virtual-hosts\n"
        default: ""
        }
    }

    /// Returns the definition of a server with the configuration of an attack.
    private static func definition(
        _ name: String,
        _ server: Server,
        _ attack: SourceRule.Attack,
        _ configuration: String
    ) -> String {
        let files = server.files.merging([attack.file: configuration]) { $1 }
        let lines = files.sorted { $0.key < $1.key }.map { name, text in
            var text = text.replacing("{", with: "{{").replacing("}", with: "}}")
            for (word, file) in preparedFiles { text = text.replacing(word, with: file) }
            text = text.replacing(/@([a-z-]+)@/) { "{\($0.output.1)}" }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return "  \(name): |+\n" + lines.map { "    \($0)\n" }.joined()
        }
        let prepare = (server.prepare + preparations(for: attack)).map { "  - >-\n    \($0)\n" }
        return "server: \(name)\nabout: A server.\n\(server.definition)\n"
            + abilities(for: attack.accepts)
            + (prepare.isEmpty ? "" : "prepare:\n\(prepare.joined())")
            + "files:\n\(lines.joined())"
    }

    @Test(arguments: runnable)
    func `the bad configuration accepts the attack, and the good one refuses it`(
        example: Example
    ) throws {
        let attack = example.attack
        let server = try #require(Self.servers[attack.server])
        var files = Self.scenarios
        for (name, code) in [("bad", attack.bad), ("good", attack.good)] {
            files["\(name)/\(name).yaml"] = Self.definition(name, server, attack, code)
        }
        let workshop = try Workshop(files)
        let scenario = Self.scenario(of: attack.accepts)
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
