import Basics
import Runner
import TLS

// Reports/Services words what servers of ours say while clients come to them: of `hatpin serve` and of
// `hatpin intercept`, for people and for programs. Its values are what the services pass; it serves
// nothing and judges nothing.

/// The cases of a service, and the places where remote clients meet them.
package struct ServePlan: Sendable {
    /// A server for a case or for a control.
    package struct Place: Hashable, Sendable {
        /// A name, or an address without brackets.
        package let host: String
        package let port: UInt16
        /// Whether other places have this port too, told apart by the name that a remote client indicates.
        package let isShared: Bool
        /// The path to ask for.
        package let path: String
        /// The whole of it for a browser.
        package let url: String
        /// Base64 SHA-256 of the public keys that a remote client must pin; nil for none.
        package let pins: [String]?

        /// Each parameter is the property of its name.
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

    /// A case that remote clients are put before.
    package struct Case: Hashable, Sendable {
        /// The scenario's, with the case's name.
        package let id: String
        package let about: String
        package let expected: ExpectationRecord
        /// The place where it is met, and that of its control; nil for a case without one.
        package let place: Int
        package let control: Int?

        /// Each parameter is the property of its name.
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
    /// Cases that no remote client can be put before, by id.
    package let excluded: [(id: String, reason: VisitObstacle)]

    /// Each parameter is the property of its name.
    package init(
        cases: [Case],
        places: [Place],
        excluded: [(id: String, reason: VisitObstacle)]
    ) {
        (self.cases, self.places, self.excluded) = (cases, places, excluded)
    }

    /// The case that is met at a place; nil for a control.
    func servedCase(at place: Int) -> (number: Int, case: Case)? {
        cases.firstIndex { $0.place == place }.map { ($0, cases[$0]) }
    }

    /// The name of a control in lines for programs.
    static func name(ofControl place: Int) -> String { "control-\(place)" }
}

/// A service whose ports are open.
package struct ServeOpening: Sendable {
    /// The IP addresses that it listens on.
    package let addresses: [String]
    /// The port of the places that share one; nil if none does.
    package let sharedPort: UInt16?
    /// The folder with the roots and the names.
    package let folder: String
    /// The URL of the page.
    package let page: String

    /// Each parameter is the property of its name.
    package init(addresses: [String], sharedPort: UInt16?, folder: String, page: String) {
        (self.addresses, self.sharedPort) = (addresses, sharedPort)
        (self.folder, self.page) = (folder, page)
    }
}

/// The verdict of a remote client's connections to one place.
package enum VisitVerdict: String, Hashable, Sendable {
    case accept
    case reject
    /// The remote client gave no occasion for the attack.
    case undelivered
    /// The remote client came, and let the time pass.
    case silent = "none"
}

/// The verdicts on a remote client at a place, and where it came from.
package struct VisitRecord: Sendable {
    /// The remote client's IP address.
    package let remoteClient: String
    /// The last `User-Agent` that it named.
    package let agent: Untrusted?
    /// The number of the place.
    package let place: Int
    package let verdict: VisitVerdict
    /// The last alert that it sent, by its RFC 8446 name hyphenated.
    package let alert: String?
    /// The outcomes of the cases that the place decides about, by their numbers.
    package let outcomes: [(case: Int, outcome: Outcome.Kind)]

    /// Each parameter is the property of its name.
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

    /// The outcome of a case; nil where the place decides nothing about it.
    func outcome(ofCase number: Int) -> Outcome.Kind? {
        outcomes.first { $0.case == number }?.outcome
    }
}

/// A connection that belongs to no place.
package struct StrayRecord: Sendable {
    /// The IP address that it came from.
    package let address: String
    /// How it came out.
    package let end: Reception.End

    /// Each parameter is the property of its name.
    package init(address: String, end: Reception.End) {
        (self.address, self.end) = (address, end)
    }
}
