import Models
import Notations
import PKIX

extension Rule {
    static let pinsExpired = Rule("NSC-006", .high, "the pin set's `expiration` has passed")
}

// The dates until which pins count.
extension NetworkSecurityReview {
    func dates(of pinSet: MarkupNode, in entry: Entry) -> [Finding] {
        guard let stated = pinSet["expiration"],
            let end = AndroidTexts.expiration(stated.value), end <= context.now
        else { return [] }
        return [expired(stated, end, entry)]
    }

    private func expired(
        _ stated: MarkupNode.Attribute,
        _ end: Instant,
        _ entry: Entry
    ) -> Finding {
        Finding(
            .pinsExpired,
            at: file.span(stated.range),
            "the pins of \(listed(entry.hosts)) ended \(days(end.days(to: context.now))) ago",
            label: "in the past",
            so: "since \(end.date) Android compares no pin; any certificate of a trusted authority "
                + "passes",
            mend: file.mend(
                "a new date, after a look at whether the pins still fit the server's keys: a new "
                    + "date on old pins is an outage",
                Edit(stated.valueRange, (context.now + 365 * 86_400).date)
            )
        )
    }
}
