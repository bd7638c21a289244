import Basics
import PathValidation
import Runner
import TLS
import TestSupport
import Testing

@testable import Reports

@Suite("Reports of intercept")
struct InterceptReportTests {
    private static let attacks = [
        attack("self-signed", .selfSigned, "The client does not validate the chain."),
        attack("wrong-host", .nameMismatch, "The client compares no names.", needsRoot: true),
        attack("trusted-root", .pinMismatch, "The client does not pin.", needsRoot: true),
    ]

    private static func attack(
        _ name: String,
        _ reason: Rejection.Code,
        _ proves: String,
        needsRoot: Bool = false
    ) -> AttackRecord {
        AttackRecord(
            name: name,
            proves: proves,
            exposure: Exposure(reason, gaining: nil, on: .other),
            needsTrustedRoot: needsRoot
        )
    }

    private static let verdicts: [AttackVerdict] = [
        .refused(.alert("unknown-ca")), .refused(.closedInHandshake),
        .refused(.closedAfterHandshake), .unclear(.alert("protocol-version")),
        .unclear(.noHandshakeInTime), .unclear(.noDataAfterHandshake), .unclear(.noTLS),
        .unclear(.handshakeFailed), .impossible("the chain has no key"),
    ]

    /// Returns every kind of event, with this text in place of all text of clients and hosts.
    private static func events(_ words: String? = nil) throws -> [InterceptEvent] {
        let address = try #require(NetworkAddress("127.0.0.1", port: 8_080))
        let remoteClient = InterceptedClient(
            client: "192.0.2.9",
            agent: words ?? "app/1",
            host: words ?? "a.test:443"
        )
        let accepted = AttackVerdict.accepted(request: words ?? "GET /a HTTP/1.1")
        let settled = ([accepted] + verdicts).map {
            InterceptEvent.settled(remoteClient, attacks[0], $0)
        }
        let obstacles: [InterceptObstacle] = [
            .noAnswer, .clientWithoutTLS, .unreachable(words ?? "192.0.2.1:443: refused"),
        ]
        return [
            .listening(address, transparentFor: nil),
            .listening(address, transparentFor: ConnectTarget(host: "a.test", port: 443)),
        ] + settled + [.passed(remoteClient)]
            + obstacles.map { .failed(host: remoteClient.host, $0) }
    }

    /// Returns the results of three clients: one that trusts the root, one that may not, and one
    /// that was not attacked.
    private static func summary(_ words: String? = nil) -> InterceptSummary {
        let request = AttackVerdict.accepted(request: words ?? "GET /a HTTP/1.1")
        let lists: [([AttackVerdict?], InterceptObstacle?)] = [
            ([verdicts[0], verdicts[0], request], nil), ([verdicts[3], verdicts[0], nil], nil),
            ([nil, nil, nil], .unreachable(words ?? "no address")),
        ]
        let accounts = lists.enumerated().map { number, list in
            InterceptSummary.Account(
                remoteClient: InterceptedClient(
                    client: "192.0.2.\(number)",
                    agent: words,
                    host: words ?? "a.test:443"
                ),
                verdicts: list.0,
                passed: number,
                obstacle: list.1
            )
        }
        return InterceptSummary(attacks: attacks, accounts: accounts, unattacked: 2)
    }

    @Test func `text for people equals the snapshot`() throws {
        let text = InterceptText(hasColour: false)
        let events = try Self.events()
        let notices = events.compactMap { InterceptText.notice(of: $0, isVerbose: true) }
        expectSnapshot(
            InterceptText.warning(of: "0.0.0.0") + notices.joined()
                + events.compactMap(text.lines).joined() + text.ending(Self.summary()),
            named: "intercept.txt"
        )
    }

    @Test func `the NDJSON output equals the snapshot`() throws {
        expectSnapshot(
            try Self.events().compactMap(InterceptLines().lines).joined()
                + InterceptLines().ending(Self.summary()),
            named: "intercept.ndjson"
        )
    }

    @Test func `reports connections that are passed through only with --verbose`() {
        let event = InterceptEvent.passed(
            InterceptedClient(client: "192.0.2.9", host: "a.test:443")
        )
        #expect(InterceptText.notice(of: event, isVerbose: false) == nil)
        #expect(InterceptText.notice(of: event, isVerbose: true) != nil)
    }

    @Test func `counts the verdicts of all remote clients together`() {
        let counts = Self.summary().counts
        #expect([counts.accepted, counts.refused, counts.unclear] == [1, 3, 1])
        #expect([counts.notTried, counts.passed] == [4, 3])
        #expect(counts.hasVerdict && !InterceptSummary(attacks: [], accounts: []).counts.hasVerdict)
    }

    @Test(arguments: HostileTexts.all)
    func `every line escapes hostile text of clients and hosts`(hostile: String) throws {
        for event in try Self.events(hostile) {
            let line = try #require(InterceptLines().lines(of: event))
            #expect(isOneLine(line))
            _ = try JSONValue(Array(line.utf8))
            let notice = InterceptText.notice(of: event, isVerbose: true)
            #expect(notice.map(isOneLine) ?? true)
            let lines = InterceptText(hasColour: false).lines(of: event) ?? ""
            #expect(lines.split(separator: "\n").allSatisfy { isOneLine($0 + "\n") })
        }
        let summary = Self.summary(hostile)
        _ = try JSONValue(Array(InterceptLines().ending(summary).utf8))
        let table = InterceptText(hasColour: false).ending(summary)
        #expect(table.split(separator: "\n").allSatisfy { isOneLine($0 + "\n") })
        #expect(table.split(separator: "\n").count == 12)
    }
}
