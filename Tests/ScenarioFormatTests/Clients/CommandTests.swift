import PathValidation
import Testing

@testable import ScenarioFormat

struct CommandTests {
    struct Splitting: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let words: [String]
    }

    static let splittings: [Splitting] = [
        Splitting(testDescription: "blanks", text: "  a\tb \n c ", words: ["a", "b", "c"]),
        Splitting(testDescription: "nothing", text: " ", words: []),
        Splitting(testDescription: "an empty word", text: "a '' \"\"", words: ["a", "", ""]),
        Splitting(testDescription: "single quotes", text: #"'a \ "b'c"#, words: [#"a \ "bc"#]),
        Splitting(
            testDescription: "double quotes",
            text: #""a \" \\ \$ \x 'b'""#,
            words: [#"a " \ $ \x 'b'"#]
        ),
        Splitting(testDescription: "backslashes", text: #"a\ b \'"#, words: ["a b", "'"]),
        Splitting(testDescription: "joined lines", text: "a\\\nb \"c\\\nd\"", words: ["ab", "cd"]),
        Splitting(
            testDescription: "quoted operators",
            text: #"'a|b' \; "$x""#,
            words: ["a|b", ";", "$x"]
        ),
        Splitting(testDescription: "no expansion", text: "~ * #a", words: ["~", "*", "#a"]),
    ]

    @Test(arguments: splittings)
    func `splits a command line into words`(splitting: Splitting) throws {
        #expect(try ShellWords.split(splitting.text) == splitting.words)
        #expect(try ShellWords.split(ShellWords.joined(splitting.words)) == splitting.words)
    }

    @Test(arguments: [
        "'", "\"", "\\", "a 'b", #"a "b\""#, "a|b", "a;", "a & b", "$x", "`x`", "(a)",
    ])
    func `rejects a malformed command line`(text: String) {
        #expect(throws: Fault.self) { try ShellWords.split(text) }
    }

    struct Filling: CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        var options: [String] = []
        let filled: [String]
    }

    static let fillings: [Filling] = [
        Filling(testDescription: "words", words: ["a", "{host}"], filled: ["a", "a.test"]),
        Filling(
            testDescription: "several placeholders in a word",
            words: ["a", "{host}:{port}"],
            filled: ["a", "a.test:443"]
        ),
        Filling(
            testDescription: "braces",
            words: ["a", "{{host}} {{{port}}}"],
            filled: ["a", "{host} {443}"]
        ),
        Filling(
            testDescription: "options",
            words: ["a", "{options}", "b"],
            options: ["-x", "y z"],
            filled: ["a", "-x", "y z", "b"]
        ),
        Filling(testDescription: "no options", words: ["a", "{options}"], filled: ["a"]),
        Filling(
            testDescription: "a value with a name in braces",
            words: ["a", "{token}"],
            filled: ["a", "{port}"]
        ),
    ]

    @Test(arguments: fillings)
    func `fills the placeholders of a template`(filling: Filling) throws {
        let command = try ClientCommand(words: filling.words, in: .command)
        let values: [ClientPlaceholder: String] = [
            .host: "a.test", .port: "443", .token: "{port}",
        ]
        #expect(try command.words(filling: values, options: filling.options) == filling.filled)
        #expect(try ClientCommand(command.written, in: .command) == command)
    }

    @Test func `reports a placeholder without a value`() throws {
        let command = try ClientCommand(words: ["a", "{crls}"], in: .command)
        #expect(throws: UnfilledPlaceholder(placeholder: .crls)) {
            try command.words(filling: [:])
        }
    }

    @Test(arguments: [
        ("<2.0", "1.9.9", true), ("<2.0", "2.0", false), ("<2.0", "2", false),
        ("<=2.0", "2.0.0", true), ("<=2.0", "2.0.1", false), (">=1.2 <2.0", "1.2", true),
        (">=1.2 <2.0", "1.1", false), (">=1.2 <2.0", "2.0", false),
        ("=3.0.17", "3.0.17-1~deb12u2", true),
        (">1", "1.0.1", true), (">1", "1.0", false), ("<9", "unknown", false),
        ("<9", "99999999999999999999", false),
    ])
    func `compares versions with ranges`(range: String, version: String, isWithin: Bool) throws {
        #expect(try VersionRange(range).contains(version) == isWithin)
    }

    @Test(arguments: ["", "2.0", "<", "<2.x", "<2.", "~2", "< 2"])
    func `rejects malformed version ranges`(text: String) {
        #expect(throws: Fault.self) { try VersionRange(text) }
    }

    @Test func `finds the line that matches a pattern`() throws {
        let output = "first\nGNU Wget 1.21.3 built\nlast"
        #expect(try OutputPattern(#"^GNU Wget (\S+)"#).firstMatch(in: output) == "1.21.3")
        #expect(try OutputPattern("(?i)gnu wget").firstMatch(in: output) == "GNU Wget")
        #expect(try OutputPattern("^Wget").firstMatch(in: output) == nil)
    }

    @Test(arguments: [
        (28, "curl: (28) Operation timed out after 4001 milliseconds", true),
        (1, "requests.exceptions.ReadTimeout: Read timed out. (read timeout=2)", true),
        (1, "java.net.SocketTimeoutException: Read timed out", true),
        (4, "Get \"https://a/\": context deadline exceeded (Client.Timeout exceeded)", true),
        (60, "curl: (60) SSL certificate problem: certificate has expired", false),
        (1, "the times outlined in the certificate", false),
        (
            1,
            """
            Traceback (most recent call last):
              File "/usr/lib/python3/dist-packages/urllib3/util/timeout.py", line 7, in timeout
                async with timeout(self.timeout):
                           ~~~~~~~^^^^^^^^^^^^^^
              File "/opt/read_timeout/ssl.py", line 9
                raise verify_timeout(fault)
            ssl.SSLCertVerificationError: certificate verify failed: self-signed certificate
            """, false
        ),
        (
            1,
            """
            Traceback (most recent call last):
              File "/usr/lib/python3.11/socket.py", line 718, in readinto
                return self._sock.recv_into(b)
            TimeoutError: timed out
            """, true
        ),
        (1, "  File \"client.py\", line 1, in get\ntimed out", true),
    ])
    func `recognises a timeout in the output of a program`(
        exit: Int,
        words: String,
        isLate: Bool
    ) throws {
        var client = try ClientDefinition(command: ["client", "{url}", "{ca}"])
        #expect(client.hasTimedOut(exit: exit, output: words) == isLate)
        client.statedTimeouts = [ExitPattern(exit: 60)]
        #expect(client.hasTimedOut(exit: exit, output: words) == (exit == 60))
    }

    @Test func `matches reasons by exit code and output`() throws {
        let pattern = try OutputPattern("expired")
        let both = ReasonPattern(end: .init(exit: 5, says: pattern), reasons: [.expired])
        #expect(both.fits(exit: 5, output: "has expired"))
        #expect(!both.fits(exit: 4, output: "has expired"))
        #expect(!both.fits(exit: 5, output: "is valid"))
        #expect(ReasonPattern(end: .init(exit: 5), reasons: [.expired]).fits(exit: 5, output: ""))
        #expect(
            !ReasonPattern(end: .init(exit: 5), reasons: [.expired]).fits(exit: nil, output: "")
        )
        #expect(
            ReasonPattern(end: .init(says: pattern), reasons: [.expired]).fits(
                exit: nil,
                output: "expired"
            )
        )
    }
}

