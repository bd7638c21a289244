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
            "accepts accepted time/expired-leaf, which must be rejected (reject: expired)"
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
        #expect(try await hatpinCases(pinned).isEmpty)
        #expect(try await !hatpinCases(pinned, can: ["spki-pins"]).isEmpty)
    }

    @Test(
        "a lab that cannot be used is a failure with a sentence",
        arguments: [
            ("HATPIN", "/no/hatpin", "no lab at '/no/hatpin': it sent no answer; set HATPIN"),
            ("HATPIN", "cat", "no lab at 'cat'"),
            ("HATPIN_LAB", "/no/socket", "start it: hatpin lab --socket /no/socket"),
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

    @Test(
        "a lab of another format, and one that ends, are failures with a sentence",
        arguments: [(9, "hatpin 7 has format 9 of labs, not 1"), (1, "hatpin: the lab has ended")]
    )
    func greeting(format: Int, sentence: String) async throws {
        let command = NSTemporaryDirectory() + "/hatpin-\(UUID().uuidString)"
        let line = #"{"type":"lab","format":\#(format),"tool":"hatpin 7"}"#
        try "#!/bin/sh\necho '\(line)'\n".write(toFile: command, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
        defer { try? FileManager.default.removeItem(atPath: command) }
        let error = await #expect(throws: HatpinFailure.self) {
            try await Lab(["HATPIN": command]).ask(LabRequest(cases: "time/*"))
        }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
    }

    @Test("a lab at a socket is used, and fails the tests after its end") func socket() async throws
    {
        let door = NSTemporaryDirectory() + "/hatpin-\(UUID().uuidString)"
        let lab = Process()
        lab.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let command = ProcessInfo.processInfo.environment["HATPIN"] ?? "hatpin"
        lab.arguments = [command, "lab", "--socket", door]
        try lab.run()
        defer { lab.terminate() }
        for _ in 0..<600 where !FileManager.default.fileExists(atPath: door) {
            try await Task.sleep(for: .milliseconds(50))
        }
        let client = Lab(["HATPIN_LAB": door])
        let request = LabRequest(cases: "time/expired-leaf")
        #expect(try await client.ask(request).answer.cases?.map(\.case) == ["time/expired-leaf"])
        lab.terminate()
        lab.waitUntilExit()
        let error = await #expect(throws: HatpinFailure.self) { try await client.ask(request) }
        #expect(error?.description.hasPrefix("hatpin: the lab has ended") == true)
    }

    private func fails(
        _ sentence: String,
        case id: String = "time/expired-leaf",
        function: String = #function,
        _ client: (HatpinWorld) async throws -> Void
    ) async throws {
        do {
            try await HatpinCase(id: id, can: [], speaks: nil).run(function: function, client)
            Issue.record("it passes")
        } catch let error as HatpinFailure {
            #expect(error.description.contains(sentence), "\(error)")
        }
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
