import Basics
import Runner
import TLS

// Reports/Services writes the messages of `hatpin serve` and `hatpin intercept`, for people and for
// programs. Reports/Services receives values from the services, serves nothing and makes no
// verdicts.

/// The cases of a service, and the servers that serve them.
package struct ServePlan: Sendable {
    /// A server for a case or for a control.
    package struct Place: Hashable, Sendable {
        /// The host of the server: a name, or an address without brackets.
        package let host: String
        package let port: UInt16
        /// Whether several servers share this port; the server name that a remote client sends
        /// distinguishes them.
        package let isShared: Bool
        /// The path of the server's URL.
        package let path: String
        /// The whole URL for a browser.
        package let url: String
        /// Base64 SHA-256 hashes of the public keys that a remote client must pin; nil for a server
        /// without pins.
        package let pins: [String]?

        /// Each parameter sets the property of its name.
        package init(
            host: String,
            port: UInt16,
            isShared: Bool,
            path: String,
            url: String,
            pins: [String]?
        ) {
            (self.host, self.port, self.isShared) = (host, port, isShared)
            (self.path, self.url, self.pins) = (path, url, pins)
        }
    }

    /// A case that remote clients are tested with.
    package struct Case: Hashable, Sendable {
        /// The id of the scenario, with the name of the case.
        package let id: String
        package let about: String
        package let expected: ExpectationRecord
        /// The index of the case's server in `places`.
        package let place: Int
        package let control: Int?

        /// Each parameter sets the property of its name.
        package init(
            id: String,
            about: String,
            expected: ExpectationRecord,
            place: Int,
            control: Int?
        ) {
            (self.id, self.about, self.expected) = (id, about, expected)
            (self.place, self.control) = (place, control)
        }
    }

    package let cases: [Case]
    package let places: [Place]
    /// The cases that cannot be served to remote clients, by id.
    package let excluded: [(id: String, reason: VisitObstacle)]

    /// Each parameter sets the property of its name.
    package init(
        cases: [Case],
        places: [Place],
        excluded: [(id: String, reason: VisitObstacle)]
    ) {
        (self.cases, self.places, self.excluded) = (cases, places, excluded)
    }

    /// Returns the case of the server with this index; nil if the server serves a control.
    func servedCase(at place: Int) -> (number: Int, case: Case)? {
        cases.firstIndex { $0.place == place }.map { ($0, cases[$0]) }
    }

    /// Returns the name of a control's server in lines for programs.
    static func name(ofControl place: Int) -> String { "control-\(place)" }
}

/// A service whose ports are open.
package struct ServeOpening: Sendable {
    /// The IP addresses that the service listens on.
    package let addresses: [String]
    /// The port that several servers share; nil if every server has its own port.
    package let sharedPort: UInt16?
    /// The folder that holds the roots and the host names.
    package let folder: String
    /// The URL of the page.
    package let page: String

    /// Each parameter sets the property of its name.
    package init(addresses: [String], sharedPort: UInt16?, folder: String, page: String) {
        (self.addresses, self.sharedPort) = (addresses, sharedPort)
        (self.folder, self.page) = (folder, page)
    }
}

/// The verdict of a remote client's connections to one server.
package enum VisitVerdict: String, Hashable, Sendable {
    case accept
    case reject
    /// The remote client did not do what the attack needs.
    case undelivered
    /// The remote client connected and neither accepted nor refused in time.
    case silent = "none"
}

/// The verdict of a remote client on a server, and the client's address.
package struct VisitRecord: Sendable {
    /// The remote client's IP address.
    package let remoteClient: String
    /// The last `User-Agent` that the remote client sent.
    package let agent: Untrusted?
    /// The index of the server in `ServePlan.places`.
    package let place: Int
    package let verdict: VisitVerdict
    /// The last alert that the remote client sent, in hyphenated RFC 8446 spelling.
    package let alert: String?
    /// The outcomes that the verdict decides, by the index of their case.
    package let outcomes: [(case: Int, outcome: Outcome.Kind)]

    /// Each parameter sets the property of its name.
    package init(
        remoteClient: String,
        agent: Untrusted?,
        place: Int,
        verdict: VisitVerdict,
        alert: String?,
        outcomes: [(case: Int, outcome: Outcome.Kind)]
    ) {
        (self.remoteClient, self.agent, self.place) = (remoteClient, agent, place)
        (self.verdict, self.alert, self.outcomes) = (verdict, alert, outcomes)
    }

    /// Returns the outcome of a case; nil if the verdict has no outcome for the case.
    func outcome(ofCase number: Int) -> Outcome.Kind? {
        outcomes.first { $0.case == number }?.outcome
    }
}

/// A connection that belongs to no case and no control.
package struct StrayRecord: Sendable {
    /// The IP address of the client.
    package let address: String
    /// The way in which the connection ended.
    package let end: Reception.End

    /// Each parameter sets the property of its name.
    package init(address: String, end: Reception.End) {
        (self.address, self.end) = (address, end)
    }
}

extension StrayRecord {
    /// A hint for a remote client that reaches no case; nil if no hint helps.
    var hint: String? {
        switch end {
        case .unknownName(nil):
            "\(address) sends no server name (SNI); with --ports it needs none"
        case .unknownName(let name?):
            "\(address) asks for \(Shown.escaped(name)), but no case has that name"
        case .notTLS: "\(address) does not speak TLS"
        case .unserved(let error): "cannot serve: \(Shown.escaped(error.description))"
        case .accepted, .refused, .undelivered, .silent: nil
        }
    }
}

/// Writes the events of a service as they happen.
package protocol VisitReporter: Sendable {
    /// Returns the lines about addresses, files and cases, at the time when the ports are open.
    func opening(_ opening: ServeOpening) -> String

    /// Returns the line of a new verdict.
    func line(_ visit: VisitRecord) -> String

    /// Returns the line about a connection that belongs to no case; nil if it needs no line.
    func line(_ stray: StrayRecord) -> String?

    /// Returns the line for standard error about a connection that belongs to no case; nil if it
    /// needs none.
    func notice(_ stray: StrayRecord) -> String?

    /// Returns the report of a remote client's run at the end.
    ///
    /// - Parameters:
    ///   - remoteClient: the IP address of the remote client.
    ///   - records: the records of the client's run.
    ///   - runFile: the path of the client's run file.
    /// - Returns: whole lines.
    func ending(of remoteClient: String, _ records: [RunRecord], runFile: String) -> String
}
