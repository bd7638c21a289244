import Basics
import Campaigns
import CommandWorkshop
import Testing

@testable import hatpin

/// Peers that do not keep to the protocol, each a few lines of shell.
@Suite(.blocking)
struct PeerProcessTests {
    /// Never waited for with a peer that answers or ends.
    private static let patience: Duration = .seconds(120)
    /// Waited for with a peer that is silent.
    private static let patienceWithTheSilent: Duration = .seconds(5)

    /// As the command does: who writes to a peer that has ended is told so, and goes on.
    init() { Platform.ignoreWriteSignals() }

    private func verdicts(
        of script: String,
        on count: Int = 3,
        _ patience: Duration = Self.patience
    ) async throws -> [ChainVerdict] {
        let workshop = try Workshop(["peer": "#!/bin/sh\n\(script)\n"])
        return try await verdicts(in: workshop, on: count, patience)
    }

    private func verdicts(
        in workshop: Workshop,
        on count: Int,
        _ patience: Duration
    ) async throws -> [ChainVerdict] {
        let path = "\(workshop.folder)/peer"
        let setup = try ForgedSetup(GeneratedSetup([]).setup)
        // Threads of another priority are not those that all other tests wait for, so that a peer's
        // words are read when they are said.
        let heard = Task(priority: .high) {
            let peer = try await PeerProcess(path, patience: patience)
            return (await peer.name, await peer.verdicts(on: Array(repeating: setup, count: count)))
        }
        let (name, verdicts) = try await heard.value
        #expect(name == "fake 1")
        return verdicts
    }

    @Test func `a peer that keeps to the protocol is heard`() async throws {
        let script = "echo fake 1; while read -r line; do echo reject WORD and more; done"
        #expect(try await verdicts(of: script) == Array(repeating: .reject("WORD"), count: 3))
    }

    @Test(arguments: [
        ("dies", "read -r line; echo accept; read -r line; exit 1", "no answer"),
        ("hangs", "read -r line; echo accept; read -r line; sleep 1000", "no answer"),
        ("babbles", "while read -r line; do echo what; done", "no answer: what"),
        (
            "babbles after", "while read -r line; do echo accept this; done",
            "no answer: accept this"
        ),
        (
            // The first answer alone has more lines than the two questions, in one write.
            "says too much", "while read -r line; do printf 'accept\\naccept\\naccept\\n'; done",
            "more lines than questions"
        ),
        (
            "says nothing of what it refuses", "while read -r line; do echo reject; done",
            "no answer: reject"
        ),
    ])
    func `a peer that fails has failed on what it did not answer`(
        name: String,
        script: String,
        fault: String
    ) async throws {
        let patience = name == "hangs" ? Self.patienceWithTheSilent : Self.patience
        let verdicts = try await verdicts(of: "echo fake 1; \(script)", on: 2, patience)
        #expect(verdicts.count == 2)
        #expect(verdicts.contains(.failed(fault)), "\(name): \(verdicts)")
    }

    @Test(.timeLimit(.minutes(60)))
    func `what a silent peer has started ends with it`() async throws {
        let script = "echo fake 1; sleep 4321 & echo $! >child.$$; read -r line; wait"
        let workshop = try Workshop(["peer": "#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n"])
        let verdicts = try await verdicts(in: workshop, on: 1, Self.patienceWithTheSilent)
        #expect(verdicts == [.failed("no answer")])
        // Of the process that was silent; of the one that took its place there may be one as well.
        #expect(workshop.shell("cat child.*").output != "")
        // Running or asleep; what has ended may wait for its parent.
        let isThere = "for id in $(cat child.*); do grep '^State:.[RSD]' /proc/$id/status; done"
        // A shell that waited would hold a thread that the end of the peer may need.
        while workshop.shell(isThere).output != "" { try await Task.sleep(for: .milliseconds(100)) }
    }

    @Test(arguments: ["/bin/cat", "/bin/true", "/nonexistent"])
    func `a program that says no name is no peer`(path: String) async {
        await #expect(throws: Failure.self) {
            _ = try await PeerProcess(path, patience: .milliseconds(300))
        }
    }
}
