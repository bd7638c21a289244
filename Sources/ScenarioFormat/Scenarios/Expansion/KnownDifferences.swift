/// Reads the known differences in `known`.
struct DifferenceReader {
    /// The names of clients; nil if they are not known.
    private let clients: [String]?
    private var found = Diagnostics()

    init(_ clients: [String]?) { self.clients = clients }

    var diagnostics: [Diagnostic] { found.all }

    mutating func differences(_ value: Value?) -> [KnownVerdictDifference] {
        (value?.entries ?? []).compactMap { difference($0) }
    }

    private mutating func difference(_ entry: Value.Entry) -> KnownVerdictDifference? {
        let value = entry.value
        guard let party = party(entry), let stated = Forms.difference.read(value, reporting: &found)
        else { return nil }
        let verdict: Expectation.Verdict
        switch (stated.accept, stated.reject) {
        case (_?, nil): verdict = .accept
        case (nil, let reasons?): verdict = .reject(reasons)
        case (_?, _?):
            let place = value.entry("reject")?.place ?? entry.place
            found.report(.exclusive("accept", "reject"), place, "reject")
            return nil
        case (nil, nil):
            let fault = Fault.exactlyOne(of: ["accept", "reject"], in: "a known difference")
            found.report(fault, value.place)
            return nil
        }
        guard let because = stated.because ?? stated.accept else {
            found.report(.missingKey("because", in: "a known difference"), entry.place, entry.key)
            return nil
        }
        return KnownVerdictDifference(
            party: party,
            verdict: verdict,
            because: because,
            ref: stated.ref,
            until: stated.until,
            line: entry.place.mark.line
        )
    }

    private mutating func party(_ entry: Value.Entry) -> PartyReference? {
        do throws(Fault) {
            let party = try PartyReference(written: entry.key)
            try party.requireClient(among: clients)
            return party
        } catch {
            found.report(error, entry.place, entry.key)
            return nil
        }
    }
}
