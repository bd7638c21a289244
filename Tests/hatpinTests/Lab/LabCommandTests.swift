import CommandWorkshop
import Foundation
import Testing

/// `hatpin lab` as a process: its lines, its sockets and what it leaves behind.
@Suite("lab", .blocking)
struct LabCommandTests {
    /// A line with a part of its answer, or a program in Python with its output.
    struct Exchange: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let line: String
        let answer: String

        init(_ description: String, _ line: String, _ answer: String) {
            (testDescription, self.line, self.answer) = (description, line, answer)
        }
    }

    /// Talks to a lab, with a client without TLS, a correct one, and one that resumes its last
    /// session of TLS 1.2.
    private static let python = """
        import json, os, socket, ssl, subprocess
        lab = subprocess.Popen([os.environ["HATPIN"], "lab", "--builtin"], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        lab.stdout.readline()

        def ask(**request):
            print(json.dumps(request), file=lab.stdin, flush=True)
            return json.loads(lab.stdout.readline())

        def dial(setup):
            return socket.create_connection((setup["address"], setup["port"]), 10)

        def plain(setup):
            dial(setup).close()

        def request(setup, context, **more):
            with context.wrap_socket(dial(setup), server_hostname=setup["host"], **more) as client:
                client.sendall(f"GET {setup['path']} HTTP/1.0\\r\\n\\r\\n".encode())
                client.recv(9)
                return client.session, client.session_reused

        def right(setup):
            try:
                request(setup, ssl.create_default_context(cafile=setup["ca"]))
            except ssl.SSLError:
                pass

        unverified = ssl._create_unverified_context()
        unverified.maximum_version = ssl.TLSVersion.TLSv1_2

        def judge(client, **first):
            setups, answer = 0, ask(**first)
            while answer["type"] == "setup":
                setups += 1
                client(answer)
                answer = ask(verdict=answer["id"])
            return setups, answer.get("passed"), answer.get("outcome") or answer["code"]

        """

    @Test(arguments: [
        Exchange(
            "a client that never starts TLS passes no attack",
            "print(judge(plain, case='time/expired-leaf'))",
            "(2, False, 'inconclusive')\n"
        ),
        Exchange(
            "a client that never starts TLS passes no valid server",
            "print(judge(plain, case='names/exact-name[plain]'))",
            "(1, False, 'inconclusive')\n"
        ),
        Exchange(
            "a client that requests without TLS accepts an attack",
            """
            def http(setup):
                with dial(setup) as client:
                    client.sendall(f"GET {setup['path']} HTTP/1.0\\r\\n\\r\\n".encode())
                    client.recv(9)

            print(judge(http, case='time/expired-leaf'))
            """,
            "(1, False, 'false-accept')\n"
        ),
        Exchange(
            "a correct client passes both",
            """
            for case in ['time/expired-leaf', 'names/exact-name[plain]']:
                print(judge(right, case=case))
            """,
            "(2, True, 'pass')\n(1, True, 'pass')\n"
        ),
        Exchange(
            "each way to show an acceptance has its own control",
            """
            for kind in [{}, {}, {"witness": "data"}, {"witness": "data"}]:
                print(judge(right, case='time/expired-leaf', **kind)[0])
            """,
            "2\n1\n2\n1\n"
        ),
        Exchange(
            "a session of one setup is not resumed in another",
            """
            case = 'names/other-domain[server.tls=1.2,leaf.key=p256]'
            session, _ = request(ask(case=case), unverified)
            print(request(ask(case=case), unverified, session=session)[1])
            """,
            "False\n"
        ),
        Exchange(
            "a verdict on taken answers needs the client's word",
            """
            setup = ask(case='names/exact-name[plain]', can=['answers'])
            right(setup)
            print(ask(verdict=setup["id"])["code"], ask(verdict=setup["id"], accepted=True)["passed"])
            """,
            "bad-request True\n"
        ),
        Exchange(
            "a setup names the hosts of all steps",
            "print(ask(case='sessions/redirect[first-name]', can=['redirects'])['hosts'])",
            "www.example.test other.example.test\n"
        ),
        Exchange(
            "an ability that needs a name server is unknown",
            "print(ask(case='names/exact-name[plain]', can=['dane'])['code'])",
            "bad-request\n"
        ),
        Exchange(
            "a long id is answered at once",
            "print(ask(case='a*' * 9_000)['problem'])",
            "no case has an id of 18000 bytes\n"
        ),
    ])
    func `judges clients by what reached them`(program: Exchange) throws {
        let workshop = try Workshop(["client.py": Self.python + program.line + "\n"])
        let result = workshop.shell("HATPIN=$HATPIN timeout 60 python3 client.py")
        #expect(result.output == program.answer, "\(result)")
    }

    private static let scenario = """
        scenario: expired\\nabout: An expired leaf.\\nsources: [RFC 5280]\\n\
        leaf: { valid: -90d..-1d }\\nexpect: { reject: expired }\\n
        """

    private static let exchanges: [Exchange] = [
        Exchange("a text", "hello", #""code":"not-json","problem":"the line is not JSON, or"#),
        Exchange("a line cut off", #"{"case":"#, #""code":"not-json""#),
        Exchange("a byte that is not UTF-8", "{\"case\":\"\\377\"}", #""code":"not-json""#),
        Exchange("a member twice", #"{"case":"a","case":"b"}"#, #""place":"byte 19""#),
        Exchange("a list", "[]", #""code":"bad-request","problem":"the line is not an object""#),
        Exchange("an unknown member", #"{"caes":"x"}"#, #""code":"bad-request","problem":"'caes'"#),
        Exchange("a wrong type", #"{"verdict":"1"}"#, #"'verdict' has the wrong type"#),
        Exchange("no question", #"{"client":"a"}"#, "the request asks for nothing"),
        Exchange("two questions", #"{"case":"a","verdict":1}"#, "the request asks twice"),
        Exchange("an unknown case", #"{"case":"time/expird"}"#, #""code":"unknown-case""#),
        Exchange("a group of cases", #"{"case":"time"}"#, "selects 2 cases"),
        Exchange("a case", #"{"case":"time/expired-leaf"}"#, #""type":"setup","id":1"#),
        Exchange("an unknown setup", #"{"verdict":7}"#, #""code":"unknown-setup""#),
        Exchange("a verdict too early", #"{"verdict":1}"#, #""code":"never-connected""#),
        Exchange("a verdict twice", #"{"verdict":1}"#, #""code":"unknown-setup""#),
        Exchange(
            "an unknown ability",
            #"{"case":"names/exact","can":["http3"]}"#,
            "did you mean 'http2'"
        ),
        Exchange(
            "a known ability",
            #"{"case":"names/exact","can":["http2"]}"#,
            #""type":"setup","id":2"#
        ),
        Exchange("an unknown protocol", #"{"case":"names/exact","speaks":"x"}"#, "speaks: there"),
        Exchange("an unknown witness", #"{"case":"names/exact","witness":"x"}"#, "witness: there"),
        Exchange("a case that does not apply", #"{"case":"pinned"}"#, #""code":"not-applicable""#),
        Exchange(
            "an ability for it",
            #"{"case":"pinned","can":["spki-pins"]}"#,
            #""pins":[{"pin":"#
        ),
        Exchange("a scenario", #"{"scenario":"\#(scenario)"}"#, #""expected":"reject: expired""#),
        Exchange(
            "a scenario with a mistake",
            #"{"scenario":"a: 1"}"#,
            #""place":"line 1, column 1""#
        ),
        Exchange("no scenario", #"{"scenario":""}"#, #""code":"invalid-scenario""#),
        Exchange(
            "a list of cases",
            #"{"cases":"time"}"#,
            #""type":"cases","cases":[{"case":"time/"#
        ),
        Exchange("no case to list", #"{"cases":"tiem/*"}"#, #""code":"unknown-case""#),
        Exchange("a path of the machine", #"{"cases":"/"}"#, "is a path"),
        Exchange("a path upwards", #"{"cases":"time/../../x"}"#, "is a path"),
        Exchange("a file outside the suite", #"{"cases":"other.yaml"}"#, #""code":"unknown-case""#),
        Exchange("what is left out", #"{"cases":"pinned"}"#, #""excluded":[{"case":"pinned""#),
    ]

    private static let pinned = """
        scenario: pinned
        about: A pin of another key.
        sources: [RFC 7469]
        client: { pins: [sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=] }
        expect: { reject: pin-mismatch }
        """

    private static func workshop() throws -> Workshop {
        let workshop = try Workshop.small()
        try workshop.write(pinned, to: "Scenarios/pinned.yaml")
        try workshop.write(
            pinned.replacingOccurrences(of: "pinned", with: "other"),
            to: "other.yaml"
        )
        return workshop
    }

    @Test func `each line gets one answer, and a malformed line gets an error with a fix`() throws {
        let workshop = try Self.workshop()
        let lines = Self.exchanges.map { "printf '%b\\n' '\($0.line.escaped)'" }
        let result = workshop.shell(
            "{ \(lines.joined(separator: "; ")); } | hatpin lab --scenarios Scenarios"
        )
        #expect(result.exit == 0 && result.error == "")
        let answers = result.output.split(separator: "\n").map(String.init)
        try #require(answers.count == Self.exchanges.count + 1)
        #expect(answers[0] == #"{"type":"lab","format":1,"tool":"hatpin 0.1.0"}"#)
        for (exchange, answer) in zip(Self.exchanges, answers.dropFirst()) {
            #expect(answer.contains(exchange.answer), "\(exchange.testDescription): \(answer)")
        }
    }

    @Test func `a line above the size limit ends the lab, and a shorter line does not`() throws {
        let workshop = try Self.workshop()
        func answer(_ size: Int) -> String {
            workshop.shell(
                "{ head -c \(size) /dev/zero | tr '\\0' ' '; echo '{}'; } | hatpin lab"
            ).output
        }
        #expect(answer(1 << 21).contains(#""code":"too-long""#))
        #expect(answer(1 << 19).contains(#""code":"bad-request""#))
    }

    @Test func `answers a last line without an end`() throws {
        let result = try Self.workshop().shell(
            #"printf '{"cases":"time"}' | hatpin lab --scenarios Scenarios"#
        )
        #expect(result.output.contains(#""type":"cases""#), "\(result)")
    }

    @Test func `opens 64 setups at once, and no more`() throws {
        let result = try Self.workshop().shell(
            """
            for try in $(seq 65); do echo '{"case":"time/expired-leaf"}'; done \
                | hatpin lab --scenarios Scenarios
            """
        )
        let answers = result.output.split(separator: "\n")
        #expect(answers.count { $0.contains(#""type":"setup""#) } == 64)
        #expect(answers.last?.contains(#""code":"too-many""#) == true, "\(answers.suffix(1))")
    }

    /// Functions of a shell that asks a lab: `ask LINE` prints the answer, and `of MEMBER` prints a
    /// member of the last answer.
    private static let asking = """
        mkfifo in; hatpin lab --scenarios Scenarios <in >out & LAB=$!; exec 9>in; N=1
        ask() {
            echo "$1" >&9; N=$((N + 1)); await '[ $(wc -l <out) -ge '$N' ]'; sed -n ${N}p out >last
        }
        of() { sed -n 's/.*"'$1'":"\\{0,1\\}\\([^",}]*\\).*/\\1/p' last; }
        visit() {
            curl -s -o /dev/null --noproxy '*' --cacert "$(of ca)" \\
                --connect-to "::127.0.0.1:$(of port)" "$@" "$(of url)"
        }

        """

    private static let hasCurl = system("command -v curl >/dev/null") == 0

    @Test(.enabled(if: hasCurl))
    func `the lab serves the control after the first rejection, then gives the verdict`() throws {
        let workshop = try Self.workshop()
        let result = workshop.shell(
            Self.asking + """
                tell() { echo "$1: $(of type) $(of control)$(of verdict) $(of outcome)"; }
                for name in checks checks checks-nothing; do
                    [ $name = checks ] && option=-4 || option=-k
                    ask '{"case":"time/expired-leaf","client":"'$name'"}'
                    while [ "$(of type)" = setup ]; do
                        tell $name; visit $option; ask '{"verdict":'$(of id)'}'
                    done
                    tell $name
                done
                ask '{"case":"time/wrong","client":"checks"}'; visit; ask '{"verdict":'$(of id)'}'
                tell checks; sed 's/.*"sentence":"\\([^"]*\\)".*/\\1/' last
                exec 9>&-; wait $LAB; echo "exit $?"
                """
        )
        #expect(
            result.output == """
                checks: setup false 
                checks: setup true 
                checks: verdict reject pass
                checks: setup false 
                checks: verdict reject pass
                checks-nothing: setup false 
                checks-nothing: verdict accept false-accept
                checks: verdict reject false-reject
                checks, time/wrong: expected accept; got reject: expired   (no message); \
                the client received leaf ← intermediate and rejected it
                exit 0

                """,
            "\(result.error)"
        )
    }

    @Test(.enabled(if: hasCurl))
    func `setups are open at once, and verdicts come in any order`() throws {
        let workshop = try Self.workshop()
        let result = workshop.shell(
            Self.asking + """
                ask '{"case":"names/exact"}'; cp last one
                ask '{"case":"names/exact"}'; cp last two
                for name in two one; do cp $name last; visit; done
                for id in 1 2; do ask '{"verdict":'$id'}'; echo "$(of id) $(of verdict)"; done
                """
        )
        #expect(result.output == "1 accept\n2 accept\n", "\(result.error)")
    }

    /// A program that reads a key store, the member with its path, and the program's command.
    private static let readers = [
        ("openssl", "ca-pkcs12", "openssl pkcs12 -nokeys -passin pass:$WORD -in"),
        ("keytool", "ca-pkcs12", "keytool -list -rfc -storetype PKCS12 -storepass $WORD -keystore"),
        ("keytool", "ca-jks", "keytool -list -rfc -storetype JKS -storepass $WORD -keystore"),
    ].filter { system("command -v \($0.0) >/dev/null") == 0 }

    @Test(arguments: readers)
    func `other programs read the trust anchors of a key store, with its password only`(
        program: String,
        member: String,
        command: String
    ) throws {
        let result = try Self.workshop().shell(
            Self.asking + """
                ask '{"case":"anchors/root-rollover[both-roots-trusted]"}'; sort "$(of ca)" >anchors
                WORD=changeit; \(command) "$(of \(member))" >listed
                sed -n '/BEGIN/,/END/p' listed | tr -d '\\r' | sort | cmp - anchors && echo same
                WORD=another; \(command) "$(of \(member))" >listed || echo refused
                """
        )
        #expect(result.output == "same\nrefused\n", "\(program): \(result.error)")
    }

    /// An event, and the shell commands that cause it for `$LAB` and its caller `$CALLER`.
    @Test(arguments: [
        ("the lab is killed", "", "kill -9 $LAB"),
        // The next lab at the path replaces the socket.
        ("the lab is killed at its socket", "--socket \"$PWD/door\"", "kill -9 $LAB; rm door"),
        ("the lab is stopped", "--socket \"$PWD/door\"", "kill $LAB"),
        ("the caller is killed", "", "kill -9 $CALLER"),
        ("the caller is killed, with a socket", "--socket \"$PWD/door\"", "kill -9 $CALLER"),
    ])
    func `leaves no process, port or file if`(event: String, option: String, command: String) throws
    {
        let workshop = try Self.workshop()
        // The caller holds the pipe that is the lab's standard input.
        let result = workshop.shell(
            """
            mkdir tmp; export TMPDIR=$PWD/tmp; mkfifo in
            sh -c '"$0" lab \(option) <in >out & echo $! >lab; exec 9>in
                echo "{\\"case\\":\\"time/expired-leaf\\"}" >&9
                echo >ready; exec sleep 60' "$HATPIN" &
            CALLER=$!
            await '[ -s ready ] && [ -n "$(ls tmp)" ]'
            LAB=$(cat lab)
            [ -z '\(option)' ] && await 'grep -q setup out' || await '[ -S door ]'
            ls tmp | wc -l
            \(command)
            await '! kill -0 $LAB'
            await '[ -z "$(ls tmp)" ] && [ ! -e door ]'
            kill -9 $CALLER; ls tmp
            """
        )
        #expect(result.output == "1\n" && result.exit != 98, "\(event): \(result)")
    }

    @Test(arguments: [
        "0.0.0.0:0", "[::]:0", "192.0.2.1:8490", "localhost:1", "127.0.0.1", "127.0.0.1:x",
    ])
    func `never listens beyond loopback`(address: String) throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("lab --listen '\(address)'")
        #expect(result.exit == 64)
        #expect(result.error.contains("--listen needs a loopback address"))
    }

    @Test(.enabled(if: hasCurl))
    func `a port answers requests, and hangs up on a browser`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            """
            "$HATPIN" lab --listen 127.0.0.1:0 2>errors & LAB=$!
            await 'grep -q listens errors'
            PORT=$(sed 's/.*://' errors)
            curl -s --http0.9 -d '
            {"cases":"names/exact"}
            ' http://127.0.0.1:$PORT/ | cut -c 1-40
            bash -c 'exec 3<>/dev/tcp/127.0.0.1/$0; echo "{\\"cases\\":\\"names/exact\\"}" >&3
                head -n 2 <&3 | tail -n 1' $PORT
            kill $LAB; wait $LAB; echo "exit $?"
            """
        )
        #expect(
            result.output == """
                {"type":"lab","format":1,"tool":"hatpin 
                {"type":"error","code":"not-json","probl
                {"type":"cases","cases":[{"case":"names/exact","title":"The name that was meant is \
                accepted."}],"excluded":[]}
                exit 0

                """,
            "\(result.error)"
        )
    }

    @Test func `refuses a path that is in use, and replaces the socket of a killed lab`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            """
            echo text >file; hatpin lab --socket file; echo "file $?"; cat file
            "$HATPIN" lab --socket door & LAB=$!; await '[ -S door ]'
            stat -c %a door; hatpin lab --socket door; echo "used $?"
            kill $LAB; wait $LAB
            python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("door")'
            [ -S door ] && echo abandoned
            "$HATPIN" lab --socket door & LAB=$!
            await 'python3 -c "import socket; socket.socket(socket.AF_UNIX).connect(\\"door\\")" 2>/dev/null'
            kill $LAB; wait $LAB; echo "left $?"
            """
        )
        #expect(
            result.output == "file 3\ntext\n600\nused 3\nabandoned\nleft 0\n",
            "\(result.error)"
        )
    }
}

extension String {
    /// The text for `printf %b` between single quotes.
    fileprivate var escaped: String { replacing("\\n", with: "\\\\n") }
}
