import TLS
import Testing

@testable import ScenarioFormat

struct ServerFileTests {
    private func read(_ lines: String) -> ClientFile {
        let text = """
            server: x
            about: A server.
            command: server --port {port} --ca {ca} {options}
            \(lines)
            """
        return ClientFile(of: Array(text.utf8), at: "Servers/x.yaml")
    }

    @Test func `reads every key of a server's definition`() throws {
        let file = read(
            """
            library: openssl
            environment: { SSL_DIR: "{home}" }
            files: { server.conf: "ca = {ca}" }
            prepare: "mkdir {home}/data"
            options: { crls: "--crl {crls}" }
            ready: "ready to accept connections"
            reload: "kill -HUP {own-port}"
            deadline: 10 s
            can: virtual-hosts
            probe: redis
            witness: data
            identity: "user=(.*)"
            reasons: [{ says: has expired, reason: expired }]
            otherwise: [{ says: verify failed, reason: [unknown-issuer, expired] }]
            known: [{ cases: "names/*", accept: true, because: reported }]
            version: { command: x --version, pattern: '(.*)' }
            install: { apt: x }
            """
        )
        #expect(file.diagnostics == [])
        let definition = try #require(file.client)
        let server = try #require(definition.server)
        #expect(server.probe == .redis)
        #expect(server.ready != nil)
        #expect(server.reload?.written == "kill -HUP {own-port}")
        #expect(!server.isFresh)
        #expect(server.identity != nil)
        #expect(definition.abilities == [.crls, .virtualHosts])
        #expect(definition.deadline == .seconds(10))
        #expect(definition.witness == .data)
    }

    @Test func `reads every example of a key in the format`() throws {
        let keys = try #require(ClientLibrary.serverReference.sections.first?.keys)
        let stated: Set = ["server", "about", "command"]
        for key in keys where !stated.contains(key.name) {
            for example in key.examples {
                let diagnostics = read("\(key.name): \(example)").diagnostics
                #expect(diagnostics == [], "\(key.name): \(example)")
            }
        }
        #expect(keys.contains { $0.name == "known" && !$0.examples.isEmpty })
    }

    @Test(arguments: [
        ("--port {port}", "C010: the server is never given the CAs of clients"),
        ("--ca {ca}", "C011: the command does not say where to listen"),
    ])
    func `says what the command of a server lacks`(command: String, problem: String) {
        let text = "server: x\nabout: A server.\ncommand: server "
        for (command, problems) in [(command, [problem]), ("--port {port} --ca {ca}", [])] {
            let file = ClientFile(of: Array((text + command).utf8), at: "Servers/x.yaml")
            #expect(file.diagnostics.map { "\($0.code.rawValue): \($0.problem)" } == problems)
        }
    }

    @Test(arguments: [
        ("fresh: true", []), ("reload: kill {own-port}", []),
        (
            "fresh: true\nreload: kill {own-port}",
            ["C001: a server that is started for each case needs no reload"]
        ),
    ])
    func `reports a reload of a server that is never reloaded`(lines: String, problems: [String]) {
        let diagnostics = read(lines).diagnostics
        #expect(diagnostics.map { "\($0.code.rawValue): \($0.problem)" } == problems)
    }

    /// Lines that are only valid for clients, each with a similar line that is valid for servers.
    @Test(
        arguments: [
            ("pin: { each: \"{pin}\" }", "witness: data", "S001: unknown key 'pin' in a server"),
            ("timeout: { exit: 28 }", "deadline: 5 s", "S001: unknown key 'timeout' in a server"),
            (
                "cannot: { crls: it has no option }", "can: crls",
                "S001: unknown key 'cannot' in a server"
            ),
            (
                "reasons: [{ exit: 1, reason: expired }]",
                "reasons: [{ says: has expired, reason: expired }]",
                "S001: unknown key 'exit' in a reason"
            ),
            (
                "otherwise: [{ exit: 1, says: expired, reason: expired }]",
                "otherwise: [{ says: expired, reason: expired }]",
                "S001: unknown key 'exit' in a reason"
            ),
            (
                "reasons: [{ reason: expired }]",
                "reasons: [{ says: expired, reason: expired }]",
                "S003: a reason needs the key 'says'"
            ),
            (
                "can: redirects", "can: virtual-hosts",
                "S005: unknown ability of a server 'redirects' for 'can'"
            ),
            (
                "options: { pins: \"{pins}\" }", "options: { crls: \"{crls}\" }",
                "S001: unknown key 'pins' in options"
            ),
        ]
    )
    func `rejects a key that only clients have`(wrong: String, right: String, problem: String) {
        #expect(read(right).diagnostics == [])
        #expect(read(wrong).diagnostics.map { "\($0.code.rawValue): \($0.problem)" } == [problem])
    }

    @Test(arguments: [ClientLibrary.reference, ClientLibrary.serverReference])
    func `the reference lists each key once`(reference: FormatReference) {
        for section in reference.sections {
            let names = section.keys.map(\.name)
            #expect(Set(names).count == names.count, "\(section)")
        }
    }
}
