import Basics
import ClientModels
import PathValidation
import Process
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// What the servers observed while a program ran, and the decision that follows from it.
struct Witnessed {
    let observed: Observation
    var answer: Answer
}

/// One run of a program against a challenge.
struct Attempt {
    private let client: ClientDefinition
    private let challenge: Challenge
    private let home: String
    private let route: NameRoute
    private let site: ProgramSite
    private let workers: ClientWorkers?
    private let loadedFiles: LoadedFilesWatch?
    /// Whether the user starts the program.
    private let isByHand: Bool
    /// The values of placeholders, without those for the server's address.
    private let values: [ClientPlaceholder: String]

    /// Writes the files of the challenge that programs read.
    init(
        _ client: ClientDefinition,
        _ challenge: Challenge,
        _ home: String,
        _ route: NameRoute,
        _ site: ProgramSite,
        _ workers: ClientWorkers?,
        _ loadedFiles: LoadedFilesWatch?,
        isByHand: Bool = false
    ) throws(Failure) {
        (self.client, self.challenge, self.home) = (client, challenge, home)
        (self.route, self.site, self.workers) = (route, site, workers)
        (self.loadedFiles, self.isByHand) = (loadedFiles, isByHand)
        values = try CaseFiles(challenge, for: client, in: home).values
    }

    /// Runs the program against the challenge.
    ///
    /// - Throws: if the program is killed by a signal that Hatpin did not send, or never connects.
    func perform(
        on network: Network,
        noting observations: ObservationLog? = nil
    ) throws(HarnessError) -> Witnessed {
        let stop: StopRequest
        do {
            stop = try StopRequest()
        } catch {
            throw .client(error.description)
        }
        let hasLost = challenge.presentation.speaks?.fault != nil
        // A worker itself reports when it has decided.
        let ends = workers == nil ? client.ends : .byItself
        let patience = Patience(ends, hasLost: hasLost, stop)
        let poke = Mutex<Poke?>(nil)
        let opened: (result: Result<ProgramEnd, HarnessError>, observation: Observation)
        opened = try network.open(
            challenge.story(for: client),
            deadline: client.deadline + Self.preparation,
            receive: { observed in
                loadedFiles?.look(at: home)
                observations?.note(observed)
                patience.receive(observed)
                // A daemon that asks for the server's records may decide without a connection.
                if observed.connections > 0 || observed.questions > 0 {
                    poke.withLock { $0 }?.finish()
                }
            },
            passesThrough: route == .proxy
        ) { endpoint in
            Result { () throws(HarnessError) in
                try run(before: endpoint, stop) { started in poke.withLock { $0 = started } }
            }
        }
        if case .success(let end) = opened.result { network.log?.note(end) }
        let observed = opened.observation
        observations?.note(observed)
        if observed.hasAccepted {
            // The server's observation decides; later output of the program does not matter.
            var witnessed = Witnessed(observed, Decision(.accept(.observed)))
            if client.abilities.contains(.answers), case .success(let end) = opened.result {
                witnessed.answer.takesAnswer = end.cause == .exited(0)
            }
            return witnessed
        }
        let end = try opened.result.get()
        let rejection = try ExitWithoutRequest(of: client, end, observed, before: challenge)
            .rejection()
        return Witnessed(observed, Decision(.reject(rejection)))
    }

    /// The time limit of a definition's preparations, in addition to the program's own time limit.
    private static let preparation = Duration.seconds(20)

    private func run(
        before endpoint: Endpoint,
        _ stop: StopRequest,
        poking: (Poke) -> Void
    ) throws(HarnessError) -> ProgramEnd {
        var values = values.merging(placeholders(of: endpoint)) { $1 }
        if client.placeholders.contains(.ownPort) {
            do {
                values[.ownPort] = String(try Loopback.freePort())
            } catch {
                throw .wire(error)
            }
        }
        do throws(PlaceholderOrProgram) {
            for file in client.files { try write(file, values) }
            try resolve(by: endpoint.nameServer)
            if let workers { return try ask(workers, values, stop) }
            for command in client.prepare { try prepare(command, values) }
            let words = try words(values)
            let input = try client.input.map { input throws(PlaceholderOrProgram) in
                Array(try filled(input, values).utf8)
            }
            let invocation = try invocation(
                client.hasTerminal && !isByHand ? Self.inTerminal(words) : words,
                values,
                input,
                proxy: endpoint.passThrough
            )
            if isByHand {
                let poke = try client.poke.map { command throws(PlaceholderOrProgram) in
                    try filled(command, values)
                }
                return try wait(for: invocation, poke, at: endpoint, stop)
            }
            let poke = try client.poke.map { command throws(PlaceholderOrProgram) in
                try self.poke(command, values)
            }
            defer { poke?.end() }
            if let poke { poking(poke) }
            return try started(invocation, until: .now + client.deadline, stop)
        } catch {
            throw .client(error.description)
        }
    }

