import FileFormat
import PKIX
import Trust

/// Makes the departures that `known` documents.
struct DepartureReader {
    private(set) var diagnostics: [Diagnostic] = []

    mutating func departures(_ value: Value?) -> [KnownDeparture] {
        (value?.entries ?? []).compactMap { departure($0) }
    }

    private mutating func departure(_ entry: Value.Entry) -> KnownDeparture? {
        guard let party = try? PartyReference(written: entry.key) else { return nil }
        let value = entry.value
        let verdict: Expectation.Verdict
        switch (value["accept"]?.text, value.entry("reject")) {
        case (_?, nil): verdict = .accept
        case (nil, let reject?):
            verdict = .reject(
                reject.value.elements.compactMap { $0.text.flatMap(Rejection.Code.init) }
            )
        case (_?, let reject?):
            report(.exclusive("accept", "reject"), reject.place, reject.key)
            return nil
        case (nil, nil):
            report(.exactlyOne(of: ["accept", "reject"], in: "a known departure"), value.place)
            return nil
        }
        guard let because = value["because"]?.text ?? value["accept"]?.text else {
            report(.missingKey("because", in: "a known departure"), entry.place, entry.key)
            return nil
        }
        return KnownDeparture(
            party: party,
            verdict: verdict,
            because: because,
            ref: value["ref"]?.text,
            until: value["until"]?.text.flatMap { Instant(rfc3339: $0) },
            line: entry.place.mark.line
        )
    }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        diagnostics.append(Diagnostic(fault, at: place, text: text))
    }
}
