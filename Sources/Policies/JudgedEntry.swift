// What a user's own configuration means in worlds that know nothing of it: one of its entries is
// tried in each of them.
extension PolicyModel.Settings {
    /// The entry that stands for whatever host is connected to: the one of the setting `domain`, or
    /// where none is stated the first that pins.
    ///
    /// - Parameters:
    ///   - entries: in the order of the file where that has one, else in alphabetical order.
    ///   - domain: how the model's `entries` lists it.
    ///   - pins: whether an entry pins anything.
    /// - Returns: it; nil where there is none, or `standsIn` is false.
    package func judgedEntry<Entry>(
        among entries: [Entry],
        domain: (Entry) -> String,
        pins: (Entry) -> Bool
    ) -> Entry? {
        guard standsIn else { return nil }
        let stated = self["domain"]
        return entries.first { stated.isEmpty ? pins($0) : domain($0) == stated }
    }

    /// Whether worlds without pins are judged, which a configuration's own pins would refuse, since
    /// no forged key fits them.
    ///
    /// - Parameter pins: whether the configuration, or the entry of it that is judged, states any.
    /// - Returns: `unpinned`, or nothing.
    package func unpinned(unlessStated pins: Bool) -> Set<PolicyModel.Capability> {
        standsIn && pins ? [] : [.unpinned]
    }
}
