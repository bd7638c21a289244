import Basics
import Campaigns
import CommandWorkshop
import Testing

@testable import hatpin

/// Peers that violate the protocol, each a few lines of shell.
@Suite(.blocking)
struct PeerProcessTests {
    /// The limit for a peer that answers or exits, which is never reached.
    private static let patience: Duration = .seconds(120)
    /// The limit for a peer that is silent.
    private static let patienceWithTheSilent: Duration = .seconds(5)

    /// Ignores SIGPIPE as the command does, so that writing to a peer that has exited is an error.
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
        // Runs at another priority than the tests' threads, so that a peer's output is read as soon
        // as it is written.
        let heard = Task(priority: .high) {
            let peer = try await PeerProcess(path, patience: patience)
            return (await peer.name, await peer.verdicts(on: Array(repeating: setup, count: count)))
        }
        let (name, verdicts) = try await heard.value
        #expect(name == "fake 1")
        return verdicts
    }

    @Test func `reads the verdicts of a correct peer`() async throws {
        let script = "echo fake 1; while read -r line; do echo reject WORD and more; done"
        #expect(try await verdicts(of: script) == Array(repeating: .reject("WORD"), count: 3))
    }

    @Test(arguments: [
        ("exits", "read -r line; echo accept; read -r line; exit 1", "no answer"),
        ("does not answer", "read -r line; echo accept; read -r line; sleep 1000", "no answer"),
        ("sends an unknown word", "while read -r line; do echo what; done", "no answer: what"),
        (
            "sends text after an answer", "while read -r line; do echo accept this; done",
            "no answer: accept this"
        ),
        (
            // The first answer alone has more lines than there are questions, in one write.
            "sends too many lines",
            "while read -r line; do printf 'accept\\naccept\\naccept\\n'; done",
            "more lines than questions"
        ),
        (
            "rejects without a reason", "while read -r line; do echo reject; done",
            "no answer: reject"
        ),
    ])
    func `reports a failure for each unanswered question if a peer`(
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
    func `ends the children of a silent peer`() async throws {
        let script = "echo fake 1; sleep 4321 & echo $! >child.$$; read -r line; wait"
        let workshop = try Workshop(["peer": "#!/bin/sh\ncd \"${0%/*}\"\n\(script)\n"])
        let verdicts = try await verdicts(in: workshop, on: 1, Self.patienceWithTheSilent)
        #expect(verdicts == [.failed("no answer")])
        // The child of the silent process; the process that replaced it may have a child too.
        #expect(workshop.shell("cat child.*").output != "")
        // The processes that are running or sleeping; a process that has exited may still wait for
        // its parent.
        let isThere = "for id in $(cat child.*); do grep '^State:.[RSD]' /proc/$id/status; done"
        // A waiting shell would hold a thread that may be needed to end the peer.
        while workshop.shell(isThere).output != "" { try await Task.sleep(for: .milliseconds(100)) }
    }

    @Test(arguments: ["/bin/cat", "/bin/true", "/nonexistent"])
    func `rejects a program that sends no name`(path: String) async {
        await #expect(throws: Failure.self) {
            _ = try await PeerProcess(path, patience: .milliseconds(300))
        }
    }
}
