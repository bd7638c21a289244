import ClientModels
import ScenarioFormat
import X509

extension Rule {
    static let pinsExpired = Rule("NSC-006", .high, "an expired pin set")
    static let pinsExpireSoon = Rule("NSC-007", .low, "a pin set that expires in less than 90 days")
    static let noExpiration = Rule("NSC-012", .note, "a pin set without `expiration`")
    static let shortYear = Rule("NSC-021", .high, "a two-digit year: `27` means the year 27")
    static let flutter = Rule(
        "NSC-033",
        .high,
        "pins in a Flutter app, whose Dart connections ignore them"
    )
    static let badExpiration = Rule(
        outage: "NSC-022",
        "an `expiration` that is not a date: Android rejects the file"
    )
    static let androidDates = [
        pinsExpired, pinsExpireSoon, noExpiration, shortYear, badExpiration, flutter,
    ]
}

// Rules for the expiration of pins, and for pins that Android never applies.
extension NetworkSecurityReview {
    /// Returns the finding for the first pins in a configuration of a Flutter application.
    func flutter(_ entries: [Entry]) -> [Finding] {
        guard !context.surroundings.files(.flutter).isEmpty,
            let entry = entries.first(where: isInForce), let pinSet = entry.pinSet
        else { return [] }
        return [
            Finding(
                .flutter,
                at: file.span(pinSet.nameRange),
                "connections of Dart code ignore the pins for \(listed(entry.hosts))",
                label: "ignored by dart:io",
                impact:
                    "Dart code accepts a certificate from any trusted CA; the pins protect only "
                    + "web views and native plug-ins",
                fix: Fix("pin in Dart code: use a SecurityContext without trusted roots")
            )
        ]
    }

    func pins(of pinSet: MarkupNode, in entry: Entry) -> [Finding] {
        let dates = dates(of: pinSet, in: entry)
        // If the pins have expired, their number no longer matters.
        let isOver = dates.contains { $0.severity == .high && !$0.isOutage }
        let pins = pinSet.children(named: "pin")
        return dates + hashes(pins, entry)
            + (isOver ? [] : numbers(of: pins, pinSet, entry))
    }

    private func dates(of pinSet: MarkupNode, in entry: Entry) -> [Finding] {
        guard let stated = pinSet["expiration"] else {
            guard !pinSet.children(named: "pin").isEmpty else { return [] }
            return [withoutDate(pinSet, entry)]
        }
        guard let end = AndroidTexts.expiration(stated.value) else {
            return [badDate(stated, entry)]
        }
        if CivilTime(end).year < 100 { return [shortYear(stated, CivilTime(end).year, entry)] }
        if end <= context.now { return [expired(stated, end, entry)] }
        return context.now.days(to: end) < 90 ? [endsSoon(stated, end, entry)] : []
    }

    private var nextYear: String { (context.now + 365 * 86_400).date }

    /// A fix without an edit, because pins that no longer match would reject every server once they
    /// are in force again.
    private var newDate: Fix {
        Fix(
            "set expiration to a date after \(nextYear) once you have checked that the pins "
                + "match the "
                + "server's keys"
        )
    }

    private func expired(
        _ stated: MarkupNode.Attribute,
        _ end: Instant,
        _ entry: Entry
    ) -> Finding {
        Finding(
            .pinsExpired,
            entry.isLocal ? .note : nil,
            at: file.span(stated.range),
            "the pins for \(listed(entry.hosts)) expired \(days(end.days(to: context.now))) ago",
            label: "in the past",
            impact:
                "since \(end.date), Android ignores them and accepts a certificate from any "
                + "trusted CA",
            fix: newDate
        )
    }

    private func endsSoon(
        _ stated: MarkupNode.Attribute,
        _ end: Instant,
        _ entry: Entry
    ) -> Finding {
        Finding(
            .pinsExpireSoon,
            at: file.span(stated.range),
            "the pins for \(listed(entry.hosts)) expire in \(days(context.now.days(to: end)))",
            label: "soon",
            impact:
                "from \(end.date) on, Android ignores them in every app that is not updated",
            fix: newDate
        )
    }

    private func shortYear(
        _ stated: MarkupNode.Attribute,
        _ year: Int,
        _ entry: Entry
    ) -> Finding {
        Finding(
            .shortYear,
            at: file.span(stated.range),
            "the pins for \(listed(entry.hosts)) expired in the year \(year)",
            label: "the year needs four digits",
            impact: "Android ignores them and accepts a certificate from any trusted CA",
            fix: newDate
        )
    }

    private func badDate(_ stated: MarkupNode.Attribute, _ entry: Entry) -> Finding {
        let parts = stated.value.split { !$0.isNumber }.map { $0.count < 2 ? "0" + $0 : String($0) }
        let date = Instant(rfc3339: parts.joined(separator: "-"))?.date
        return Finding(
            .badExpiration,
            at: file.span(stated.range),
            "expiration=\"\(stated.value)\" is not a date",
            label: "expected YYYY-MM-DD",
            impact: Self.refused,
            fix: file.fix(
                "write a date such as \(nextYear)",
                date.map { [Edit(stated.valueRange, $0)] } ?? []
            )
        )
    }

    private func withoutDate(_ pinSet: MarkupNode, _ entry: Entry) -> Finding {
        Finding(
            .noExpiration,
            at: file.span(pinSet.nameRange),
            "the pins for \(listed(entry.hosts)) never expire",
            impact:
                "apps that are never updated stay protected, but cannot connect after the last "
                + "pinned key is replaced",
            fix: nil
        )
    }
}
