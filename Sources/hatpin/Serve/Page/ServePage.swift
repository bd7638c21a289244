import Basics
import Crypto
import Reports
import TLS
import X509

/// Makes the responses of the page, from the plan and the ledger alone.
///
/// The page reads no files; `file` returns the response for every path except that of the stream.
struct ServePage {
    private let plan: VisitPlan
    private let addresses: [[UInt8]]
    private let shown: ServePlan
    private let html: [UInt8]
    private let policy: String

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - plan: the plan whose cases are shown.
    ///   - addresses: the addresses of the listeners.
    ///   - shown: the same plan in the form of reports.
    init(_ plan: VisitPlan, at addresses: [[UInt8]], shown: ServePlan) {
        (self.plan, self.addresses, self.shown) = (plan, addresses, shown)
        html = PackageResources.page_html
        policy = Self.policy(of: html)
    }

    // MARK: Responses of the servers under test

    /// Returns the response to a request over TLS; pages of any origin may read the response.
    func answer(_ request: HTTPRequest?, at setup: Int?) -> [UInt8] {
        guard let request else { return HTTPAnswer("400 Bad Request").bytes(for: nil) }
        let allowed = ["Access-Control-Allow-Origin: *"]
        if request.method == "OPTIONS" {
            let more = [
                "Access-Control-Allow-Methods: *", "Access-Control-Allow-Headers: *",
                // A browser asks for permission before a page of a public network may send requests
                // to a private network.
                "Access-Control-Allow-Private-Network: true",
            ]
            return HTTPAnswer("204 No Content", allowed + more).bytes(for: request)
        }
        let text = "The client accepted the certificate of this server.\n"
        let fields = allowed + ["Content-Type: text/plain; charset=utf-8"]
        return HTTPAnswer("200 OK", fields, body: Array(text.utf8)).bytes(for: request)
    }

    // MARK: Responses of the page

    /// Returns whether a request is for the stream of events.
    func isStream(_ request: HTTPRequest?) -> Bool {
        guard let request, Self.isOurs(request) else { return false }
        return request.method == "GET" && request.path == "/events"
    }

    /// Returns the response to a request that is not for the stream of events.
    ///
    /// - Parameters:
    ///   - request: the request; nil if the bytes are not a request.
    ///   - peer: the address of the client.
    ///   - ledger: the visits so far.
    /// - Returns: the bytes of the response.
    func file(_ request: HTTPRequest?, from peer: NetworkAddress, _ ledger: VisitLedger) -> [UInt8]
    {
        guard let request else { return HTTPAnswer("400 Bad Request").bytes(for: nil) }
        guard ["GET", "HEAD"].contains(request.method) else {
            return HTTPAnswer("405 Method Not Allowed", ["Allow: GET, HEAD"]).bytes(for: request)
        }
        guard Self.isOurs(request) else {
            return HTTPAnswer("421 Misdirected Request").bytes(for: request)
        }
        guard let (type, body) = content(of: request.path, peer, ledger) else {
            return HTTPAnswer("404 Not Found").bytes(for: request)
        }
        return HTTPAnswer("200 OK", ["Content-Type: \(type)", policy], body: body)
            .bytes(for: request)
    }

    private func content(
        of path: String,
        _ peer: NetworkAddress,
        _ ledger: VisitLedger
    ) -> (type: String, body: [UInt8])? {
        switch path {
        case "/", "/watch": return ("text/html; charset=utf-8", html)
        case "/cases.json":
            let roots = Roots(plan).files.map(\.name)
            return ("application/json", ServePageJSON.cases(shown, roots: roots))
        case "/visits.json":
            return ("application/json", visits(ledger, for: RemoteClient.address(of: peer.bytes)))
        case "/hosts":
            let hosts = VisitHosts(plan, at: addresses).text
            return ("text/plain; charset=utf-8", Array(hosts.utf8))
        case "/root.pem": return ("application/x-pem-file", Roots(plan).pem)
        default: break
        }
        let root = Roots(plan).files.first { "/" + $0.name == path }
        return root.map { ("application/x-x509-ca-cert", $0.der) }
    }

    /// Returns whether the request names this server by an address or as `localhost`.
    ///
    /// If the request names the server by another host name, it could come from an attacker's page
    /// whose DNS entry now points here (DNS rebinding).
    private static func isOurs(_ request: HTTPRequest) -> Bool {
        guard let host = request["host"] else { return false }
        let name: Substring
        if host.hasPrefix("[") {
            name = host.dropFirst().prefix { $0 != "]" }
        } else {
            name = host.prefix { $0 != ":" }
        }
        return name == "localhost" || IPAddress.bytes(name) != nil
    }

    /// Returns the Content Security Policy: it only allows the page's own script and style, by
    /// their hashes (CSP 3 §2.3.1), and requests to the cases.
    private static func policy(of html: [UInt8]) -> String {
        "Content-Security-Policy: default-src 'none'; script-src \(source(of: "script", html)); "
            + "style-src \(source(of: "style", html)); connect-src 'self' https:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// Returns the hash of the only element with this name.
    private static func source(of element: String, _ html: [UInt8]) -> String {
        guard let open = html.firstPlace(of: Array("<\(element)>".utf8)),
            let close = html.firstPlace(of: Array("</\(element)>".utf8)),
            let hash = try? Digest.sha256.hash(Array(html[open.upperBound..<close.lowerBound]))
        else { return "'none'" }
        return "'sha256-\(Base64.text(hash))'"
    }

    // MARK: Data

    private func visits(_ ledger: VisitLedger, for reader: String) -> [UInt8] {
        let visits = ledger.remoteClients.flatMap { remoteClient in
            plan.setups.indices.compactMap { ledger.record(of: remoteClient, at: $0) }
        }
        return ServePageJSON.visits(visits, for: reader)
    }

    /// Returns a server-sent event (HTML Living Standard, 9.2.6) with a verdict.
    static func event(_ visit: VisitRecord) -> [UInt8] {
        Array("data: ".utf8) + ServePageJSON.visit(visit) + Array("\n\n".utf8)
    }

    /// A comment that keeps the stream alive.
    static let heartbeat = Array(":\n\n".utf8)
}
