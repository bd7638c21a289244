import Basics
import ClientModels
import CommandWorkshop
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import Testing
import X509

@testable import hatpin

/// Programs that get an incorrect answer from the server.
struct AnswerTests {
    private static func bash(_ script: String) -> [String] {
        ["bash", "-c", script, "client", "{url}", "{ca}"]
    }

    /// A program with a fixed exit status, whatever the server answers.
    @Test(.blocking, arguments: [(0, true), (1, false)])
    func `the exit status shows whether a program accepts an answer`(
        status: Int,
        isTaken: Bool
    ) throws {
        let command = Self.bash("curl -sk \"$1\" > /dev/null; exit \(status)")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        func party(_ abilities: [ClientAbility]) throws -> ClientParty {
            let client = try ClientDefinition(command: command, abilities: abilities)
            return try ClientParty(client, by: .command, on: site)
        }
        var setup = Setup.standard
        setup.serverFaults = ["cut-answer"]
        #expect(try party([]).obstacle(in: setup) == "bash does not report truncated answers")
        #expect(try party([.answers]).obstacle(in: setup) == nil)
        setup.connect = .ip([127, 0, 0, 1])
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        let answer = try party([.answers]).decide(challenge, on: network)
        #expect(answer.takesAnswer == isTaken)
        #expect(try party([]).decide(challenge, on: network).takesAnswer == nil)
    }

    @Test(.blocking, arguments: [("-L", true), ("", false)])
    func `a plaintext request after a redirect is an acceptance`(
        option: String,
        isAccepted: Bool
    ) throws {
        let command = Self.bash("curl -sk \(option) \"$1\" > /dev/null; exit 0")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let client = try ClientDefinition(command: command, abilities: [.redirects])
        let party = try ClientParty(client, by: .command, on: site)
        var setup = Setup.standard
        setup.serverFaults = ["redirect-to-clear"]
        setup.connect = .ip([127, 0, 0, 1])
        #expect(party.obstacle(in: setup) == "bash does not connect to addresses")
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        let answer = try party.decide(challenge, on: network)
        #expect(answer.undelivered == nil)
        guard case .accept = answer.decision.verdict else { return #expect(!isAccepted) }
        #expect(isAccepted)
    }
}
