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

    @Test("a lab at a socket is used") func socket() async throws {
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
        let answer = try await Lab(["HATPIN_LAB": door]).ask(LabRequest(cases: "time/expired-leaf"))
        #expect(answer.answer.cases?.map(\.case) == ["time/expired-leaf"])
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