    /// Prints the command of a program, and waits while the user runs it.
    private func wait(
        for invocation: ProgramInvocation,
        _ poke: [String]?,
        at endpoint: Endpoint,
        _ stop: StopRequest
    ) throws(PlaceholderOrProgram) -> ProgramEnd {
        do {
            for mount in invocation.mounts { try RunNamespace.show(mount) }
        } catch {
            throw .program(error)
        }
        do {
            var command = invocation.commandLine
            if let input = invocation.input {
                try Files.write(input, to: "\(home)/input", mode: 0o600)
                command += " < " + ShellWords.joined(["\(home)/input"])
            }
            var text = "hatpin: the server listens on port \(endpoint.origin.port) of the run's "
            text += "network; run this in another terminal:\n\n  \(command)\n\n"
            if let poke {
                var poking = invocation
                poking.words = poke
                text += "and, when it listens, this:\n\n  \(poking.commandLine)\n\n"
            }
            text += "hatpin: waiting until the program has decided; to end, press Ctrl-C twice\n"
            try StandardStream.error.write(text)
        } catch {
            throw .file(error.message)
        }
        var sleeper = invocation
        (sleeper.words, sleeper.input, sleeper.mounts) = (["sleep", "infinity"], nil, [])
        return try started(sleeper, until: .now + client.deadline, stop)
    }

    /// Returns the words that run a program in a pseudoterminal, by util-linux's script.
    ///
    /// A new pseudoterminal has no size, and programs need one to draw.
    private static func inTerminal(_ words: [String]) -> [String] {
        let command = "stty rows 24 cols 80; exec \(ShellWords.joined(words))"
        return ["script", "-q", "-e", "-c", command, "/dev/null"]
    }

    private func poke(
        _ command: ClientCommand,
        _ values: [ClientPlaceholder: String]
    ) throws(PlaceholderOrProgram) -> Poke {
        var invocation = try invocation(try filled(command, values), values)
        // The daemon has the same home, and goes on when the command has ended.
        invocation.ownVariable = nil
        do {
            return try Poke(invocation)
        } catch {
            throw .program(error)
        }
    }

    private func write(
        _ file: ClientDefinition.HomeFile,
        _ values: [ClientPlaceholder: String]
    ) throws(PlaceholderOrProgram) {
        let text = try filled(file.content, values)
        let folders = [home] + file.path.split(separator: "/").dropLast().map(String.init)
        do {
            try Files.makeFolder(folders.joined(separator: "/"), mode: 0o700)
            try Files.write(Array(text.utf8), to: "\(home)/\(file.path)", mode: 0o600)
        } catch {
            throw .file(error.message)
        }
    }

    /// The file that names the exchange's name server to the program.
    private var resolverFile: String { "\(home)/resolv.conf" }

    /// Writes that file (resolv.conf(5)).
    ///
    /// With `trust-ad`, the C library keeps the bit AD of answers, in which a name server reports
    /// that it has validated them.
    private func resolve(by server: NetworkAddress?) throws(PlaceholderOrProgram) {
        guard let server else { return }
        let text = "nameserver \(server.host)\noptions trust-ad edns0 timeout:2 attempts:1\n"
        do {
            try Files.write(Array(text.utf8), to: resolverFile, mode: 0o644)
        } catch {
            throw .file(error.message)
        }
    }

    private func ask(
        _ workers: ClientWorkers,
        _ values: [ClientPlaceholder: String],
        _ stop: StopRequest
    ) throws(PlaceholderOrProgram) -> ProgramEnd {
        do {
            return try workers.end(for: values, until: .now + client.deadline, stop: stop)
        } catch {
            throw .program(error)
        }
    }

    private func prepare(
        _ command: ClientCommand,
        _ values: [ClientPlaceholder: String]
    ) throws(PlaceholderOrProgram) {
        let words = try filled(command, values)
        let end = try started(try invocation(words, values), until: .now + Self.preparation)
        guard end.cause == .exited(0) else {
            throw .preparation(command.written, end.lastWords)
        }
    }

    private func words(
        _ values: [ClientPlaceholder: String]
    ) throws(PlaceholderOrProgram) -> [String] {
        do {
            let options = try client.optionWords(for: challenge.setup.askedOptions, filling: values)
            var command = client.command
            if case .ip = challenge.setup.firstIdentity, let other = client.addressCommand {
                command = other
            }
            return try command.words(filling: values, options: options)
        } catch {
            throw .placeholder(error.placeholder)
        }
    }

