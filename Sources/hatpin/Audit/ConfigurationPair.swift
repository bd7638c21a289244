import Basics
import ClientModels
import Runner

/// A host of a system, as the old and the new file configure it.
struct ConfigurationPair: Sendable {
    let system: String
    /// The host, or nil for a system without entries for hosts.
    let host: String?
    let old, new: Party

    /// Returns the pairs of two files, for the hosts of either file.
    ///
    /// If one file does not configure a system, its side of the pair is the system without pins.
    static func all(from old: String, to new: String) throws(Failure) -> [ConfigurationPair] {
        try all { hosts throws(Failure) in
            (
                try ConfiguredModel.all(argument: old, asking: hosts),
                try ConfiguredModel.all(argument: new, asking: hosts)
            )
        }
    }

    /// Returns the pairs of a file and a new text for the file; empty if the file configures no
    /// system.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - text: the new text.
    ///   - hosts: the hosts to compare; if empty, the hosts in the entries of either text.
    /// - Returns: a pair for each host of each system.
    /// - Throws: an `invalidScenario` failure for a file that cannot be read.
    static func all(
        from path: String,
        to text: [UInt8],
        asking hosts: [String]
    ) throws(Failure) -> [ConfigurationPair] {
        try all(asking: hosts) { hosts throws(Failure) in
            (
                try ConfiguredModel.all(argument: path, asking: hosts, mayBeNone: true),
                try ConfiguredModel.all(
                    argument: path,
                    asking: hosts,
                    holding: text,
                    mayBeNone: true
                )
            )
        }
    }

    private typealias Sides = (old: [ConfiguredModel], new: [ConfiguredModel])

    private static func all(
        asking stated: [String] = [],
        _ sides: ([String]) throws(Failure) -> Sides
    ) throws(Failure) -> [ConfigurationPair] {
        var hosts = stated
        if hosts.isEmpty {
            let own = try sides([])
            hosts = (own.old + own.new).compactMap(\.askedHost).unique
        }
        let sides = try sides(hosts)
        let systems = (sides.old + sides.new).map(\.model.name).unique
        return systems.flatMap { system in pairs(of: system, hosts, sides) }
    }

    private static func pairs(
        of system: String,
        _ hosts: [String],
        _ sides: Sides
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
}

extension [ConfiguredModel] {
    fileprivate func of(_ system: String) -> [ConfiguredModel] {
        filter { $0.model.name == system }
    }
}
