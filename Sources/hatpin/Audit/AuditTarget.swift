import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import X509

// hatpin/Audit performs audits: it finds the configurations that a command line names and the hosts that
// they are asked about, puts them before setups, watches that on standard error, and decides how the
// command ends. What a weakness is, Runner says; how it reads, Reports.

/// A configuration, and the hosts that it governs alike.
package struct AuditSubject: Sendable {
    package let party: Party
    package let hosts: [String]

    /// A party that is asked about no host.
    package init(_ party: Party) {
        self.init(party, hosts: [])
    }

    init(_ party: Party, hosts: [String]) {
        (self.party, self.hosts) = (party, hosts)
    }
}

/// A program, and the library that it is told from.
package struct AuditedProgram: Sendable {
    let party: Party
    let library: ProgramLibrary?

    /// - Parameters:
    ///   - party: the program.
    ///   - library: its library with its defaults; nil where none is known.
    package init(_ party: Party, _ library: ProgramLibrary?) {
        (self.party, self.library) = (party, library)
    }
}

/// An argument of an audit, and the configurations that it names.
package struct AuditTarget: Sendable {
    /// As it was written.
    package let argument: String
    /// Whether it is the path of a file.
    package let isFile: Bool
    package let subjects: [AuditSubject]
    /// Hosts beside those of its entries that have no pin.
    package let unpinned: [UnpinnedHosts]

    /// The configurations that an argument names: a party as `--party` takes it, or the file of a
    /// configuration, one for each system that it configures and each way in which it governs hosts.
    ///
    /// - Parameters:
    ///   - argument: as the command line has it.
    ///   - hosts: those that are asked about; those of a file's entries where there is none.
    ///   - isReviewed: whether a file may configure no system, since its mistakes are known.
    /// - Throws: usage for a party that there is none of, invalid scenario for a file that is none.
    package init(
        _ argument: String,
        asking hosts: [String],
        isReviewed: Bool = false
    ) throws(Failure) {
        let models = try ConfiguredModel.all(
            argument: argument,
            asking: hosts,
            mayBeNone: isReviewed
        )
        self.argument = argument
        isFile = Environment.exists(argument)
        subjects = Self.subjects(of: models)
        unpinned = isFile ? UnpinnedHosts.all(beside: models) : []
    }

    /// Those that govern their hosts alike as one, in the order of the first.
    private static func subjects(of models: [ConfiguredModel]) -> [AuditSubject] {
        var keys: [AnyHashable] = []
        var alike: [AnyHashable: [ConfiguredModel]] = [:]
        for model in models {
            let key = model.decisionKey
            if alike[key] == nil { keys.append(key) }
            alike[key, default: []].append(model)
        }
        return keys.compactMap { alike[$0] }.compactMap { models in
            models.first.map { first in
                AuditSubject(Party(first), hosts: models.compactMap(\.askedHost))
            }
        }
    }
}

extension ConfiguredModel {
    /// The host that is asked about; nil for none.
    var askedHost: String? {
        settings[PolicyModel.hostSetting].isEmpty || !asksHosts
            ? nil : settings[PolicyModel.hostSetting]
    }

    /// Whether its configurations have entries for hosts; other settings of that name mean another.
    private var asksHosts: Bool { model.settings.contains(.askedHost) }

    /// The configurations that an argument names, one for each host.
    ///
    /// - Parameters:
    ///   - text: a party, or the path of a file.
    ///   - hosts: those that are asked about; those of a file's entries where there is none.
    ///   - bytes: in place of what the file holds; nil for that.
    ///   - mayBeNone: whether a file may configure no system.
    /// - Returns: them, in the order of the catalogue.
    /// - Throws: usage for a party that there is none of, invalid scenario for a file that is none.
    static func all(
        argument text: String,
        asking hosts: [String],
        holding bytes: [UInt8]? = nil,
        mayBeNone: Bool = false
    ) throws(Failure) -> [ConfiguredModel] {
        guard Environment.exists(text) else {
            // No party has a dot in its name, and paths of configurations have one in theirs.
            let name = text.prefix { $0 != ":" }
            if name.contains(".") || name.contains("/") {
                throw Failure(
                    .invalidScenario,
                    "there is no file named \(Shown.escaped(text)), and no party",
                    help: "its path is relative to the working directory"
                )
            }
            let party = try ConfiguredModel(PartyReference(argument: text))
            let asking = party.asksHosts ? hosts.compactMap(party.asking) : []
            return asking.isEmpty ? [party] : asking
        }
        return try configured(by: text, asking: hosts, holding: bytes, mayBeNone: mayBeNone)
    }

    private static func configured(
        by path: String,
        asking hosts: [String],
        holding bytes: [UInt8]?,
        mayBeNone: Bool
    ) throws(Failure) -> [ConfiguredModel] {
        let parties: [PartyReference]
        do {
            parties = try PartyReference.configured(by: path, asking: hosts, holding: bytes)
        } catch {
            // Its mistakes are known: PHP begins as XML does, and is none.
            guard !mayBeNone else { return [] }
            throw Failure(
                .invalidScenario,
                Shown.escaped(error.problem),
                help: error.help.map(Shown.escaped)
            )
        }
        guard !parties.isEmpty || mayBeNone else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(path)) is no configuration of a system that there is a model of",
                help: "name the model, such as afnetworking:mode=certificate; hatpin list parties "
                    + "shows which take a FILE"
            )
        }
        return try parties.map(ConfiguredModel.init)
    }

    private init(_ party: PartyReference) throws(Failure) {
        do {
            self = try PolicyModel.resolve(
                party.name,
                settings: party.settings,
                documents: party.documents,
                standsIn: true
            )
        } catch {
            throw Failure(.usage, Shown.escaped(error.description))
        }
    }
}
