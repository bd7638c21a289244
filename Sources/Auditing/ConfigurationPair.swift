import Policies
import Runner
import Surroundings

/// A system and a host as the old file and the new one configure it.
struct ConfigurationPair: Sendable {
    let system: String
    /// Nil for a system without hosts.
    let host: String?
    let old, new: Party

    /// The pairs of two files, for the hosts of either.
    ///
    /// A system that one of them does not configure decides there as without a configuration.
    static func all(from old: String, to new: String) throws(Failure) -> [ConfigurationPair] {
        let (before, after) = (try models(of: old, asking: []), try models(of: new, asking: []))
        let hosts = (before + after).compactMap(\.askedHost).unique
        let sides = (try models(of: old, asking: hosts), try models(of: new, asking: hosts))
        let systems = (sides.0 + sides.1).map(\.model.name).unique
        return systems.flatMap { system in pairs(of: system, hosts, sides) }
    }

    private static func pairs(
        of system: String,
        _ hosts: [String],
        _ sides: (old: [ConfiguredModel], new: [ConfiguredModel])
    ) -> [ConfigurationPair] {
        let (old, new) = (sides.old.of(system), sides.new.of(system))
        guard let known = old.first ?? new.first else { return [] }
        let asked: [String?] = known.askedHost == nil ? [nil] : hosts
        return asked.compactMap { host in
            guard let bare = known.unpinned else { return nil }
            return ConfigurationPair(
                system: system,
                host: host,
                old: Party(old.first { $0.askedHost == host } ?? old.first ?? bare),
                new: Party(new.first { $0.askedHost == host } ?? new.first ?? bare)
            )
        }
    }

    private static func models(
        of path: String,
        asking hosts: [String]
    ) throws(Failure) -> [ConfiguredModel] {
        try ConfiguredModel.all(argument: path, asking: hosts)
    }
}

extension [ConfiguredModel] {
    fileprivate func of(_ system: String) -> [ConfiguredModel] {
        filter { $0.model.name == system }
    }
}
