import Foundation
import Testing

@testable import HatpinTesting

@Suite(.serialized) struct HatpinTestingTests {
    @Test(arguments: try await hatpinCases("names/exact-name*", "time/expired-leaf"))
    func rightClient(_ hatpin: HatpinCase) async throws {
        try await hatpin.run { world in try curl(world, "--cacert", world.ca) }
    }

    @Test("an accepted attack fails with its sentence") func accepts() async throws {
        try await fails(
            "accepts() accepted time/expired-leaf, which must be rejected (reject: expired)"
        ) { try curl($0, "--insecure") }
    }

    @Test("a rejection without its control is inconclusive") func otherAnchors() async throws {
        try await fails("rejected time/expired-leaf, but it rejects the control, too") {
            try curl($0, "--cacert", "/etc/ssl/certs/ca-certificates.crt")
        }
    }

    @Test("a client that does not connect fails, with its error") func idle() async throws {
        try await fails("the client never connected") { _ in }
        try await fails("; the client: no library") { _ in throw HatpinFailure("no library") }
    }

    @Test("a case of two selectors is one argument") func repeated() async throws {
        let cases = try await hatpinCases("time/expired-leaf", "time/expired-leaf")
        #expect(cases.map(\.id) == ["time/expired-leaf"])
    }

    @Test("each call has its own control") func twoClients() async throws {
        let hatpin = HatpinCase(id: "time/expired-leaf", can: [], speaks: nil)
        try await hatpin.run { try curl($0, "--cacert", $0.ca) }
        await #expect(throws: HatpinFailure.self) {
            try await hatpin.run { try curl($0, "--cacert", "/etc/ssl/certs/ca-certificates.crt") }
        }
    }

    @Test("more cases than a lab serves at once wait for each other") func many() async throws {
        let cases = try await hatpinCases("names/*")
        #expect(cases.count > 64)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hatpin in cases {
                group.addTask {
                    let error = await #expect(throws: HatpinFailure.self) {
                        try await hatpin.run(name: "idle") { _ in
                            try await Task.sleep(for: .milliseconds(100))
                        }
                    }
                    #expect(error?.description.contains("never connected") == true)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("an unknown case fails") func unknown() async throws {
        try await fails("hatpin: 'time/expird' selects nothing", case: "time/expird") { _ in }
    }

    @Test("an error after an acceptance is the test's own") func own() async throws {
        try await fails("my own check", case: "names/exact-name[plain]") { world in
            try curl(world, "--cacert", world.ca)
            throw HatpinFailure("my own check")
        }
    }

    @Test("abilities apply further cases") func pins() async throws {
        let pinned = "pins/addresses-and-spellings*"
        let error = await #expect(throws: HatpinFailure.self) { try await hatpinCases(pinned) }
        let sentence = "hatpin: no case applies to the client: client does not"
        #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
        #expect(try await !hatpinCases(pinned, can: ["spki-pins"]).isEmpty)
    }

    @Test(
        "a lab that cannot be used is a failure with a sentence",
        arguments: [
            ("HATPIN", "/no/hatpin", "no lab at '/no/hatpin': it sent no answer; set HATPIN"),
            ("HATPIN", "true", "no lab at 'true': it sent no answer"),
            ("HATPIN", "echo", "no lab at 'echo': it sent a line that is no answer; set HATPIN"),
            ("HATPIN_LAB", "/no/socket", "start hatpin lab with --socket or --listen"),
            ("HATPIN_LAB", "/\(String(repeating: "x", count: 108))", "it is too long"),
            ("HATPIN_LAB", "tcp://127.0.0.1:1", "Connection refused"),
            ("HATPIN_LAB", "tcp://nowhere", "no lab at 'tcp://nowhere'"),
        ]
    )
    func lab(variable: String, value: String, sentence: String) async {
        let error = await #expect(throws: HatpinFailure.self) {
            try await Lab([variable: value, "PATH": "/usr/bin"]).ask(LabRequest(cases: "time/*"))
        }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }

    @Test("an empty variable is unset") func empty() async {
        let lab = Lab(["HATPIN_LAB": "", "HATPIN": "/no/hatpin"])
        let error = await #expect(throws: HatpinFailure.self) {
            try await lab.ask(LabRequest(cases: "time/*"))
        }
        #expect(error?.description.contains("no lab at '/no/hatpin'") == true)
    }

    @Test(
        "a lab with a fault is a failure with a sentence, and leaves no process",
        arguments: [
            (9, "exec sleep 600", "hatpin 7 has format 9 of labs, not 1"),
            (1, "read request", "hatpin: the lab has ended (it sent no answer)"),
            (1, "read request; echo oops", "the lab has ended (it sent a line that is no answer)"),
            (
                1,
                #"""
                read request
                echo '{"type":"error","problem":"no descriptors","help":"raise ulimit"}'
                """#,
                "hatpin: no descriptors; raise ulimit"
            ),
        ]
    )
    func faulty(format: Int, more: String, sentence: String) async throws {
        let greeting = #"{"type":"lab","format":\#(format),"tool":"hatpin 7"}"#
        let command = try Command("echo '\(greeting)'\n\(more)")
        defer { command.remove() }
        do {
            let error = await #expect(throws: HatpinFailure.self) {
                try await Lab(["HATPIN": command.path]).ask(LabRequest(cases: "time/*"))
            }
            #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
        }
        #expect(try await command.ends())
    }

    @Test("a machine that does not answer is a failure after a time") func absent() async throws {
        // The first connection gets no greeting; the second does not get into the full queue.
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listening) }
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (
            sa_family_t(AF_INET), UInt32(0x7f00_0001).bigEndian
        )
        try withUnsafeMutablePointer(to: &address) {
            try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                try #require(bind(listening, address, size) == 0 && listen(listening, 0) == 0)
                try #require(getsockname(listening, address, &size) == 0)
            }
        }
        let place = "tcp://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let sentence = "hatpin: no lab at '\(place)': it does not answer; start hatpin lab"
        for _ in 0..<2 {
            let error = await #expect(throws: HatpinFailure.self) {
                try await Lab(["HATPIN_LAB": place]).ask(LabRequest(cases: "time/*"))
            }
            #expect(error?.description.hasPrefix(sentence) == true, "\(String(describing: error))")
        }
    }

    @Test("a killed test leaves no lab and no files") func killed() async throws {
        let files = NSTemporaryDirectory() + "/hatpin-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: false)
        let command = try Command("TMPDIR=\(files) exec \(hatpin) \"$@\"")
        defer { for path in [files, command.path + ".pid"] { _ = remove(path) } }
        setenv("HATPIN_WRAPPED", command.path, 1)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let wrapped = ProcessInfo.processInfo.environment["HATPIN_WRAPPED"] ?? ""
            let request = LabRequest(case: "time/expired-leaf", client: "killed")
            _ = try await Lab(["HATPIN": wrapped]).ask(request)
            try FileManager.default.removeItem(atPath: wrapped)
            kill(getpid(), SIGKILL)
        }
        #expect(try await command.ends())
        #expect(!FileManager.default.fileExists(atPath: command.path), "it opened no setup")
        for _ in 0..<1000 where try !FileManager.default.contentsOfDirectory(atPath: files).isEmpty
        {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).isEmpty)
    }

    @Test("two programs use a lab at a socket, and fail after its end") func door() async throws {
        let door = NSTemporaryDirectory() + "/hatpin-\(UUID().uuidString)"
        let lab = Process()
        lab.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        lab.arguments = [hatpin, "lab", "--socket", door]
        try lab.run()
        defer { lab.terminate() }
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: door) {
            try await Task.sleep(for: .milliseconds(50))
        }
        let clients = [Lab(["HATPIN_LAB": door]), Lab(["HATPIN_LAB": door])]
        let request = LabRequest(cases: "time/expired-leaf")
        for client in clients {
            let cases = try await client.ask(request).cases
            #expect(cases?.map { $0["case"] } == ["time/expired-leaf"])
        }
        lab.terminate()
        lab.waitUntilExit()
        for client in clients {
            let error = await #expect(throws: HatpinFailure.self) { try await client.ask(request) }
            #expect(error?.description.hasPrefix("hatpin: the lab has ended") == true)
        }
    }

    private func fails(
        _ sentence: String,
        case id: String = "time/expired-leaf",
        name: String = #function,
        _ client: (HatpinWorld) async throws -> Void
    ) async throws {
        do {
            try await HatpinCase(id: id, can: [], speaks: nil).run(name: name, client)
            Issue.record("it passes")
        } catch let error as HatpinFailure {
            #expect(error.description.contains(sentence), "\(error)")
        }
    }
}

private let hatpin = ProcessInfo.processInfo.environment["HATPIN"] ?? "hatpin"

/// A shell script, which writes the number of its process to a file.
private struct Command {
    let path = NSTemporaryDirectory() + "/hatpin-\(UUID().uuidString)"

    init(_ text: String) throws {
        let script = "#!/bin/sh\necho $$ >\(path).pid\n\(text)\n"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Returns whether its process ends within ten seconds.
    func ends() async throws -> Bool {
        let text = try String(contentsOfFile: path + ".pid", encoding: .utf8)
        let pid = try #require(pid_t(text.dropLast()))
        for _ in 0..<1000 where kill(pid, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        return kill(pid, 0) != 0
    }

    func remove() {
        for file in [path, path + ".pid"] { try? FileManager.default.removeItem(atPath: file) }
    }
}

/// Requests a world's URL.
private func curl(_ world: HatpinWorld, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    let place = "\(world.host):\(world.port):\(world.address)"
    process.arguments = ["-sS", "--resolve", place, world.url] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw HatpinFailure("curl: \(process.terminationStatus)")
    }
}
