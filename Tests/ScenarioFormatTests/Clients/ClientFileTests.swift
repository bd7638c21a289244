import PathValidation
import TLS
import Testing

@testable import ScenarioFormat

struct ClientFileTests {
    static let wget = """
        client: wget
        about: GNU Wget, on the TLS library that it was built with.
        library: gnutls
        command: wget -q -O - --ca-certificate={ca} {options} {url}
        environment: { SSL_CERT_DIR: "{home}" }
        prepare: "certutil -N --empty-password -d sql:{home}"
        names: [hosts, wrapper, proxy]
        ends: on-answer
        options:
          pins: [--pinnedpubkey, "{pins}"]
          crls: "--crl-file {crls}"
        pin: { each: "sha256//{pin}", between: ";" }
        can: [addresses, http2]
        reasons:
          - { says: "certificate has expired", reason: expired }
          - { exit: 5, reason: [unknown-issuer, self-signed] }
        repeat: 3
        deadline: 10 s
        version: { command: wget --version, pattern: 'GNU Wget (\\S+)' }
        install: { apt: wget, builds: "cc -o {built}/a {definition}/a.c" }
        known:
          - { cases: "names/*", accept: true, because: old, versions: "<2.0", until: 2027-01-01 }
        """

    private func read(_ text: String, at path: String = "Clients/wget.yaml") -> ClientFile {
        ClientFile(of: Array(text.utf8), at: path)
    }

    @Test func `reads every key of a definition`() throws {
        let file = read(Self.wget)
        #expect(file.diagnostics == [])
        let client = try #require(file.client)
        #expect(client.name == "wget")
        #expect(client.file == "Clients/wget.yaml")
        #expect(client.library == "gnutls")
        #expect(client.names == [.hosts, .wrapper, .proxy])
        #expect(client.ends == .onAnswer)
        #expect(client.runs == 3)
        #expect(client.deadline == .seconds(10))
        #expect(client.prepare.count == 1)
        #expect(client.abilities == [.addresses, .http2, .keyPins, .crls])
        #expect(client.reasons.map(\.reasons) == [[.expired], [.unknownIssuer, .selfSigned]])
        #expect(client.install.apt == ["wget"])
        #expect(client.known.first?.versions?.contains("1.21.3") == true)
        #expect(client.known.first?.versions?.contains("2") == false)
    }

    @Test(
        arguments: [
            ("", nil), ("speaks: postgres", SpokenProtocol(.postgres, over: .starttls)),
            ("speaks: { imap: implicit }", SpokenProtocol(.imap, over: .implicit)),
            ("speaks: { smtp: starttls }", SpokenProtocol(.smtp, over: .starttls)),
            ("speaks: redis", SpokenProtocol(.redis, over: .implicit)),
        ]
    )
    func `reads the protocol that a client speaks`(line: String, spoken: SpokenProtocol?) throws {
        let file = read(
            """
            client: wget
            about: A client.
            command: client {host} {port} {ca} {token}
            \(line)
            """
        )
        #expect(file.diagnostics == [])
        #expect(try #require(file.client).speaks == spoken)
        #expect(file.client?.witness == .token)
    }

    @Test func `a client whose first message is fixed needs no token`() throws {
        let file = read(
            """
            client: wget
            about: A client.
            command: client {host} {port} {ca}
            speaks: syslog
            witness: data
            """
        )
        #expect(file.diagnostics == [])
        #expect(file.client?.witness == .data)
    }

    /// Reads a definition in which this key has this value.
    private func read(_ key: String, _ value: String) -> ClientFile {
        let usual = [
            ("client", "x"), ("about", "A client."),
            ("command", "curl --cacert {ca} {options} {url} {token}"), ("ends", "when-quiet"),
        ].filter { $0.0 != key }
        let lines = (usual + [(key, value)]).map { "\($0.0): \($0.1)\n" }
        let name = key == "client" ? value : "x"
        return read(lines.joined(), at: "Clients/\(name).yaml")
    }

    @Test func `reads every example of a key in the format`() throws {
        let keys = try #require(ClientLibrary.reference.sections.first?.keys)
        for key in keys {
            for example in key.examples {
                let diagnostics = read(key.name, example).diagnostics
                #expect(diagnostics == [], "\(key.name): \(example)")
            }
        }
        #expect(keys.contains { $0.name == "known" && !$0.examples.isEmpty })
    }

    @Test func `accepts the value that the error for a wrong type proposes`() throws {
        for key in try #require(ClientLibrary.reference.sections.first?.keys) {
            for wrong in ["[[[]]]", "{ x: {} }", "x"] {
                let help = read(key.name, wrong).diagnostics.compactMap(\.help).first {
                    $0.hasPrefix("write it such as \(key.name): ")
                }
                guard let help else { continue }
                let example = String(help.dropFirst("write it such as \(key.name): ".count))
                #expect(read(key.name, example).diagnostics == [], "\(key.name): \(example)")
            }
        }
    }

    @Test func `writes a definition that is read back unchanged`() throws {
        let client = try #require(read(Self.wget).client)
        let written = try #require(try client.written())
        var layout = Layout()
        for entry in written.entries { layout.add(entry) }
        #expect(read(layout.text).client == client)
    }

    @Test func `fills the placeholders of a command for a case`() throws {
        let client = try #require(read(Self.wget).client)
        let values: [ClientPlaceholder: String] = [
            .anchors: "/t/ca.pem", .url: "https://a.test:1/t",
            .pins: try #require(client.pin.text(of: [[.pin: "A"], [.pin: "B"]])),
        ]
        let options = try client.optionWords(for: [.pins], filling: values)
        let words = try client.command.words(filling: values, options: options)
        #expect(
            words == [
                "wget", "-q", "-O", "-", "--ca-certificate=/t/ca.pem", "--pinnedpubkey",
                "sha256//A;sha256//B", "https://a.test:1/t",
            ]
        )
        #expect(throws: UnfilledPlaceholder(placeholder: .crls)) {
            try client.optionWords(for: [.crls], filling: values)
        }
    }

    @Test func `a command without a definition has default abilities and limits`() throws {
        let client = try ClientDefinition(command: ["/usr/bin/curl", "--cacert", "{ca}", "{url}"])
        #expect(client.name == "curl")
        #expect(client.names == [.hosts, .wrapper])
        #expect(client.abilities == [])
        #expect(client.deadline == .seconds(5))
    }
}
