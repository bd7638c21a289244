import Basics
import ClientModels
import CommandWorkshop
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
        let site = try ProgramSite(facing: [setup.connect], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        let answer = try party.decide(challenge, on: network)
        let observed = try #require(answer.observed)
        #expect(observed.requested && observed.connections == 2)
        #expect(observed.hasAccepted == isAccepted)
        #expect((answer.undelivered != nil) == isAccepted, "\(answer)")
    }
}
