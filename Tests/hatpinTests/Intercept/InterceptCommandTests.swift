import CommandWorkshop
import Testing

/// The command: its refusals, its files, and its exit.
@Suite("hatpin intercept", .blocking)
struct InterceptCommandTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: String
        let exit: Int32
        /// The expected part of standard error.
        let error: String
    }

    static let cases = [
        Case(
            testDescription: "no connection arrived",
            arguments: "--port 0 --for 1",
            exit: 4,
            error: "no attack has a verdict\n  help: set the proxy"
        ),
        Case(
            testDescription: "a host name to listen on",
            arguments: "--listen localhost",
            exit: 64,
            error: "--listen needs an IP address"
        ),
        Case(
            testDescription: "an address of another machine",
            arguments: "--listen 192.0.2.1",
            exit: 3,
            error: "cannot serve: bind: Cannot assign requested address"
        ),
        Case(
            testDescription: "an unknown attack",
            arguments: "--attacks self-signd",
            exit: 64,
            error: "there is no attack 'self-signd'; choose from self-signed, "
        ),
        Case(
            testDescription: "an empty list of attacks",
            arguments: "--attacks ,",
            exit: 64,
            error: "--attacks needs at least one attack"
        ),
        Case(
            testDescription: "an attack that needs a root without one",
            arguments: "--attacks expired",
            exit: 64,
            error: "expired needs a root that the device trusts: --trusted-root"
        ),
        Case(
            testDescription: "a root without its key",
            arguments: "--root-ca ca.pem",
            exit: 64,
            error: "--root-ca and --root-key go together"
        ),
        Case(
            testDescription: "two trusted roots",
            arguments: "--root-ca ca.pem --root-key ca.key --trusted-root root",
            exit: 64,
            error: "either --trusted-root or --root-ca"
        ),
        Case(
            testDescription: "a missing root file",
            arguments: "--root-ca ca.pem --root-key ca.key",
            exit: 3,
            error: "cannot read ca.pem: No such file or directory"
        ),
        Case(
            testDescription: "a root that is not PEM",
            arguments: "--root-ca text --root-key text",
            exit: 2,
            error: "text: no CERTIFICATE block"
        ),
        Case(
            testDescription: "an invalid time",
            arguments: "--for soon",
            exit: 64,
            error: "The value 'soon' is invalid for '--for"
        ),
        Case(
            testDescription: "a transparent target without a port",
            arguments: "--transparent a.test",
            exit: 64,
            error: "The value 'a.test' is invalid for '--transparent"
        ),
    ]

    @Test(arguments: cases)
    func refusesAndEnds(_ example: Case) throws {
        let workshop = try Workshop(["text": "no PEM\n"])
        let result = workshop.hatpin("intercept \(example.arguments)")
        #expect(result.exit == example.exit)
        #expect(result.error.contains(example.error), "\(result.error)")
    }

    @Test
    func `only the owner can read the root's key, and the next run uses the same key`() throws {
        let workshop = try Workshop()
        let command = "hatpin intercept --port 0 --for 1 --trusted-root root/new"
        #expect(workshop.shell(command).exit == 4)
        let modes = workshop.shell("stat -c '%a' root/new root/new/hatpin-root.key").output
        #expect(modes == "700\n600\n")
        let made = workshop.read("root/new/hatpin-root.pem")
        #expect(made.contains("BEGIN CERTIFICATE"))
        let again = workshop.shell(command)
        #expect(workshop.read("root/new/hatpin-root.pem") == made)
        #expect(!(again.output + again.error).contains("PRIVATE KEY"))
        let files = "--root-ca root/new/hatpin-root.pem --root-key"
        #expect(
            workshop.hatpin("intercept --port 0 --for 1 \(files) root/new/hatpin-root.key").exit
                == 4
        )
        #expect(
            workshop.hatpin("intercept \(files) root/new/hatpin-root.pem").error
                .contains("other users can read")
        )
        _ = workshop.shell("chmod 600 root/new/hatpin-root.pem")
        #expect(
            workshop.hatpin("intercept \(files) root/new/hatpin-root.pem").error
                .contains("it has no PRIVATE KEY block")
        )
    }

    @Test func `refuses a key that does not belong to the certificate`() throws {
        let workshop = try Workshop()
        let script = """
            hatpin intercept --port 0 --for 1 --trusted-root one
            hatpin intercept --port 0 --for 1 --trusted-root two
            hatpin intercept --root-ca one/hatpin-root.pem --root-key two/hatpin-root.key
            """
        let result = workshop.shell(script)
        #expect(result.exit == 2)
        #expect(result.error.contains("two/hatpin-root.key: it is not the key of one/"))
    }

    @Test func `Ctrl-C ends the command normally, and a port in use is reported`() throws {
        let script = """
            "$HATPIN" intercept --port 0 >out 2>err & pid=$!
            await 'grep -q listening err'
            port=$(sed -n 's/.*http:.*:\\([0-9]*\\)$/\\1/p' err)
            hatpin intercept --port $port --for 1; echo $?
            kill -INT $pid; wait $pid; echo $?; cat out
            """
        let result = try Workshop().shell(script)
        #expect(result.output.hasPrefix("3\n4\n"))
        #expect(result.output.contains("0 attacks accepted, 0 refused"))
        #expect(result.error.contains("bind: Address already in use\n  help: set --port to"))
    }

    @Test func `warns about a listener beyond loopback`() throws {
        let result = try Workshop().hatpin("intercept --listen 0.0.0.0 --port 0 --for 1")
        #expect(result.error.hasPrefix("hatpin: warning: anyone who can reach 0.0.0.0 can use"))
    }

    @Test(.enabled(if: hasPrograms("curl openssl")))
    func `distinguishes curl with checks from curl without checks`() throws {
        let script = """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -subj /CN=localhost \
            -addext subjectAltName=DNS:localhost 2>/dev/null
            openssl s_server -accept 127.0.0.1:0 -cert cert -key key -www >server 2>&1 & server=$!
            await 'grep -q ^ACCEPT server'
            to=$(sed -n 's/^ACCEPT.*:\\([0-9]*\\).*/\\1/p' server)
            "$HATPIN" intercept --port 0 --attacks self-signed,wrong-key --format ndjson "$@" \
            >out 2>err & pid=$!
            await 'grep -q listening err'
            export https_proxy=$(sed -n 's/.*\\(http:.*\\)/\\1/p' err)
            for i in 1 2 3; do
                curl -sko page --proxy-header 'User-Agent: careless' https://localhost:$to/?secret
                echo careless $?
                curl -so page --proxy-header 'User-Agent: right' --cacert cert https://localhost:$to/
                echo right $?
            done
            kill -INT $pid; wait $pid; echo $?
            kill $server
            grep -o '"event":"[a-z]*","host":"localhost:[0-9]*","client":"127.0.0.1","agent":"[a-z]*","attack":"[a-z-]*"' \
            out | sed 's/:[0-9][0-9]*"/"/' | cut -d, -f1,4,5
            grep -c secret out
            """
        let result = try Workshop().shell(script)
        #expect(
            result.output == """
                careless 52
                right 60
                careless 35
                right 35
                careless 0
                right 0
                1
                "event":"accepted","agent":"careless","attack":"self-signed"
                "event":"refused","agent":"right","attack":"self-signed"
                "event":"refused","agent":"careless","attack":"wrong-key"
                "event":"refused","agent":"right","attack":"wrong-key"
                0

                """,
            "\(result.error)"
        )
    }
}

/// Whether these programs are installed, with spaces between the names.
private func hasPrograms(_ names: String) -> Bool {
    (try? Workshop().shell("for p in \(names); do command -v $p || exit 1; done").exit) == 0
}
