import Basics
import ClientModels
import CommandWorkshop
import Foundation
import PathValidation
import Runner
import ScenarioFormat
import TLS
import Testing

@testable import hatpin

/// The observations of servers about a program, and the verdict that they prove.
@Suite struct WitnessTests {
    /// The second connection has no attack, and goes to another server.
    @Test(.blocking, arguments: [(first: "-tls1_2", isAccepted: false), ("-tls1_3", true)])
    func `a request in a second connection without the attack does not accept the attack`(
        first: String,
        isAccepted: Bool
    ) throws {
        let client = try ClientDefinition(command: [
            "bash", "-c",
            """
            for version in \(first) -tls1_3; do
                printf 'GET /%s HTTP/1.0\\r\\n\\r\\n' "${{1##*/}}" |
                    openssl s_client -quiet -connect "$2" -CAfile "$3" $version
            done
            """,
            "client", "{url}", "{address}:{port}", "{ca}",
        ])
        var setup = Setup.standard
        setup.handshake = ["short-explicit-curve"]
        let answer = try Self.answer(of: client, in: setup)
        let observed = try #require(answer.observed)
        #expect(observed.requested && observed.connections == 2)
        #expect(observed.hasAccepted == isAccepted)
        #expect((answer.undelivered != nil) == isAccepted, "\(answer)")
    }

    /// A program that reaches no step has rejected nothing, whatever the steps are.
    @Test(.blocking, arguments: [[], ["echoed-session-id"]])
    func `a program that never connects to the first step gets no verdict`(
        violations: [String]
    ) throws {
        var setup = Setup.standard
        setup.handshake = violations
        setup.earlier = [setup]
        let client = try ClientDefinition(
            command: ["bash", "-c", "echo no >&2; exit 1", "client", "{url}", "{ca}"]
        )
        #expect(throws: HarnessError.undialled("bash never connected (exit 1): no")) {
            try Self.answer(of: client, in: setup)
        }
    }

    @Test(
        .blocking,
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")),
        arguments: [(Witness.data, true), (.token, false)]
    )
    func `any request over HTTP/2 is data`(witness: Witness, isAccepted: Bool) throws {
        var setup = Setup.standard
        setup.protocols = ["h2"]
        let script = """
            curl -sS --http2 --cacert "$2" --connect-to ::127.0.0.1: "https://www.example.test:$1/"
            exit 1
            """
        let client = try ClientDefinition(
            command: ["bash", "-c", script, "client", "{port}", "{ca}", "{token}"],
            witness: witness
        )
        let answer = try Self.answer(of: client, in: setup)
        #expect(answer.observed?.hasAccepted == isAccepted)
    }

    private static func answer(of client: ClientDefinition, in setup: Setup) throws -> Answer {
        let site = try ProgramSite(facing: [setup.connect], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        return try party.decide(challenge, on: Network(deadline: .seconds(5)))
    }
}