struct AbilityTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let lines: String
        let abilities: Set<ClientAbility>
    }

    static let cases: [Case] = [
        Case(testDescription: "none", lines: "", abilities: []),
        Case(testDescription: "stated", lines: "can: redirects", abilities: [.redirects]),
        Case(
            testDescription: "words for pins of keys",
            lines: "options: { pins: \"--pin {pins}\" }",
            abilities: [.keyPins]
        ),
        Case(
            testDescription: "words for pins of certificates",
            lines: "options: { pins: \"--pin {pins}\" }\npin: { each: \"{certificate-sha256}\" }",
            abilities: [.certificatePins]
        ),
        Case(
            testDescription: "a file with a pin of a certificate",
            lines: "files: { pins: \"{certificate-sha1-colons}\" }",
            abilities: [.certificatePins]
        ),
        Case(
            testDescription: "words with the MD5 of a certificate",
            lines: "options: { pins: \"--pin {certificate-md5-colons}\" }",
            abilities: [.certificatePins]
        ),
        Case(
            testDescription: "pins of certificates in another notation",
            lines:
                "options: { pins: \"--pin {pins}\" }\npin: { each: \"{certificate-sha256-base64}\" }",
            abilities: [.certificatePins]
        ),
        Case(
            testDescription: "words for redirects and a certificate",
            lines: "options: { redirects: -L, client-certificate: \"-c {client-certificate}\" }",
            abilities: [.redirects, .clientCertificates]
        ),
        Case(
            testDescription: "a command for addresses",
            lines: "address-command: x {ca} {url}",
            abilities: [.addresses]
        ),
    ]

    @Test(arguments: cases)
    func `derives abilities from the definition`(defined: Case) throws {
        let text = "client: x\nabout: a client.\ncommand: x {options} {ca} {url}\n" + defined.lines
        let file = ClientFile(of: Array(text.utf8), at: "x.yaml")
        #expect(file.diagnostics == [])
        #expect(file.client?.abilities == defined.abilities)
    }

    @Test(arguments: [
        ("command: x {ca} {url} {pin}", true),
        ("command: x {ca} {url}\nfiles: { a: \"{pinned-certificates}\" }", true),
        ("command: x {options} {ca} {url}\noptions: { pins: \"{pins}\" }", false),
    ])
    func `a client always pins if a pin is outside of its options`(lines: String, isPinning: Bool) {
        let text = "client: x\nabout: a client.\n" + lines
        let client = ClientFile(of: Array(text.utf8), at: "x.yaml").client
        #expect(client?.alwaysPins == isPinning)
    }

    @Test(arguments: [
        ("pin: { each: \"{pinned-host}={pin}\" }\noptions: { pins: \"{pins}\" }", true),
        ("pin: { each: \"{pinned-host}={pin}\" }\noptions: { pins: \"{pin}\" }", false),
        ("options: { pins: \"{pins}\" }", false),
    ])
    func `a client has pins by host if the notation of a pin names the host`(
        lines: String,
        pinsByHost: Bool
    ) {
        let text = "client: x\nabout: a client.\ncommand: x {options} {ca} {url}\n" + lines
        let client = ClientFile(of: Array(text.utf8), at: "x.yaml").client
        #expect(client?.pinsByHost == pinsByHost)
    }

    @Test
    func `derives the abilities of a command without a definition from its placeholders`() throws {
        let words = [
            "curl", "--cacert", "{ca}", "--pinnedpubkey", "{pins}", "--crlfile", "{crls}", "{url}",
        ]
        let client = try ClientDefinition(command: words, abilities: [.http2])
        #expect(client.abilities == [.keyPins, .crls, .http2])
        let dialling = try ClientDefinition(command: ["x", "{ca}", "{address}:{port}"])
        #expect(dialling.names == [.command, .hosts, .wrapper])
    }

    @Test(arguments: [
        [], [""], ["curl"], ["curl", "{ca}"], ["curl", "{ca}", "{urls}"],
        ["{options}", "{ca}", "{url}"],
    ])
    func `rejects a command without a placeholder for the server`(words: [String]) {
        #expect(throws: Fault.self) { try ClientDefinition(command: words) }
    }

    @Test(arguments: ["bundle", "pins"])
    func `needs no placeholder for trust anchors if another way is stated`(way: String) {
        let lines = ["client: x", "about: a client.", "command: x {port} {pin}", "anchor: \(way)"]
        let file = ClientFile(of: Array(lines.joined(separator: "\n").utf8), at: "x.yaml")
        #expect(file.diagnostics == [])
    }

    @Test(arguments: [
        (["x", "{url}"], AnchorRoute.bundle), (["x", "{ca}", "{url}"], .file),
        (["x", "{url}", "{ca-der}"], .file),
    ]
    )
    func `uses the system's CA bundle for a command without a placeholder for trust anchors`(
        words: [String],
        anchor: AnchorRoute
    ) throws {
        #expect(try ClientDefinition(command: words).anchor == anchor)
    }
}

