import ClientModels
import X509

extension Rule {
    static let pinsExpired = Rule("NSC-006", .high, "the pin set's `expiration` has passed")
    static let pinsExpireSoon = Rule("NSC-007", .low, "`expiration` in less than 90 days")
    static let noExpiration = Rule("NSC-012", .note, "a pin set without `expiration`")
    static let shortYear = Rule("NSC-021", .high, "a year of two digits: `27` is the year 27")
    static let flutter = Rule(
        "NSC-033",
        .high,
        "pins in an app made with Flutter, whose connections do not ask for them"
    )
    static let badExpiration = Rule(
        outage: "NSC-022",
        "an `expiration` that is no date: Android refuses the file"
    )
    static let androidDates = [
        pinsExpired, pinsExpireSoon, noExpiration, shortYear, badExpiration, flutter,
    ]
}

// The dates until which pins count, and whether they count at all.
extension NetworkSecurityReview {
    /// The first pins of a file that an application made with Flutter has.
    func flutter(_ entries: [Entry]) -> [Finding] {
        guard !context.surroundings.files(.flutter).isEmpty,
            let entry = entries.first(where: isInForce), let pinSet = entry.pinSet
        else { return [] }
        return [
            Finding(
                .flutter,
                at: file.span(pinSet.nameRange),
                "Dart's connections do not ask for the pins of \(listed(entry.hosts))",
                label: "not read by dart:io",
                impact:
                    "any certificate of a trusted authority passes in Dart code; the pins hold in "
                    + "web views and native plug-ins alone",
                fix: Fix("compare pins in Dart: a SecurityContext without trusted roots")
            )
        ]
    }

    func pins(of pinSet: MarkupNode, in entry: Entry) -> [Finding] {
        let dates = dates(of: pinSet, in: entry)
        // Pins that count no more are one mistake, and one pin or two is none beside it.
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

    /// Words alone: pins that match no more refuse every server once they are in force again.
    private var newDate: Fix {
        Fix(
            "set expiration to a date after \(nextYear) once you have checked that the pins match the "
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
            "the pins of \(listed(entry.hosts)) ended \(days(end.days(to: context.now))) ago",
            label: "in the past",
            impact:
                "since \(end.date) Android compares no pin; any certificate of a trusted authority "
                + "passes",
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
            "the pins of \(listed(entry.hosts)) end in \(days(context.now.days(to: end)))",
            label: "soon",
            impact:
                "from \(end.date) on Android compares no pin in apps that are not updated by then",
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
            "the pins of \(listed(entry.hosts)) ended in the year \(year)",
            label: "the year needs four digits",
            impact: "Android compares no pin; any certificate of a trusted authority passes",
            fix: newDate
        )
    }

    private func badDate(_ stated: MarkupNode.Attribute, _ entry: Entry) -> Finding {
        let parts = stated.value.split { !$0.isNumber }.map { $0.count < 2 ? "0" + $0 : String($0) }
        let date = Instant(rfc3339: parts.joined(separator: "-"))?.date
        return Finding(
            .badExpiration,
            at: file.span(stated.range),
            "expiration=\"\(stated.value)\" is no date",
            label: "a date is YYYY-MM-DD",
            impact: Self.refused,
            fix: file.fix(
                "a date such as \(nextYear)",
                date.map { [Edit(stated.valueRange, $0)] } ?? []
            )
        )
    }

    private func withoutDate(_ pinSet: MarkupNode, _ entry: Entry) -> Finding {
        Finding(
            .noExpiration,
            at: file.span(pinSet.nameRange),
            "the pins of \(listed(entry.hosts)) have no end",
            impact:
                "pins stay in force in apps that are never updated: safer, and an outage for these "
                + "when the last pinned key is replaced",
            fix: nil
        )
    }
}
