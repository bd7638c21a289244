// An audit judges a user's own configuration in test cases that were not written for it. One entry
// of the configuration then applies to every host, since none of those hosts is in the file.
extension PolicyModel.Settings {
    /// The entry that applies to every host: the one that governs the setting `host`, else the one of
    /// the setting `domain`, by default the first that pins.
    ///
    /// - Parameters:
    ///   - entries: in the order of the file where that has one, else in alphabetical order.
    ///   - domain: the domain of an entry as the model's `entries` lists it.
    ///   - pins: whether an entry pins anything.
    ///   - governing: the entry that the system applies to a host; nil if none governs it.
    /// - Returns: nil if there is none, or `standsIn` is false.
    package func judgedEntry<Entry>(
        among entries: [Entry],
        domain: (Entry) -> String,
        pins: (Entry) -> Bool,
        governing: (String) -> Entry?
    ) -> Entry? {
        guard standsIn else { return nil }
        let host = self[PolicyModel.hostSetting]
        guard host.isEmpty else { return governing(host) }
        let stated = self["domain"]
        return entries.first { stated.isEmpty ? pins($0) : domain($0) == stated }
    }

    /// The capabilities of a client that pins if it is told to.
    ///
    /// A configuration's own pins refuse every such case, since no forged key matches them.
    ///
    /// - Parameter pins: whether the configuration, or the entry of it that is judged, states any.
    /// - Returns: `unpinned` where test cases without pins are judged, and `idlePins` where none is
    ///   stated.
    package func unpinned(unlessStated pins: Bool) -> Set<PolicyModel.Capability> {
        guard pins else { return [.unpinned, .idlePins] }
        return standsIn ? [] : [.unpinned]
    }
}
