import Testing

@testable import TLS

/// The server's side of EAP-TTLS, without sockets.
struct EAPTunnelTests {
    /// A response of the peer (RFC 3748 §4.1).
    private static func response(type: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        [2, 7] + [UInt8](5 + data.count, count: 2) + [type] + data
    }

    /// The flags of EAP-TTLS in a request for the peer, and the data after them.
    private static func request(_ answer: EAPTunnel.Answer?) -> (flags: UInt8, data: [UInt8])? {
        guard let answer, answer.code == .challenge, answer.eap.count >= 6, answer.eap[0] == 1,
            answer.eap[1] == 8, answer.eap[4] == 21
        else { return nil }
        return (answer.eap[5], Array(answer.eap.dropFirst(6)))
    }

    @Test func `starts EAP-TTLS after the peer's identity`() throws {
        var tunnel = EAPTunnel()
        #expect(tunnel.hear(Self.response(type: 1, Array("anonymous".utf8))) == [])
        let request = try #require(Self.request(tunnel.answer(EAPTunnel.Inside())))
        #expect(request.flags == 0x20)
        #expect(request.data.isEmpty)
    }

    @Test(
        arguments: [
            (response(type: 1), true),
            (response(type: 1, Array("anonymous".utf8)), true),
            (response(type: 21, [0]), false),
            (response(type: 3, [13]), false),
            ([1, 7, 0, 5, 1], false),
            ([2, 7, 0, 4], false),
            ([], false),
        ] as [([UInt8], Bool)]
    )
    func `recognizes the packet with which a peer begins`(packet: [UInt8], begins: Bool) {
        #expect(EAPTunnel.isIdentity(packet) == begins)
    }

    @Test func `joins the parts of a message, and confirms each part but the last`() throws {
        var tunnel = EAPTunnel()
        #expect(tunnel.hear(Self.response(type: 21, [0xc0, 0, 0, 0, 3, 22, 3])) == [22, 3])
        let confirmation = try #require(Self.request(tunnel.answer(EAPTunnel.Inside())))
        #expect(confirmation.flags == 0)
        #expect(tunnel.hear(Self.response(type: 21, [0, 1])) == [1])
        #expect(tunnel.answer(EAPTunnel.Inside()) == nil)
    }

    @Test(arguments: [0, 1, 1_199, 1_200, 1_201, 2_400, 5_000])
    func `sends records in parts that the peer confirms`(count: Int) throws {
        var tunnel = EAPTunnel()
        let records = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        _ = tunnel.hear(Self.response(type: 21, [0]))
        tunnel.send(records)
        var sent: [UInt8] = []
        while let part = Self.request(tunnel.answer(EAPTunnel.Inside())) {
            // The first part states the length of the whole message.
            let isFirst = sent.isEmpty
            #expect((part.flags & 0x80 != 0) == isFirst)
            if isFirst { #expect(part.data.number(at: 0, count: 4) == count) }
            sent += part.data.dropFirst(isFirst ? 4 : 0)
            #expect((part.flags & 0x40 != 0) == (sent.count < count))
            #expect(part.data.count <= EAPTunnel.longestPart + 4)
            _ = tunnel.hear(Self.response(type: 21, [0]))
        }
        #expect(sent == records)
    }

    @Test(
        arguments: [
            (EAPTunnel.Inside(), nil, nil),
            (EAPTunnel.Inside(isSilent: true), .challenge, 1),
            (EAPTunnel.Inside(isSilent: true, hasAccepted: true), .accept, 3),
            (EAPTunnel.Inside(hasEnded: true), .reject, 4),
            (EAPTunnel.Inside(hasEnded: true, hasAccepted: true), .reject, 4),
        ] as [(EAPTunnel.Inside, AccessAnswer?, UInt8?)]
    )
    func `tells the peer the result of the TLS server`(
        inside: EAPTunnel.Inside,
        code: AccessAnswer?,
        packet: UInt8?
    ) {
        var tunnel = EAPTunnel()
        _ = tunnel.hear(Self.response(type: 21, [0, 23, 3, 3]))
        let answer = tunnel.answer(inside)
        #expect(answer?.code == code)
        #expect(answer?.eap.first == packet)
    }

    @Test(
        arguments: [
            [], [2], [2, 7, 0, 4], [2, 7, 0, 9, 21, 0], [1, 7, 0, 6, 21, 0], [2, 7, 0, 5, 21],
            [2, 7, 0, 8, 21, 0x80, 0, 0], [2, 7, 0, 6, 3, 13], [2, 7, 0, 6, 13, 0],
        ] as [[UInt8]]
    )
    func `rejects a peer whose packet is not a response of EAP-TTLS`(packet: [UInt8]) {
        var tunnel = EAPTunnel()
        #expect(tunnel.hear(packet) == [])
        #expect(tunnel.answer(EAPTunnel.Inside())?.code == .reject)
    }

    @Test func `rejects a peer that sends confirmations without end`() {
        var tunnel = EAPTunnel()
        var count = 0
        while count < 1_000 {
            _ = tunnel.hear(Self.response(type: 21, [0]))
            guard Self.request(tunnel.answer(.init(isSilent: true))) != nil else {
                break
            }
            count += 1
        }
        #expect(count == 500)
    }
}
