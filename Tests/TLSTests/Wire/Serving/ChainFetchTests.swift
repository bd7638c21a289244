import CommandWorkshop
import Crypto
import Forge
import Testing
import X509

@testable import TLS

/// Chains of servers, fetched without verification.
@Suite("Chains of servers", .blocking)
struct ChainFetchTests {
    private func words(_ target: ConnectTarget, within patience: Duration) -> String? {
        do throws(ChainFetch.Fault) {
            _ = try ChainFetch.certificates(of: target, within: patience)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `reports a closed port and an unknown name`() {
        let closed = ConnectTarget(host: "127.0.0.1", port: 1)
        #expect(words(closed, within: .seconds(20)) == "127.0.0.1:1: Connection refused")
        let unknown = ConnectTarget(host: "no-such-host.invalid", port: 1)
        #expect(words(unknown, within: .seconds(60))?.isEmpty == false)
    }

    @Test func `waits for a silent server only until the time limit`() throws {
        let listener = try Socket.listening(on: .ipv4)
        let target = ConnectTarget(host: "127.0.0.1", port: try listener.port())
        #expect(words(target, within: .milliseconds(200)) == "no answer")
    }
}
