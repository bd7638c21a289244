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
    private let driver: (any ClientDriver)?
    private let loadedFiles: LoadedFilesWatch?
    /// Whether the user starts the program.
    private let isByHand: Bool
    /// The values of placeholders, without the placeholders for the server's address.
    private let values: [ClientPlaceholder: String]

    /// Writes the files of the challenge that programs read.
    init(
        _ client: ClientDefinition,
        _ challenge: Challenge,
        _ home: String,
        _ route: NameRoute,
        _ site: ProgramSite,
        _ driver: (any ClientDriver)?,
        _ loadedFiles: LoadedFilesWatch?,
        isByHand: Bool = false
    ) throws(Failure) {
        (self.client, self.challenge, self.home) = (client, challenge, home)
        (self.route, self.site, self.driver) = (route, site, driver)
        (self.loadedFiles, self.isByHand) = (loadedFiles, isByHand)
        values = try CaseFiles(challenge, for: client, in: home).values
    }

    /// Runs the program against the challenge.
    ///
    /// - Throws: if there is no verdict, such as if the program crashes, hangs or never connects.
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
        // A driver itself reports when it has decided.
        let ends = driver == nil ? client.ends : .byItself
        let patience = Patience(ends, hasLost: hasLost, stop)
        let poke = Mutex<Poke?>(nil)
        let opened: (result: Result<ProgramEnd, HarnessError>, observation: Observation)
        opened = try network.open(
            challenge.story(for: client),
            // The servers must outlast the program, even if it starts late.
            deadline: client.deadline + FilledProgram.preparation * max(1, client.prepare.count),
            receive: { observed in
                loadedFiles?.look(at: home)
                observations?.note(observed)
                patience.receive(observed)
                // A daemon that asks for the server's DNS records may decide without a connection.
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
            let grounds: Grounds = observed.hasRequestedInPlaintext ? .plaintext : .observed
            var witnessed = Witnessed(observed, Decision(.accept(grounds)))
            if client.abilities.contains(.answers), case .success(let end) = opened.result {
                // A driver that does not answer does not say whether its client took the answer.
                guard driver == nil || end.cause != .timedOut else {
                    throw .timeout(client.deadline / .seconds(1))
                }
                witnessed.answer.takesAnswer = end.cause == .exited(0)
            }
            return witnessed
        }
        let end = try opened.result.get()
        let rejection = try ExitWithoutRequest(of: client, end, observed, before: challenge)
            .rejection()
        return Witnessed(observed, Decision(.reject(rejection)))
    }

    private func run(
        before endpoint: Endpoint,
        _ stop: StopRequest,
        poking: (Poke) -> Void
    ) throws(HarnessError) -> ProgramEnd {
        var program = FilledProgram(
            definition: client,
            home: home,
            route: route,
            site: site,
            values: values.merging(placeholders(of: endpoint)) { $1 }
        )
        try program.chooseOwnPort()
        if challenge.setup.dns != nil { program.mounts = site.resolverMounts(resolverFile) }
        do throws(ProgramFault) {
            program.options = try options(program.values)
            try program.writeFiles()
            try resolve(by: endpoint.nameServer)
            if let driver { return try ask(driver, program.values, stop) }
            try program.prepare()
            let words = try program.words(of: command)
            let input = try client.input.map { input throws(ProgramFault) in
                Array(try program.text(input).utf8)
            }
            let invocation = try program.invocation(
                client.hasTerminal && !isByHand ? Self.inTerminal(words) : words,
                input,
                proxy: endpoint.passThrough
            )
            if isByHand {
                let poke = try client.poke.map { command throws(ProgramFault) in
                    try program.words(of: command)
                }
                return try wait(for: invocation, poke, of: program, at: endpoint, stop)
            }
            let poke = try client.poke.map { command throws(ProgramFault) in
                try self.poke(command, program)
            }
            defer { poke?.end() }
            if let poke { poking(poke) }
            let end = try program.run(invocation, until: .now + client.deadline, stop)
            if end.cause == .timedOut, let command = client.poke, let problem = poke?.problem {
                throw .command("poke", command.written, problem)
            }
            return end
        } catch {
            throw .client(error.description)
        }
    }

    /// Prints the command of a program, and waits while the user runs it.
    private func wait(
        for invocation: ProgramInvocation,
        _ poke: [String]?,
        of program: FilledProgram,
        at endpoint: Endpoint,
        _ stop: StopRequest
    ) throws(ProgramFault) -> ProgramEnd {
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
        return try program.run(sleeper, until: .now + client.deadline, stop)
    }

    /// Returns the words that run a program in a pseudoterminal, by util-linux's script.
    ///
    /// A new pseudoterminal has no size, and programs need a size to draw.
    private static func inTerminal(_ words: [String]) -> [String] {
        let command = "stty rows 24 cols 80; exec \(ShellWords.joined(words))"
        return ["script", "-q", "-e", "-c", command, "/dev/null"]
    }

    private func poke(
        _ command: ClientCommand,
        _ program: FilledProgram
    ) throws(ProgramFault) -> Poke {
        var invocation = try program.invocation(try program.words(of: command))
        // Without the variable, ending the command does not end the daemon, which has the same
        // home.
        invocation.ownVariable = nil
        do {
            return try Poke(invocation)
        } catch {
            throw .program(error)
        }
    }

    /// The file that names the exchange's name server to the program.
    private var resolverFile: String { "\(home)/resolv.conf" }

    /// Writes the file `resolverFile` (resolv.conf(5)).
    ///
    /// With `trust-ad`, the C library keeps the bit AD of answers, in which a name server reports
    /// that it has validated them.
    private func resolve(by server: NetworkAddress?) throws(ProgramFault) {
        guard let server else { return }
        let text = "nameserver \(server.host)\noptions trust-ad edns0 timeout:2 attempts:1\n"
        do {
            try Files.write(Array(text.utf8), to: resolverFile, mode: 0o644)
        } catch {
            throw .file(error.message)
        }
    }

    private func ask(
        _ driver: any ClientDriver,
        _ values: [ClientPlaceholder: String],
        _ stop: StopRequest
    ) throws(ProgramFault) -> ProgramEnd {
        do {
            return try driver.end(for: values, until: .now + client.deadline, stop: stop)
        } catch {
            throw .program(error)
        }
    }

    /// The command for the case's host.
    private var command: ClientCommand {
        guard case .ip = challenge.setup.firstIdentity else { return client.command }
        return client.addressCommand ?? client.command
    }

    private func options(
        _ values: [ClientPlaceholder: String]
    ) throws(ProgramFault) -> [String] {
        do {
            return try client.optionWords(for: challenge.setup.askedOptions, filling: values)
        } catch {
            throw .placeholder(error.placeholder)
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
            .address: IPAddress.text(challenge.setup.firstAddress.bytes),
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

extension Challenge {
    /// Returns what the servers present to the program, step by step.
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
        // If the server's fault is before TLS, only the secret shows that the client continued.
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
