// An audit tests a user's own configuration with cases that were not written for it. One entry of
// the configuration then applies to every host, since none of those hosts is in the file.
/// The settings of each model whose configuration has entries for hosts.
package enum EntrySetting {
    /// The host whose entry applies to every host in an audit.
    package static let host = SettingKey.text(
        "host",
        about: "The host to look up: unless a scenario sets the party, every host gets the "
            + "configuration of this host. The setting takes precedence over `domain`."
    )
    /// The domain of the entry that applies to every host in an audit.
    package static let domain = SettingKey.text(
        "domain",
        about: "The domain whose entry applies to every host, unless a scenario sets the party; "
            + "by default, the first domain with pins."
    )
}

extension PolicyModel.Settings {
    /// Returns the entry that applies to every host.
    ///
    /// This is the entry for the host in the setting `host`, or else the entry that the setting
    /// `domain` names, or else the first entry with pins.
    ///
    /// - Parameters:
    ///   - entries: in file order if the file has an order, otherwise in alphabetical order.
    ///   - domain: the domain of an entry as the model's `entries` lists it.
    ///   - pins: returns whether an entry pins anything.
    ///   - governing: returns the entry that the system applies to a host; nil if the host has no
    ///     entry.
    /// - Returns: the entry; nil if there is no entry, or if `standsIn` is false.
    package func judgedEntry<Entry>(
        among entries: [Entry],
        domain: (Entry) -> String,
        pins: (Entry) -> Bool,
        governing: (String) -> Entry?
    ) -> Entry? {
        guard standsIn else { return nil }
        if let host = self[EntrySetting.host] { return governing(host) }
        let stated = self[EntrySetting.domain]
        return entries.first { entry in stated.map { $0 == domain(entry) } ?? pins(entry) }
    }

    /// Returns the capabilities of a client that pins only if its configuration says so.
    ///
    /// A configuration's own pins reject every test case without pins, since no forged key matches
    /// them.
    ///
    /// - Parameter pins: whether the configuration, or the entry that applies, states any pins.
    /// - Returns: `unpinned` if test cases without pins apply, and `idlePins` if no pin is stated.
    package func unpinned(unlessStated pins: Bool) -> Set<PolicyModel.Capability> {
        guard pins else { return [.unpinned, .idlePins] }
        return standsIn ? [] : [.unpinned]
    }
}