struct PinNotationTests {
    private static let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private static let colons = """
        BA:78:16:BF:8F:01:CF:EA:41:41:40:DE:5D:AE:22:23:B0:03:61:A3:96:17:7A:9C:B4:10:FF:61:F2:00:\
        15:AD
        """

    /// The digests of "abc" in FIPS 180-4.
    @Test(arguments: [
        (ClientPlaceholder.certificateHash, hash as String?),
        (.certificateColons, colons),
        (.certificateBase64, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
        (.certificateSHA1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.certificateSHA1Colons, "A9:99:3E:36:47:06:81:6A:BA:3E:25:71:78:50:C2:6C:9C:D0:D8:9D"),
        (.certificateMD5Colons, "90:01:50:98:3C:D2:4F:B0:D6:96:3F:7D:28:E1:7F:72"),
        (.pin, nil),
    ])
    func `writes the hash of a certificate in a notation`(
        placeholder: ClientPlaceholder,
        text: String?
    ) {
        #expect(placeholder.hash(of: Array("abc".utf8)) == text)
    }

    @Test func `leaves out pins without the hash that a client takes`() {
        let format = PinListFormat(each: Template(placeholder: .certificateSHA1), between: ";")
        let (one, two) = ([ClientPlaceholder.certificateSHA1: "a"], [ClientPlaceholder.pin: "b"])
        #expect(format.text(of: [one, two, one]) == "a;a")
        #expect(format.text(of: [two]) == nil)
    }
}
