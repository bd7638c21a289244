import ScenarioFormat

/// The part of an audit's result that is compared with another audit: accepted attacks and refused
/// valid servers, each by its case.
package struct AuditRecord: Hashable, Sendable {
    /// The harm of an accepted attack.
    package struct Harm: Hashable, Comparable, Sendable {
        package let severity: Severity
        package let attackerNeeds: String

        package init(_ severity: Severity, attackerNeeds: String) {
            (self.severity, self.attackerNeeds) = (severity, attackerNeeds)
        }

        package static func < (left: Harm, right: Harm) -> Bool {
            left.severity == right.severity
                ? left.attackerNeeds < right.attackerNeeds : left.severity < right.severity
        }
    }

    /// The party and the host that a record is about.
    ///
    /// Two records with the same subject are an older and a newer result.
    package struct Subject: Hashable, Sendable {
        package let party: String
        /// The host; nil for a party without a host.
        package let host: String?

        package init(_ party: String, host: String?) {
            (self.party, self.host) = (party, host)
        }
    }

    package let subject: Subject
    /// The harm of each accepted attack, by the id of its case.
    package let accepted: [String: Harm]
    /// The ids of the cases in which a valid server is refused.
    package let refused: Set<String>
    package let acceptsNothing: Bool

    /// Creates a record; each parameter sets the property of the same name.
    package init(
        _ subject: Subject,
        accepted: [String: Harm],
        refused: Set<String>,
        acceptsNothing: Bool
    ) {
        self.subject = subject
        self.accepted = accepted
        self.refused = refused
        self.acceptsNothing = acceptsNothing
    }
}

extension Audit {
    /// The records of the configuration's own weaknesses: one record for each host, or one for the
    /// party if there are no hosts.
    package var records: [AuditRecord] {
        let subjects: [AuditRecord.Subject] =
            hosts.isEmpty
            ? [.init(title, host: nil)] : hosts.map { .init(title, host: $0) }
        return subjects.map(record)
    }

    /// Returns a record of this audit's result whose subject is `subject`.
    package func record(of subject: AuditRecord.Subject) -> AuditRecord {
        AuditRecord(
            subject,
            accepted: weaknesses.accepted,
            refused: Set(refusals.map(\.scenario.id)),
            acceptsNothing: acceptsNothing
        )
    }
}

extension Audit.System {
    /// The record of the system itself.
    package var record: AuditRecord {
        AuditRecord(
            .init(name, host: nil),
            accepted: weaknesses.accepted,
            refused: Set(refusals.map(\.scenario.id)),
            acceptsNothing: false
        )
    }
}

extension [Audit.Weakness] {
    fileprivate var accepted: [String: AuditRecord.Harm] {
        var accepted: [String: AuditRecord.Harm] = [:]
        for weakness in self {
            let exposure = weakness.exposure
            let harm = AuditRecord.Harm(exposure.severity, attackerNeeds: exposure.attackerNeeds)
            for scenario in weakness.scenarios { accepted[scenario.id] = harm }
        }
        return accepted
    }
}

/// The changes of one configuration between two audits.
package struct AuditChange: Hashable, Sendable {
    /// The ids of cases, grouped by their harm.
    package typealias Cases = [AuditRecord.Harm: [String]]

    /// The party and the hosts that the changes apply to.
    package let party: String
    package let hosts: [String]
    /// Attacks that are newly accepted, and attacks that are newly refused.
    package let weaker, stronger: Cases
    /// Valid servers that are newly refused, and valid servers that are newly accepted.
    package let refused, admitted: [String]
    /// Whether the party newly refuses every valid server.
    package let stopsWorking: Bool

    /// Compares two records of the same subject.
    package init(from old: AuditRecord?, to new: AuditRecord) {
        let before = old?.accepted ?? [:]
        party = new.subject.party
        hosts = [new.subject.host].compactMap(\.self)
        weaker = Self.cases(new.accepted, without: before)
        stronger = Self.cases(before, without: new.accepted)
        refused = new.refused.subtracting(old?.refused ?? []).sorted()
        admitted = (old?.refused ?? []).subtracting(new.refused).sorted()
        stopsWorking = new.acceptsNothing && old?.acceptsNothing != true
    }

    private init(_ change: AuditChange, hosts: [String]) {
        party = change.party
        self.hosts = hosts
        (weaker, stronger) = (change.weaker, change.stronger)
        (refused, admitted) = (change.refused, change.admitted)
        stopsWorking = change.stopsWorking
    }

    private static func cases(
        _ accepted: [String: AuditRecord.Harm],
        without known: [String: AuditRecord.Harm]
    ) -> Cases {
        Dictionary(grouping: accepted.filter { known[$0.key] == nil }.keys.sorted()) {
            accepted[$0] ?? AuditRecord.Harm(.low, attackerNeeds: "")
        }
    }

    /// Whether any change is for the worse.
    package var isWorse: Bool { isWorse(allowing: .note) }

    /// Whether any change is for the worse, if attacks up to this severity are tolerated; `note`
    /// tolerates no attack.
    package func isWorse(allowing allowed: Severity) -> Bool {
        weaker.keys.contains { $0.severity > allowed } || !refused.isEmpty || stopsWorking
    }

    /// Whether any change is for the better.
    package var isBetter: Bool { !stronger.isEmpty || !admitted.isEmpty }

    /// Joins equal changes of several hosts into one, in order of first appearance.
    package static func joined(_ changes: [AuditChange]) -> [AuditChange] {
        var order: [AuditChange] = []
        var hosts: [AuditChange: [String]] = [:]
        for change in changes {
            let key = AuditChange(change, hosts: [])
            if hosts[key] == nil { order.append(key) }
            hosts[key, default: []] += change.hosts
        }
        return order.map { AuditChange($0, hosts: hosts[$0] ?? []) }
    }
}
