import CommandWorkshop
import Foundation
import Testing

/// Correct and faulty servers that verify client certificates.
@Suite(
    .blocking,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"))
)
struct ServerPartyTests {
    struct Server: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Python statements before the server listens.
        var before = ""
        /// The server's mode of verifying client certificates.
        var mode = "ssl.CERT_REQUIRED"
        /// A statement about a new connection.
        var accept = "pass"
        /// The Python expression for the answer to a request.
        var answer = "b'user=' + user + b' path=' + path"
        /// A statement after an answer.
        var after = "pass"
        /// A statement about an error.
        var log = "print(fault, flush=True)"
        /// The line of the definition that says how the server shows the user, or that the user is
        /// in its command.
        var identity = "identity: 'user=(.*) path='"
        /// Further keys of its definition.
        var keys = ""
        let exit: Int32
        var says = ""
    }

    /// Statements of a server that, after one answer, takes everybody for admin.
    private static let memory = "seen = []"
    private static let remembering =
        "b'user=' + (b'admin' if seen else user) + b' path=' + path + (seen.append(1) or b'')"

    /// Statements of a server that reads its CAs again at the next connection after a reload.
    private static let renewing = """
        def renew():
            global context
            if not os.path.exists("reload"): return
            os.remove("reload")
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[2], sys.argv[3])
            context.load_verify_locations(sys.argv[4])
            context.verify_mode = ssl.CERT_REQUIRED
        with open(os.path.dirname(os.path.abspath(__file__)) + "/starts", "a") as starts:
            starts.write("a start\\n")
        """
    private static let reload = "reload: touch {home}/reload"

    private static let servers = [
        Server(testDescription: "a sound server", exit: 0, says: "✓ 3 as expected"),
        Server(
            testDescription: "is ready late",
            before: "time.sleep(1)",
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "ignores SIGTERM",
            before: "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "takes everybody for admin",
            answer: "b'user=admin path=' + path",
            exit: 3,
            says: "the server took the client for admin"
        ),
        Server(
            testDescription: "requires nothing",
            mode: "ssl.CERT_NONE",
            exit: 3,
            says: "accepts a client without a certificate"
        ),
        Server(
            testDescription: "lets clients in without a certificate",
            mode: "ssl.CERT_OPTIONAL",
            exit: 3,
            says: "accepts a client without a certificate"
        ),
        Server(
            testDescription: "does not answer without a certificate",
            mode: "ssl.CERT_OPTIONAL",
            answer: "b'user=' + user + b' path=' + path if user else time.sleep(60)",
            exit: 3,
            says: "no verdict within 1.0 s"
        ),
        Server(
            testDescription: "crashes at its start",
            before: "os.kill(os.getpid(), 11)",
            exit: 3,
            says: "signal 11"
        ),
        Server(
            testDescription: "breaks the handshake",
            before: "hello = bytes([22, 3, 3, 0, 4, 1, 0, 0, 0])",
            accept: "connection.recv(4096), connection.sendall(hello), connection.close()",
            exit: 3,
            says: "Hatpin's client rejected the server"
        ),
        Server(
            testDescription: "does not start",
            before: "sys.exit('no configuration')",
            exit: 3,
            says: "ended before it listened (exited(1)): no configuration"
        ),
        Server(
            testDescription: "listens on another port",
            before: "port += 1",
            exit: 3,
            says: "was not ready within 4.0 s"
        ),
        Server(
            testDescription: "never answers",
            before: "",
            answer: "time.sleep(60) or b''",
            exit: 3,
            says: "no verdict within 1.0 s"
        ),
        Server(
            testDescription: "answers something else",
            answer: "b'welcome'",
            exit: 3,
            says: "an answer without the token"
        ),
        Server(
            testDescription: "is told its user",
            answer: "path if user == os.environ['ONLY'].encode() else b''",
            identity: "environment: { ONLY: \"{user}\" }",
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "is told its user, and lets everybody in",
            answer: "path",
            identity: "environment: { ONLY: \"{user}\" }",
            exit: 1,
            says: "another"
        ),
        Server(
            testDescription: "neither shows nor is told its user",
            answer: "path",
            identity: "witness: token",
            exit: 0,
            says: "✓ 2 as expected   controls 1/1   ○ 1 not applicable"
        ),
        Server(
            testDescription: "remembers that it has let somebody in",
            before: Self.memory,
            answer: Self.remembering,
            exit: 1,
            says: "another"
        ),
        Server(
            testDescription: "remembers, but each case has a server of its own",
            before: Self.memory,
            answer: Self.remembering,
            keys: "fresh: true",
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "is reloaded",
            before: Self.renewing,
            accept: "renew()",
            keys: Self.reload,
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "ignores its reload",
            keys: Self.reload,
            exit: 3,
            says: "after its reload, it rejected"
        ),
        Server(
            testDescription: "adds the new CAs to the old ones",
            accept: "context.load_verify_locations(sys.argv[4])",
            keys: Self.reload,
            exit: 3,
            says: "still accepts clients of the CAs from before its reload"
        ),
        Server(
            testDescription: "has a reload that fails",
            keys: "reload: \"sh -c 'echo no such signal; exit 1'\"",
            exit: 3,
            says: "failed: no such signal"
        ),
        Server(
            testDescription: "has a reload that is not installed",
            keys: "reload: no-such-program {ca}",
            exit: 3,
            says: "hatpin clients --servers mine/ours.yaml shows how to install it"
        ),
        Server(
            testDescription: "ends at its reload",
            before: "print(os.getpid(), file=open('pid', 'w'), flush=True)",
            keys: "reload: \"sh -c 'kill $(cat {home}/pid) && sleep 0.1'\"",
            exit: 3,
            says: "signal 15"
        ),
        Server(
            testDescription: "has a preparation that is not installed",
            keys: "prepare: no-such-program {ca}",
            exit: 3,
            says: "hatpin clients --servers mine/ours.yaml shows how to install it"
        ),
        Server(
            testDescription: "has a preparation that copies what was not built",
            keys: "prepare: cp {built}/data {home}",
            exit: 3,
            says: "mine/ours.yaml: there is no file"
        ),
        Server(
            testDescription: "has a preparation that fails",
            keys: "prepare: \"sh -c 'echo no data; exit 1'\"",
            exit: 3,
            says: "failed: no data"
        ),
        Server(
            testDescription: "crashes in a case",
            answer:
                "os.kill(os.getpid(), 11) if path.endswith(b'-3') else b'user=alice path=' + path",
            exit: 1,
            says: "signal 11"
        ),
        Server(
            testDescription: "does not answer in a case, and is busy afterwards",
            before: """
                busy = os.path.dirname(os.path.abspath(__file__)) + "/busy"
                def work():
                    if not os.path.exists(busy): open(busy, "w").close(), time.sleep(60)
                """,
            answer:
                "path.endswith(b'-3') and work() or b'user=' + user + b' path=' + path",
            exit: 1,
            says: "! 1 timed out   ✓ 2 as expected"
        ),
        Server(
            testDescription: "is never ready",
            before: "time.sleep(60)",
            exit: 3,
            says: "was not ready within 4.0 s"
        ),
        Server(
            testDescription: "finds its port in use once",
            before: """
                started = os.path.dirname(os.path.abspath(__file__)) + "/started"
                if not os.path.exists(started):
                    open(started, "w").close()
                    sys.exit("Address already in use")
                """,
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "always finds its port in use",
            before: "sys.exit('Address already in use')",
            exit: 3,
            says: "ended before it listened (exited(1)): Address already in use"
        ),
        Server(
            testDescription: "answers before the handshake",
            accept: "connection.sendall(b'HTTP/1.1 200 OK\\r\\n\\r\\nuser=alice path=/hatpin')",
            exit: 3,
            says: "does not accept the control setup"
        ),
        Server(
            testDescription: "floods its client",
            after: "while True: secured.sendall(b'x' * 16384)",
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "floods its log",
            before: """
                import threading
                def flood():
                    while True: print('x' * 1000 + '\\x1b[31m', flush=True)
                threading.Thread(target=flood, daemon=True).start()
                """,
            exit: 0,
            says: "✓ 3 as expected"
        ),
        Server(
            testDescription: "keeps a child of another session",
            before: "os.fork() == 0 and (os.setsid(), time.sleep(600))",
            exit: 0,
            says: "✓ 3 as expected"
        ),
    ]

    private func workshop(_ server: Server) throws -> Workshop {
        let program = """
            import os, signal, socket, ssl, sys, time
            port = int(sys.argv[1])
            \(server.before)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[2], sys.argv[3])
            context.load_verify_locations(sys.argv[4])
            context.verify_mode = \(server.mode)
            listener = socket.create_server(("127.0.0.1", port))
            while True:
                connection, _ = listener.accept()
                try:
                    \(server.accept)
                    with context.wrap_socket(connection, server_side=True) as secured:
                        path = secured.recv(4096).split()[1]
                        subject = (secured.getpeercert() or {}).get("subject", ())
                        names = [value for part in subject for key, value in part if key == "commonName"]
                        user = "".join(names[:1]).encode()
                        answer = \(server.answer)
                        secured.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n" + answer + b"\\n")
                        \(server.after)
                except (ssl.SSLError, OSError) as fault:
                    \(server.log)
            """
        let definition = """
            server: ours
            about: A server of our own.
            command: python3 {definition}/server.py {port} {cert} {key} {ca}
            \(server.identity)
            deadline: 1 s
            \(server.keys)
            """
        return try Workshop([
            "mine/ours.yaml": definition, "mine/server.py": program,
            "Scenarios/good.yaml":
                "scenario: good\nabout: A valid client.\nsources: RFC 5280\nexpect: accept\n",
            "Scenarios/expired.yaml": """
            scenario: expired
            about: A leaf that expired yesterday.
            sources: RFC 5280 4.1.2.5
            leaf: { valid: -2d..-1d }
            expect: { reject: expired }
            """,
            "Scenarios/another.yaml": """
            scenario: another
            about: A certificate of alice must not make its owner another user.
            sources: RFC 5280 4.1.2.6
            gains: authentication
            connects: { user: admin }
            expect: { reject: name-mismatch }
            """,
        ])
    }

    @Test(arguments: servers)
    func `the answer of the application gives the verdict on a server`(server: Server) throws {
        let workshop = try workshop(server)
        let run = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin run --jobs 1 --party mine/ours.yaml
            code=$?
            pgrep -f "$PWD/mine/server.py" >&2 && echo "a server is left" >&2
            exit $code
            """
        )
        #expect(run.exit == server.exit, "\(run)")
        #expect((run.output + run.error).contains(server.says), "\(run)")
        #expect(!run.error.contains("a server is left"), "\(run)")
    }

    /// The keys of a definition, and how many servers a run starts.
    @Test(arguments: [(reload, 1), ("", 2)])
    func `a server that can be reloaded is started once`(keys: String, starts: Int) throws {
        let server = Server(
            testDescription: "",
            before: Self.renewing,
            accept: "renew()",
            keys: keys,
            exit: 0
        )
        let run = try workshop(server).shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            cat >Scenarios/other-anchor.yaml <<END
            scenario: other-anchor
            about: A client of another CA.
            sources: RFC 5280
            root: { subject: CN=Another }
            expect: accept
            END
            hatpin run --jobs 1 --party mine/ours.yaml && grep -c start mine/starts
            """
        )
        #expect(run.output.hasSuffix("\n\(starts)\n"), "\(run)")
    }

    /// OpenSSL's server logs an error in several lines, one after the other.
    @Test func `a line that a server logs late does not belong to the next case`() throws {
        let server = Server(
            testDescription: "logs two lines",
            accept: "print('first', flush=True)",
            log: "time.sleep(0.006); print('second', flush=True)",
            keys: """
                reasons:
                  - { says: second, reason: revoked }
                  - { says: first, reason: expired }
                """,
            exit: 0
        )
        let workshop = try workshop(server)
        try workshop.write(
            """
            scenario: expired-earlier
            about: A leaf that expired two days ago.
            sources: RFC 5280 4.1.2.5
            leaf: { valid: -3d..-2d }
            expect: { reject: expired }
            """,
            to: "Scenarios/expired-earlier.yaml"
        )
        let run = workshop.shell(
            "XDG_CACHE_HOME=$PWD/cache hatpin run --jobs 1 --party mine/ours.yaml"
        )
        #expect(run.output.contains("✓ 4 as expected"), "\(run)")
    }

    @Test func `the evidence has the answer`() throws {
        let server = Server(
            testDescription: "takes everybody for admin",
            answer: "b'user=' + (user if path.endswith(b'-2') else b'admin') + b' path=' + path",
            exit: 1
        )
        let run = try workshop(server).shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin run --jobs 1 --party mine/ours.yaml
            code=$?
            cat .hatpin/last/another@mine/ours.yaml/output.txt
            openssl x509 -in .hatpin/last/another@mine/ours.yaml/chain.pem -noout -ext extendedKeyUsage
            exit $code
            """
        )
        #expect(run.exit == 1, "\(run)")
        let evidence = [
            "the server runs on", "user=admin path=/hatpin-", "TLS Web Client Authentication",
        ]
        for words in evidence { #expect(run.output.contains(words), "\(words): \(run)") }
    }

    @Test(arguments: ["INT", "KILL"])
    func `an interrupted run leaves no server process`(signal: String) throws {
        let server = Server(
            testDescription: "",
            before: "os.fork() == 0 and (os.setsid(), time.sleep(600))",
            answer: "time.sleep(600) or b''",
            exit: 0
        )
        let run = try workshop(server).shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin run --jobs 1 --party mine/ours.yaml & run=$!
            for try in $(seq 100); do
                pgrep -f "$PWD/mine/server.py" >/dev/null && break
                sleep 0.1
            done
            pgrep -f "$PWD/mine/server.py" >/dev/null && echo "it ran"
            kill -\(signal) $run
            for try in $(seq 50); do
                pgrep -f "$PWD/mine/server.py" >/dev/null || break
                sleep 0.1
            done
            pgrep -f "$PWD/mine/server.py" && echo "a server is left"
            exit 0
            """
        )
        #expect(run.output.contains("it ran"), "\(run)")
        #expect(!run.output.contains("a server is left"), "\(run)")
    }

    @Test func `with --server, the command after -- is a server`() throws {
        let workshop = try workshop(Server(testDescription: "", exit: 0))
        let run = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin audit --scenarios Scenarios --server -- \
                python3 mine/server.py {port} {cert} {key} {ca}
            """
        )
        #expect(run.exit == 0, "\(run)")
        #expect(run.output.contains("2 test cases"), "\(run)")
    }

    @Test(arguments: [
        ("run --server -- true {ca}", "does not say where to listen"),
        ("run --server -- true {port}", "{ca}"),
        ("run --server --can http2 -- true {port} {ca}", "are about clients"),
        ("run --server", "--server needs a command after --"),
        ("run --probe redis -- true {url} {ca}", "--probe needs --server"),
        ("run --server -- true {url} {port} {ca}", "{url}"),
    ])
    func `run reports a mistake in a server's command line`(
        arguments: String,
        problem: String
    ) throws {
        let run = try workshop(Server(testDescription: "", exit: 0)).hatpin(arguments)
        #expect(run.exit == 64, "\(run)")
        #expect(run.error.contains(problem), "\(run)")
    }
}
