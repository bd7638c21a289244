import Crypto
import Testing

@testable import TLS

/// MTA-STS policies over HTTPS, on a port that the kernel chooses.
struct PolicyServerTests {
    @Test(arguments: [
        ("the path of policies", PolicyServer.path, CertificateAnswer.proceed, ClientEnd.answered),
        ("another path", "/mta-sts.txt", .proceed, .wrongAnswer),
    ])
    func `serves the policy`(
        _: String,
        path: String,
        answer: CertificateAnswer,
        end: ClientEnd
    ) throws {
        let loopback = try Loopback()
        let policy = ServedPolicy(
            host: try #require(DNSName("mta-sts.example.test")),
            credential: try TestServer().credential,
            text: "version: STSv1\r\n"
        )
        let address = NetworkAddress([127, 0, 0, 1], port: 0)
        let server = try PolicyServer(policy, on: address, of: loopback)
        let port = try #require(try server.address()).port
        let endpoint = Endpoint(
            origin: LoopbackAddress(family: .ipv4, port: port),
            proxy: nil,
            path: path,
            answer: policy.text,
            deadline: .now + .seconds(20)
        )
        let client = Client(host: "mta-sts.example.test", serverName: "mta-sts.example.test") { _ in
            answer
        }
        let dialer = try Dialer(client, to: endpoint, on: loopback)
        try step([server, dialer], until: endpoint.deadline)
        #expect(dialer.end == end)
        #expect(server.requests == 1)
        #expect(server.isOver)
    }
}
