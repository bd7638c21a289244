// Clients is how a program becomes a relying party: the definitions of programs, their format and
// where they are found. It starts no program and judges nothing.

/// A program as a relying party: how it is started, given its trust anchors and understood.
package struct ClientDefinition: Hashable, Sendable {
    /// A variable of the environment.
    package struct Variable: Hashable, Sendable {
        package var name: String
        package var value: Template
    }

    /// The file's name without its ending; of a bare command the program's.
    package var name = ""
    package var about = ""
    /// The TLS library that decides, such as `gnutls`; nil if it is not stated.
    package var library: String?
    /// The client that is the same library with its defaults; nil if none is stated.
    package var like: String?
    /// The client that is its TLS library with its defaults, by the library's file; nil where there is
    /// none, and for that client itself.
    package internal(set) var plain: String?
    /// The TLS library's name as reports show it; nil where none is stated.
    package internal(set) var libraryTitle: String?
    /// The program and its arguments.
    package var command = ClientCommand.unstated
    /// The command for a host that is an IP address; nil for the same.
    package var addressCommand: ClientCommand?
    /// Variables beside those that every client gets, in the order of the file.
    package var environment: [Variable] = []
    /// Standard input, which is held open until the answer came; nil for none.
    package var input: Template?
    var statedNames: [NameRoute] = []
    package var anchor = AnchorRoute.file
    /// Commands before the program, in the same home and environment; their time does not count.
    package var prepare: [ClientCommand] = []
    package var ends = EndRule.byItself
    /// Words that stand at `{options}` where a case asks for them.
    package var options: [ClientOption: [Template]] = [:]
    package var pin = PinNotation()
    /// Abilities that are stated, beside those that follow from the command and `options`.
    var statedAbilities: [ClientAbility] = []
    /// Its own reasons, in the order in which they are tried.
    var reasons: [ReasonPattern] = []
    /// Reasons that are tried last.
    var otherwise: [ReasonPattern] = []
    var messages = MessageOrigin.library
    /// Those of its TLS library; none before a library of clients has found them.
    var libraryReasons: [ReasonPattern] = []
    /// How an end looks at which the program itself has given up waiting; those of most programs
    /// where none is stated.
    var statedTimeouts: [EndPattern] = []
    /// How often the program is run for each case; any accept counts.
    package var runs = 1
    /// The time that it has for one case.
    package var deadline = Duration.seconds(5)
    package var version: VersionProbe?
    package var install = InstallNote()
    /// A program that answers many cases, a line of JSON each; nil for none.
    package var worker: ClientCommand?
    package var known: [KnownRuleDifference] = []
    /// The file as it was named or found; nil for a bare command.
    package var file: String?
    /// Whether its program may be started: not where it lies in a folder that the user neither named
    /// nor trusts.
    package internal(set) var isTrusted = true
    /// The file's folder from the file system's root, for `{definition}`; nil for a bare command.
    package var folder: String?
    /// The folder of its built programs from the file system's root, for `{built}`; nil for a bare
    /// command.
    package var built: String?

    init() {}

    /// A bare command, with everything else by default.
    ///
    /// - Parameters:
    ///   - words: the program and its arguments, with placeholders.
    ///   - abilities: what it can be asked, beside what its placeholders imply.
    /// - Throws: a fault for a command that cannot be filled, or that does not say where to connect.
    package init(
        command words: [String],
        abilities: [ClientAbility] = []
    ) throws(Fault) {
        let command = try ClientCommand(words: words, in: .command)
        let program = words.first ?? ""
        name = program.split(separator: "/").last.map(String.init) ?? program
        self.command = command
        statedAbilities = abilities
        // A program that is not told of a file has the system's anchors.
        if command.placeholders.isDisjoint(with: [.anchors, .anchorDER]) { anchor = .bundle }
        if let fault = faults.first { throw fault }
    }
}

