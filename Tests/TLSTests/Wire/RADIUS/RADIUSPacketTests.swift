import Crypto
import Testing

@testable import TLS

struct RADIUSPacketTests {
    private static let authenticator = [UInt8](1...16)

    private static func packet(code: UInt8 = 1, _ attributes: [UInt8]) -> [UInt8] {
        [code, 9] + [UInt8](20 + attributes.count, count: 2) + authenticator + attributes
    }

    @Test func `joins the attributes that carry an EAP packet`() throws {
        let attributes: [UInt8] = [79, 4, 2, 7] + [1, 3, 97] + [79, 5, 0, 5, 1]
        // Bytes after the stated length are padding (RFC 2865 §3).
        let request = try #require(AccessRequest(Self.packet(attributes) + [0, 0]))
        #expect(request.identifier == 9)
        #expect(request.authenticator == Self.authenticator)
        #expect(request.eap == [2, 7, 0, 5, 1])
    }

    @Test(
        arguments: [
            [], [1], packet(code: 4, []), Array(packet([79, 3, 1]).dropLast()), packet([79, 1]),
            packet([79, 0]), packet([79]), packet([79, 9, 1]), [1, 9, 0, 19] + authenticator,
        ] as [[UInt8]]
    )
    func `ignores a datagram that is not a request for access`(bytes: [UInt8]) {
        #expect(AccessRequest(bytes) == nil)
    }

    @Test(arguments: [0, 4, 253, 254, 1_210])
    func `authenticates an answer by the request and the shared secret`(count: Int) throws {
        let request = try #require(AccessRequest(Self.packet([])))
        let eap = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let answer = try AccessAnswer.challenge.datagram(eap, to: request)
        #expect(answer.number(at: 2, count: 2) == answer.count)
        #expect(answer.prefix(2) == [11, 9])
        // RFC 2865 §3: the sum covers the request's authenticator, the attributes and the secret.
        let covered = answer.prefix(4) + request.authenticator + answer.dropFirst(20)
        let secret = Array("radius".utf8)
        #expect(try answer[4..<20].elementsEqual(Digest.md5.hash(covered + secret)))
        // RFC 3579 §3.2: in its own place, Message-Authenticator counts as zeros.
        let zeroed = covered.dropLast(16) + [UInt8](repeating: 0, count: 16)
        var code = try HMAC(.md5)
        #expect(try answer.suffix(16).elementsEqual(code.code(of: Array(zeroed), key: secret)))
        #expect(answer.dropLast(16).suffix(2) == [80, 18])
        // Read as a request, the datagram has the same EAP packet.
        #expect(AccessRequest([1] + answer.dropFirst())?.eap == eap)
    }
}
