import Testing

@testable import ScenarioFormat

/// Rejected definitions, each with the accepted one that it is derived from.
struct RejectedClientTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// A line of the accepted definition, and the lines in its place.
        var replacing = ""
        var by = ""
        /// Lines to append.
        var more = ""
        let problems: [String]
        var help: String?
    }

    static let sound = """
        client: wget
        about: GNU Wget.
        command: wget --ca-certificate={ca} {options} {url}
        reasons: [{ exit: 5, reason: expired }]
        """

    static let cases: [Case] = [
        Case(
            testDescription: "an unknown key",
            replacing: "about: GNU Wget.",
            by: "abuot: GNU Wget.",
            problems: [
                "S003: a client needs the key 'about'", "S001: unknown key 'abuot' in a client",
            ],
            help: "did you mean 'about'?"
        ),
        Case(
            testDescription: "an unknown placeholder",
            replacing: "{url}",
            by: "{ulr}",
            problems: ["C002: unknown placeholder '{ulr}'"],
            help: "did you mean 'url'?"
        ),
        Case(
            testDescription: "a placeholder without a value",
            by: "worker: python3 worker.py {url}",
            problems: ["C002: '{url}' has no value here"],
            help: "available: home, definition, built"
        ),
        Case(
            testDescription: "shell braces",
            replacing: "{url}",
            by: "{url} 'f() { x; }'",
            problems: ["C002: a { starts a placeholder, but no name follows"],
            help: "write {{ and }} for braces"
        ),
        Case(
            testDescription: "options that are not used",
            replacing: "{options} ",
            by: "",
            more: "options: { crls: \"--crl-file={crls}\" }",
            problems: ["C001: the command does not use the words in options"],
            help: "write {options} in it, as a separate word"
        ),
        Case(
            testDescription: "an unknown protocol",
            by: "speaks: smpt",
            problems: ["S005: unknown protocol 'smpt' for 'speaks'"],
            help: "did you mean 'smtp'?"
        ),
        Case(
            testDescription: "two protocols",
            by: "speaks: { smtp: implicit, imap: implicit }",
            problems: ["C013: a client speaks one protocol, and 2 are stated"],
            help: "write one, such as { imap: implicit }, and a definition for each other"
        ),
        Case(
            testDescription: "a protocol that never starts with TLS",
            replacing: "{url}",
            by: "{url} {token}",
            more: "speaks: { mysql: implicit }",
            problems: ["C013: mysql never starts with TLS"],
            help: "write speaks: mysql"
        ),
        Case(
            testDescription: "a protocol without an upgrade",
            replacing: "{url}",
            by: "{url} {token}",
            more: "speaks: { redis: starttls }",
            problems: ["C013: redis has no upgrade from plaintext to TLS"],
            help: "write speaks: redis"
        ),
        Case(
            testDescription: "an ability of HTTP in another protocol",
            replacing: "{url}",
            by: "{url} {token}",
            more: "speaks: smtp\ncan: [redirects, addresses]",
            problems: [
                "C013: the ability 'redirects' is one of HTTP, but the client speaks smtp"
            ],
            help: "leave one of them out"
        ),
        Case(
            testDescription: "a client that never sends its token",
            by: "speaks: smtp",
            problems: [
                "C013: the client never sends {token}, by which the server recognises an accept"
            ],
            help: "write {token} where smtp sends it, such as the user's name, or state "
                + "witness: data"
        ),
        Case(
            testDescription: "an unclosed brace",
            replacing: "{url}",
            by: "{url} {",
            problems: ["C002: a { is not closed"],
            help: "write {{ for a brace"
        ),
        Case(
            testDescription: "an unopened brace",
            replacing: "{url}",
            by: "{url} }",
            problems: ["C002: a } closes nothing"],
            help: "write }} for a brace"
        ),
        Case(
            testDescription: "options within a word",
            replacing: "{options}",
            by: "-o={options}",
            problems: [
                "C001: '-o={options}' contains {options}, which is replaced by several "
                    + "words"
            ],
            help: "write {options} as a separate word, after the program"
        ),
        Case(
            testDescription: "an empty command",
            replacing: "wget --ca-certificate={ca} {options} {url}",
            by: "''",
            problems: ["C001: the command names no program"],
            help: "write the program and its arguments, such as wget -O - {url}"
        ),
        Case(
            testDescription: "an unclosed quote",
            replacing: "{options}",
            by: "'x",
            problems: ["C001: the quote ' is not closed"],
            help: "close it with '"
        ),
        Case(
            testDescription: "a pipe",
            replacing: "{url}",
            by: "{url} | cat",
            problems: ["C001: | is special in a shell, but no shell runs"],
            help: "quote it, or start a shell with sh -c '…'"
        ),
        Case(
            testDescription: "a pattern that does not compile",
            replacing: "exit: 5",
            by: "says: '(a'",
            problems: ["C003: '(a' is not a regular expression: expected ')'"]
        ),
        Case(
            testDescription: "a reason without a condition",
            replacing: "exit: 5, ",
            problems: ["S009: a pattern needs a condition"],
            help: "add exit, says or both"
        ),
        Case(
            testDescription: "an unknown reason",
            replacing: "reason: expired",
            by: "reason: expierd",
            problems: ["S005: unknown reason 'expierd' for 'reasons.reason'"],
            help: "did you mean 'expired'?"
        ),
        Case(
            testDescription: "an unknown ability",
            by: "can: [redirect]",
            problems: ["S005: unknown ability 'redirect' for 'can'"],
            help: "did you mean 'redirects'?"
        ),
        Case(
            testDescription: "a file with another name",
            replacing: "client: wget",
            by: "client: wget2",
            problems: ["C008: client 'wget2' is in 'Clients/wget.yaml'"],
            help: "rename the file to wget2.yaml, or the client"
        ),
        Case(
            testDescription: "two definitions in a file",
            by: "---\nclient: wget",
            problems: ["C009: a second definition in one file"],
            help: "move it to its own file"
        ),
        Case(
            testDescription: "no trust anchor",
            replacing: "--ca-certificate={ca} ",
            problems: ["C010: the client is never given the trust anchor"],
            help: "write {ca} or {ca-der} where it reads its anchors; if it reads the system's "
                + "bundle, or none at all, state anchor: bundle; if it trusts only pins, "
                + "anchor: pins"
        ),
        Case(
            testDescription: "no target",
            replacing: " {url}",
            problems: ["C011: the command does not say where to connect"],
            help: "write {url} or {port} in it"
        ),
        Case(
            testDescription: "an address that the command does not use",
            by: "names: command",
            problems: ["C011: names: command needs a command with {address}"],
            help: "write {address} where the program takes the address to connect to"
        ),
        Case(
            testDescription: "a variable with a hyphen",
            by: "environment: { SSL-CERT: x }",
            problems: ["C004: 'SSL-CERT' is not the name of a variable"]
        ),
        Case(
            testDescription: "a duration without unit",
            by: "deadline: 10",
            problems: ["C005: '10' is not a duration"],
            help: "write one such as 10 s or 500 ms"
        ),
        Case(
            testDescription: "a duration beyond the limit",
            by: "deadline: 11 min",
            problems: ["C005: '11 min' is not a duration"],
            help: "write one such as 10 s or 500 ms"
        ),
        Case(
            testDescription: "a malformed date and version range",
            by:
                "known: [{ cases: x, accept: true, because: y, until: 2027-13-01, versions: '2.0' }]",
            problems: [
                "C006: '2027-13-01' is not a date", "C007: '2.0' is not a version range",
            ],
            help: "write one such as 2027-06-30"
        ),
        Case(
            testDescription: "a pin without a hash",
            by: "pin: { each: sha256 }",
            problems: ["C002: the pin contains no hash"],
            help: "write {pin} or {certificate-sha256} in it"
        ),
        Case(
            testDescription: "a pin with a host and no hash",
            by: "pin: { each: '{pinned-host}' }",
            problems: ["C002: the pin contains no hash"],
            help: "write {pin} or {certificate-sha256} in it"
        ),
        Case(
            testDescription: "an ability that the client has and lacks",
            by: "can: addresses\ncannot: { addresses: it is too old, crls: it reads none }",
            problems: ["S020: 'can: addresses' and 'cannot: addresses' cannot be combined"]
        ),
        Case(
            testDescription: "an unknown scope of pins",
            by: "pin: { compares: end-entty }",
            problems: ["S005: unknown scope of pins 'end-entty' for 'pin.compares'"],
            help: "did you mean 'end-entity'?"
        ),
        Case(
            testDescription: "a version with command and package",
            by: "version: { command: wget, pattern: x, package: wget }",
            problems: ["S020: 'command' and 'package' cannot be combined"]
        ),
        Case(
            testDescription: "a version without a pattern",
            by: "version: { command: wget }",
            problems: ["S003: a version needs the key 'pattern'"]
        ),
        Case(
            testDescription: "a command with a colon",
            replacing: "{url}",
            by: "::{address}: {url}",
            problems: ["Y001: mapping values are not allowed in this context"],
            help: "quote the text, because ': ' ends a key"
        ),
    ]

    @Test(arguments: cases)
    func `rejects a faulty definition`(refused: Case) {
        let text =
            refused.replacing.isEmpty
            ? Self.sound + "\n" + refused.by
            : Self.sound.replacing(refused.replacing, with: refused.by) + "\n" + refused.more
        let file = ClientFile(of: Array(text.utf8), at: "Clients/wget.yaml")
        #expect(file.client == nil)
        let problems = file.diagnostics.map { "\($0.code.rawValue): \($0.problem)" }
        #expect(problems == refused.problems)
        #expect(file.diagnostics.compactMap(\.help).first == refused.help)
        #expect(file.diagnostics.allSatisfy { $0.mark != nil && $0.file == "Clients/wget.yaml" })
    }

    @Test func `accepts the definition from which the rejected definitions are made`() {
        let file = ClientFile(of: Array(Self.sound.utf8), at: "Clients/wget.yaml")
        #expect(file.diagnostics == [])
        #expect(file.client?.name == "wget")
    }

    @Test func `the test cases include a rejected definition for every diagnostic code`() {
        let known = DiagnosticCode.ofClients.map(\.rawValue)
        #expect(Set(known).count == known.count)
        let refused = Self.cases.flatMap(\.problems).map { String($0.prefix { $0 != ":" }) }
        // Only CaseSelection knows cases, and a note rejects nothing; see the tests of `hatpin lint`.
        #expect(known.filter { !refused.contains($0) } == ["C012", "C014"])
    }

    @Test func `rejects bytes that are not text, and too many bytes`() throws {
        let latin = ClientFile(of: [0x63, 0x6c, 0xe9, 0x6e, 0x74], at: "x.yaml")
        #expect(latin.diagnostics.map(\.code.rawValue) == ["Y009"])
        let folder = try Folder()
        try folder.write("large.yaml", "about: " + String(repeating: "x", count: 2 << 20))
        let large = ClientFile(reading: folder.path + "/large.yaml")
        #expect(large.diagnostics.map(\.code.rawValue) == ["Y011"])
        let absent = ClientFile(reading: folder.path + "/absent.yaml")
        #expect(absent.diagnostics.map(\.code.rawValue) == ["Y016"])
        let empty = ClientFile(of: [], at: "x.yaml")
        #expect(empty.diagnostics.map(\.code.rawValue) == ["Y014"])
    }
}