extension ClientDefinition {
    /// The ways by which names can reach the loopback interface, the best first.
    package var names: [NameRoute] {
        guard statedNames.isEmpty else { return statedNames }
        return (isDialling ? [.command] : []) + [.hosts, .wrapper]
    }

    private var isDialling: Bool { command.placeholders.contains(.address) }

    /// All that the client can be asked: stated, and implied by its command and options.
    package var abilities: Set<ClientAbility> {
        var abilities = Set(statedAbilities).union(options.keys.compactMap(\.ability))
        let words = command.words + options.values.flatMap(\.self)
        for placeholder in words.placeholders {
            if let ability = placeholder.ability { abilities.insert(ability) }
        }
        if addressCommand != nil { abilities.insert(.addresses) }
        // `{pins}` are hashes of whatever a single pin contains.
        if pin.takesCertificates, words.placeholders.contains(.pins) {
            abilities.insert(.certificatePins)
            if !words.placeholders.contains(.pin) { abilities.remove(.keyPins) }
        }
        return abilities
    }

    /// Every reason that it can state, in the order in which they are tried: its own, those of its TLS
    /// library, and those for words that say little.
    package var allReasons: [ReasonPattern] {
        reasons + (messages == .library ? libraryReasons : []) + otherwise
    }

    /// Whether a program that ended so has given up waiting, which is no refusal.
    package func hasTimedOut(exit code: Int, output: String) -> Bool {
        (statedTimeouts.isEmpty ? EndPattern.usualTimeouts : statedTimeouts)
            .contains { $0.fits(exit: code, output: output) }
    }

    /// The values of the placeholders that every case of this client has.
    package var folders: [ClientPlaceholder: String] {
        var values: [ClientPlaceholder: String] = [:]
        (values[.definition], values[.built]) = (folder, built)
        return values
    }

    /// The words for `{options}`.
    ///
    /// - Parameters:
    ///   - asked: features that the case asks for; those without words of their own add none.
    ///   - values: those of all placeholders.
    /// - Returns: the words of all features in the order of the catalogue.
    /// - Throws: the first placeholder that has no value.
    package func optionWords(
        for asked: Set<ClientOption>,
        filling values: [ClientPlaceholder: String]
    ) throws(UnfilledPlaceholder) -> [String] {
        var words: [String] = []
        // In the order of the catalogue, so that a case gives the same command each time.
        for option in ClientOption.allCases where asked.contains(option) {
            for word in options[option] ?? [] { words.append(try word.text(filling: values)) }
        }
        return words
    }

    /// The faults that keep the definition from being of use, all together.
    var faults: [Fault] {
        var faults: [Fault] = []
        if placeholders.isDisjoint(with: [.url, .port]) { faults.append(.missingTarget) }
        if !options.isEmpty, !command.placeholders.contains(.options) {
            faults.append(.missingOptions)
        }
        if statedNames.contains(.command), !isDialling { faults.append(.missingAddress) }
        if anchor == .file, worker == nil, placeholders.isDisjoint(with: [.anchors, .anchorDER]) {
            faults.append(.missingAnchor)
        }
        return faults
    }

    /// The placeholders of all that is filled for one case.
    private var placeholders: Set<ClientPlaceholder> {
        let commands = [command] + prepare + (addressCommand.map { [$0] } ?? [])
        return
            (commands.flatMap(\.words) + environment.map(\.value)
            + options.values.flatMap(\.self) + (input.map { [$0] } ?? [])).placeholders
    }
}

extension [Template] {
    /// The placeholders of all of them.
    package var placeholders: Set<ClientPlaceholder> {
        reduce(into: []) { $0.formUnion($1.placeholders) }
    }
}

extension ClientOption {
    /// The ability of a client that has words for it; nil where
    /// its placeholders or `can` say which.
    fileprivate var ability: ClientAbility? {
        switch self {
        case .pins, .starttls, .documents: nil
        case .redirects: .redirects
        case .http2: .http2
        case .dataChannel: .dataChannel
        case .clientCertificate: .clientCertificates
        case .crls: .crls
        }
    }
}
