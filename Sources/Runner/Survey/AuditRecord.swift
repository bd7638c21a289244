import ScenarioFormat

/// The result of an audit, as far as two are compared: attacks that are accepted and valid servers
/// that are refused, each by its case.
package struct AuditRecord: Hashable, Sendable {
    /// The harm of an accepted attack.
    package struct Harm: Hashable, Comparable, Sendable {
        package let severity: Scenario.Importance
        package let attackerNeeds: String

        package init(_ severity: Scenario.Importance, attackerNeeds: String) {
            (self.severity, self.attackerNeeds) = (severity, attackerNeeds)
        }

        package static func < (left: Harm, right: Harm) -> Bool {
            left.severity == right.severity
                ? left.attackerNeeds < right.attackerNeeds : left.severity < right.severity
        }
    }

    /// The party and the host that it was asked about; of two records with equal subjects one can
    /// stand for the other in time.
    package struct Subject: Hashable, Sendable {
        package let party: String
        /// Nil for a party that is asked about none.
        package let host: String?

        package init(_ party: String, host: String?) {
            (self.party, self.host) = (party, host)
        }
    }

    package let subject: Subject
    /// Cases of accepted attacks.
    package let accepted: [String: Harm]
    /// Cases of refused valid servers.
    package let refused: Set<String>
    package let acceptsNothing: Bool

    /// A record; each parameter is the property of its name.
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
    /// The record of each host, or of the party that is asked about none: the configuration's own.
    package var records: [AuditRecord] {
        let subjects: [AuditRecord.Subject] =
            hosts.isEmpty
            ? [.init(title, host: nil)] : hosts.map { .init(title, host: $0) }
        return subjects.map(record)
    }

    /// The record as that of a subject that it stands for.
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
    /// The record of the system by itself.
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

/// The changes of one configuration.
package struct AuditChange: Hashable, Sendable {
    /// Cases by their harm.
    package typealias Cases = [AuditRecord.Harm: [String]]

    /// The party and its hosts, of which the same is true.
    package let party: String
    package let hosts: [String]
    /// Attacks that are accepted since then, and those that are refused since.
    package let weaker, stronger: Cases
    /// Valid servers that are refused since then, and those that are accepted since.
    package let refused, admitted: [String]
    /// Whether it accepts nothing since then.
    package let stopsWorking: Bool

    /// The changes from one record to another, of the same subject.
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

    /// Whether anything differs for the worse.
    package var isWorse: Bool { isWorse(allowing: nil) }

    /// The same where attacks up to this rank are tolerated; nil for none.
    package func isWorse(allowing allowed: Scenario.Importance?) -> Bool {
        let isWeaker = weaker.keys.contains { harm in allowed.map { harm.severity > $0 } ?? true }
        return isWeaker || !refused.isEmpty || stopsWorking
    }

    /// Whether anything differs for the better.
    package var isBetter: Bool { !stronger.isEmpty || !admitted.isEmpty }

    /// The same changes of several hosts as one, in the order of the first.
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
