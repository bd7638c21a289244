import Basics
import Runner
import TLS
import TestSupport
import Testing

@testable import Reports

@Suite("Reports of serve")
struct ServeReportTests {
    private static let plan = ServePlan(
        cases: [
            ServePlan.Case(
                id: "time/expired",
                about: "A leaf that has expired. More of it.",
                expected: ExpectationRecord(reasons: ["expired"]),
                place: 0,
                control: 1
            ),
            ServePlan.Case(
                id: "addresses/sound",
                about: "A leaf for an address.",
                expected: ExpectationRecord(reasons: nil),
                place: 2,
                control: nil
            ),
        ],
        places: [
            place("h0.hatpin.test", port: 8443), place("h1.hatpin.test", port: 8443),
            place("::1", port: 40_001, isShared: false, pins: ["AAAA"]),
        ],
        excluded: [
            ("pins/a", .pins), ("pins/b", .pins), ("time/clock", .clock),
            ("addresses/far", .address([192, 0, 2, 7])), ("pins/c", .certificatePin),
            ("tls/a", .unserved(.mint("no key"))), ("chain/a", .noRoot), ("chain/b", .otherRoots),
            ("chain/c", .revocationLists), ("chain/d", .startTLS),
        ]
    )

    private static func place(
        _ host: String,
        port: UInt16,
        isShared: Bool = true,
        pins: [String]? = nil
    ) -> ServePlan.Place {
        let authority = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
        return ServePlan.Place(
            host: host,
            port: port,
            isShared: isShared,
            path: "/token",
            url: "https://\(authority)/token",
            pins: pins
        )
    }

    private static let opening = ServeOpening(
        addresses: ["127.0.0.1", "::1"],
        sharedPort: 8443,
        folder: ".hatpin/serve",
        page: "http://127.0.0.1:8480/"
    )

    /// Visits to a control, then to the case that it decides about, then to another case.
    private static func visits(agent: String = "browser/1") -> [VisitRecord] {
        [
            visit(0, .reject, alert: "certificate-expired", [(0, .inconclusive)], agent: agent),
            visit(1, .accept, [(0, .pass)], agent: agent),
            visit(0, .accept, [(0, .falseAccept)], agent: agent),
            visit(2, .silent, [(1, .timeout)], agent: agent),
            visit(2, .undelivered, [(1, .notDelivered)], agent: agent),
        ]
    }

    private static func visit(
        _ place: Int,
        _ verdict: VisitVerdict,
        alert: String? = nil,
        _ outcomes: [(case: Int, outcome: Outcome.Kind)],
        agent: String
    ) -> VisitRecord {
        VisitRecord(
            remoteClient: "192.0.2.9",
            agent: Untrusted(agent),
            place: place,
            verdict: verdict,
            alert: alert,
            outcomes: outcomes
        )
    }

    private static func strays(name: String = "www.example.com") -> [StrayRecord] {
        let ends: [Reception.End] = [
            .unknownName(nil), .unknownName(name), .notTLS, .silent, .undelivered("never said"),
        ]
        return ends.map { StrayRecord(address: "192.0.2.9", end: $0) }
    }

    @Test func `text for people equals the snapshot`() {
        let text = ServeText(Self.plan, ReportOptions())
        let lines = Self.visits().map(text.line) + Self.strays().compactMap(text.notice)
        expectSnapshot(
            text.opening(Self.opening) + ServeText.warning(of: ["192.0.2.1", "2001:db8::1"])
                + lines.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined(),
            named: "serve.txt"
        )
    }

    @Test func `the NDJSON output equals the snapshot`() {
        let lines = ServeLines(Self.plan)
        let summary = SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 1)
        expectSnapshot(
            lines.opening(Self.opening) + Self.visits().map(lines.line).joined()
                + Self.strays().compactMap(lines.line).joined()
                + lines.ending(of: "192.0.2.9", [.summary(summary)], runFile: "runs/a.ndjson"),
            named: "serve.ndjson"
        )
    }

    @Test func `JSON for the script of the page equals the snapshot`() {
        let texts = [
            ServePageJSON.cases(Self.plan, roots: ["root.crt"]),
            ServePageJSON.visits(Self.visits(), for: "127.0.0.1"),
            ServePageJSON.visit(Self.visits()[0]),
        ]
        expectSnapshot(
            texts.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined(),
            named: "serve-page.json"
        )
    }

    @Test(arguments: HostileTexts.all)
    func `every line escapes hostile text of remote clients`(hostile: String) throws {
        let lines = ServeLines(Self.plan)
        for line in Self.visits(agent: hostile).map(lines.line)
            + Self.strays(name: hostile).compactMap(lines.line)
        {
            #expect(isOneLine(line))
            _ = try JSONValue(Array(line.utf8))
        }
        let text = ServeText(Self.plan, ReportOptions())
        for notice in Self.strays(name: hostile).compactMap(text.notice) {
            #expect(isOneLine(notice))
        }
        let page = ServePageJSON.visits(Self.visits(agent: hostile), for: "127.0.0.1")
        guard case .array(let visits)? = try JSONValue(page)["visits"] else {
            Issue.record("no visits")
            return
        }
        #expect(visits.allSatisfy { $0["agent"]?.string == hostile })
    }
}

/// Whether a text is one line without control characters and without commands of CI services.
func isOneLine(_ text: String) -> Bool {
    text.last == "\n" && !text.contains("##[") && !text.hasPrefix("::")
        && text.dropLast().unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e }
}
