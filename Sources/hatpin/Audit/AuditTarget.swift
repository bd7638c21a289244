import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import X509

// hatpin/Audit runs audits: it finds the configurations of a command line and their hosts, tests
// them, shows the progress, and chooses the exit code. Runner defines weaknesses, and Reports
// writes them.

/// A configuration, and the hosts that it treats equally.
package struct AuditSubject: Sendable {
    package let party: Party
    package let hosts: [String]

    /// Creates a subject without hosts.
    package init(_ party: Party) {
        self.init(party, hosts: [])
    }

    init(_ party: Party, hosts: [String]) {
        (self.party, self.hosts) = (party, hosts)
    }
}

/// A program, and the library that it is compared with.
package struct AuditedProgram: Sendable {
    let party: Party
    let library: ProgramLibrary?

    /// - Parameters:
    ///   - party: the program.
    ///   - library: the program's TLS library at default settings, or nil if it is unknown.
    package init(_ party: Party, _ library: ProgramLibrary?) {
        (self.party, self.library) = (party, library)
    }
}

/// An argument of an audit, and the configurations that it names.
package struct AuditTarget: Sendable {
    /// The argument as written.
    package let argument: String
    /// Whether the argument is the path of a file.
    package let isFile: Bool
    package let subjects: [AuditSubject]
    /// The hosts that the configurations do not pin, although they pin other hosts of the same
    /// registrable domain.
    package let unpinned: [UnpinnedHosts]

    /// Finds the configurations that an argument names: a party as `--party` takes it, or a file.
    ///
    /// A file makes one configuration for each system and each set of equally treated hosts.
    ///
    /// - Parameters:
    ///   - argument: the argument on the command line.
    ///   - hosts: the hosts to test; if empty, the hosts of the file's entries.
    ///   - isReviewed: whether the file was reviewed, so that it need not configure a system.
    /// - Throws: a `usage` failure for an unknown party; an `invalidScenario` failure for a file
    ///   that is not a configuration.
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
        isFile = Files.exists(argument)
        subjects = Self.subjects(of: models)
        unpinned = isFile ? UnpinnedHosts.all(beside: models) : []
    }

    /// Returns a subject for each set of configurations that treat their hosts equally, in the
    /// order of the first configuration of each set.
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
    /// The host of the configuration, or nil for a system without entries for hosts.
    var askedHost: String? {
        model.asksHosts ? settings[EntrySetting.host] : nil
    }

    /// Returns the configurations that an argument names, one for each host.
    ///
    /// - Parameters:
    ///   - text: a party, or the path of a file.
    ///   - hosts: the hosts to test; if empty, the hosts of the file's entries.
    ///   - bytes: the content that replaces the file's content, or nil to read the file.
    ///   - mayBeNone: whether a file that configures no system is allowed.
    /// - Returns: the configurations, in the order of the catalogue.
    /// - Throws: a `usage` failure for an unknown party; an `invalidScenario` failure for a file
    ///   that is not a configuration.
    static func all(
        argument text: String,
        asking hosts: [String],
        holding bytes: [UInt8]? = nil,
        mayBeNone: Bool = false
    ) throws(Failure) -> [ConfiguredModel] {
        guard Files.exists(text) else {
            // No name of a party contains a dot, but paths of configurations contain dots.
            let name = text.prefix { $0 != ":" }
            if name.contains(".") || name.contains("/") {
                throw Failure(
                    .invalidScenario,
                    "\(Shown.escaped(text)) is neither a file nor a party",
                    help: "paths are relative to the working directory"
                )
            }
            let place = "there is no file \(Shown.escaped(text))"
            let party = try ConfiguredModel(PartyReference(argument: text, at: place))
            let asking = party.model.asksHosts ? hosts.compactMap(party.asking) : []
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
            // The file was reviewed and need not be a configuration: PHP source begins like XML,
            // for example.
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
                "\(Shown.escaped(path)) is not a configuration of any modelled system",
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