    private func invocation(
        _ words: [String],
        _ values: [ClientPlaceholder: String],
        _ input: [UInt8]? = nil,
        proxy: LoopbackAddress? = nil
    ) throws(PlaceholderOrProgram) -> ProgramInvocation {
        var environment = site.environment(home: home, by: route, proxy: proxy)
        if client.hasTerminal { environment["TERM"] = "xterm" }
        for variable in client.environment {
            environment[variable.name] = try filled(variable.value, values)
        }
        return ProgramInvocation(
            words,
            environment: environment,
            ownVariable: ProgramSite.ownVariable,
            // A bare command after `--` runs in the directory where the user typed it, since its
            // words may be relative paths.
            workingDirectory: client.file == nil ? Environment.workingDirectory : home,
            input: input,
            mounts: (client.anchor == .bundle ? site.bundleMounts(values[.anchors] ?? "") : [])
                + (challenge.setup.dns == nil ? [] : site.resolverMounts(resolverFile))
        )
    }

    private func started(
        _ invocation: ProgramInvocation,
        until deadline: ContinuousClock.Instant,
        _ stop: StopRequest? = nil
    ) throws(PlaceholderOrProgram) -> ProgramEnd {
        do {
            return try invocation.run(until: deadline, stop: stop)
        } catch {
            throw .program(error)
        }
    }

    private func placeholders(of endpoint: Endpoint) -> [ClientPlaceholder: String] {
        let identity = challenge.setup.firstIdentity
        let host = challenge.setup.typedHost ?? identity.host
        let authority = challenge.setup.typedHost ?? identity.authority
        let port = String(endpoint.origin.port)
        var values: [ClientPlaceholder: String] = [
            .url: client.url(
                of: challenge.setup,
                to: "\(authority):\(port)",
                token: String(endpoint.path.dropFirst())
            ),
            .host: host,
            .domain: challenge.setup.mailDomain,
            .port: port,
            .path: endpoint.path,
            .token: String(endpoint.path.dropFirst()),
            .address: challenge.setup.address == .ipv4 ? "127.0.0.1" : "::1",
        ]
        values[.starttls] = challenge.setup.startTLS?.name
        return values
    }
}

extension ProgramInvocation {
    /// The shell command that runs the program, from outside of the run's namespace.
    fileprivate var commandLine: String {
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return Shown.escapedLines(
            ShellWords.joined(
                RunNamespace.entry + ["env", "-i", "-C", workingDirectory] + variables + words
            )
        )
    }
}

extension Witnessed {
    fileprivate init(_ observed: Observation, _ decision: Decision) {
        self.observed = observed
        answer = Answer(decision: decision, observed: observed)
    }
}

/// The reason why a program could not be run against a challenge.
private enum PlaceholderOrProgram: Error, CustomStringConvertible {
    case placeholder(ClientPlaceholder)
    case program(ProgramError)
    /// A file that could not be written, and why.
    case file(String)
    /// A preparation that failed, and the last line of its output.
    case preparation(String, String)

    var description: String {
        switch self {
        case .placeholder(let placeholder): "the case has no value for {\(placeholder.rawValue)}"
        case .program(let error): error.description + (error.help.map { "; \($0)" } ?? "")
        case .file(let message): message
        case .preparation(let command, let words): "the preparation '\(command)' failed: \(words)"
        }
    }
}

private func filled(
    _ template: Template,
    _ values: [ClientPlaceholder: String]
) throws(PlaceholderOrProgram) -> String {
    do {
        return try template.text(filling: values)
    } catch {
        throw .placeholder(error.placeholder)
    }
}

private func filled(
    _ command: ClientCommand,
    _ values: [ClientPlaceholder: String]
) throws(PlaceholderOrProgram) -> [String] {
    do {
        return try command.words(filling: values)
    } catch {
        throw .placeholder(error.placeholder)
    }
}

extension Challenge {
    /// Returns the setups that the program meets, step by step.
    fileprivate func story(for client: ClientDefinition) throws(HarnessError) -> Presentation {
        var presentation = try transparentPresentation(for: client)
        presentation.names = try servedNames()
        for step in earlier {
            presentation.earlier.append(try step.transparentPresentation(for: client))
        }
        return presentation
    }

    /// Returns the server that the program meets: the proxy's server if there is a proxy.
    ///
    /// An intercepting proxy is transparent, so the program needs no option for it.
    fileprivate func transparentPresentation(
        for client: ClientDefinition
    ) throws(HarnessError) -> Presentation {
        var presentation = presentation
        if presentation.speaks == nil { presentation.speaks = client.speaks }
        // In a fault before TLS, only the secret shows that the client continued.
        if presentation.speaks?.fault == nil { presentation.witness = client.witness }
        guard presentation.proxy != nil else { return presentation }
        do {
            presentation.credential = try received()
        } catch {
            throw .wire(error)
        }
        presentation.offer = presentation.proxyOffer
        presentation.clientAuthentication = nil
        presentation.proxy = nil
        return presentation
    }
}
