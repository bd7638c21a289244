import Basics
import ClientModels
import Crypto
import Dispatch
import Process
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The running servers of one definition, each with the trust anchors, CRLs and user of a case.
///
/// Cases with the same trust anchors, CRLs and user share a server, one after the other, so that a
/// line of its log belongs to one case if it comes within 50 ms of the server's answer. Other cases
/// share it, too, if it can be reloaded. Cases that run at the same time have different servers.
final class ServerPool: Sendable {
    /// Returns the host name in requests to a host, or to the protected host if `host` is nil;
    /// returns nil for requests without a host name.
    ///
    /// The server's own certificate is for the protected host.
    static func name(of host: VirtualHost?) -> String? {
        switch host ?? .protected {
        case .protected: "www.example.test"
        case .open: "open.example.test"
        case .none: nil
        }
    }

    /// The data of a case that a server reads.
    struct Material: Hashable, Sendable {
        var anchors: [[UInt8]]
        var crls: [[UInt8]]
        /// The user that the server's files name; nil if they name no user.
        var user: String?
        /// What the definition has options for.
        var options: Set<ClientOption>
        /// The chain of a case that needs its own server; nil for a case that can share a server.
        var only: [[UInt8]]?
    }

    /// A server that no case uses; the least recently used server comes first.
    private struct Idle {
        let material: Material
        let server: RunningServer
    }

    private let definition: ClientDefinition
    private let site: ProgramSite
    private let own: Credential
    private let idle = Mutex<[Idle]>([])
    /// Limits the cases that run at the same time; nil for no limit.
    ///
    /// A reload is usually much faster than a start, so more servers than processors would cost more
    /// time than they save.
    private let seats: DispatchSemaphore?

    /// The largest number of servers that are kept while no case uses them: a PostgreSQL needs
    /// 40 MB.
    private static let most = 6

    /// - Parameters:
    ///   - definition: the server's definition.
    ///   - site: the folders and network of this run's programs.
    ///   - own: the server's own certificate and key.
    init(_ definition: ClientDefinition, on site: ProgramSite, showing own: Credential) {
        (self.definition, self.site, self.own) = (definition, site, own)
        let isReloaded = definition.server?.reload != nil
        seats = isReloaded ? DispatchSemaphore(value: WorkerPool.cores) : nil
    }

    deinit { end() }

    /// Ends all servers that no case uses.
    func end() {
        for idle in idle.withLock({ idle in
            defer { idle = [] }
            return idle
        }) { idle.server.end() }
    }

    /// Runs an operation with a server for a challenge; no other case uses the server until the
    /// operation ends.
    ///
    /// - Throws: if the server does not start, or if the operation throws.
    func withServer<Value>(
        for challenge: Challenge,
        _ body: (RunningServer) throws(HarnessError) -> Value
    ) throws(HarnessError) -> Value {
        seats?.wait()
        defer { seats?.signal() }
        let material = material(of: challenge)
        let server = try server(with: material, for: challenge)
        do throws(HarnessError) {
            let value = try body(server)
            giveBack(server, material)
            return value
        } catch {
            // A server that has not answered in time may still be busy with this client.
            server.end()
            throw error
        }
    }

    private func server(
        with material: Material,
        for challenge: Challenge
    ) throws(HarnessError) -> RunningServer {
        if let idle = take(where: { $0 == material }) { return idle }
        guard let command = definition.server?.reload, material.only == nil,
            let idle = take(where: { $0.options == material.options })
        else { return try RunningServer(definition, challenge, showing: own, on: site) }
        do throws(HarnessError) {
            try idle.reload(by: command, for: challenge, showing: own)
        } catch {
            // Its files may be those of two cases.
            idle.end()
            throw error
        }
        return idle
    }

    private func material(of challenge: Challenge) -> Material {
        Material(
            anchors: challenge.store.system + challenge.store.user,
            crls: challenge.crls,
            user: definition.placeholders.contains(.user) ? challenge.setup.claimedUser : nil,
            options: challenge.setup.askedOptions,
            // A server may remember earlier steps, which must not come from other cases.
            only: challenge.earlier.isEmpty ? nil : challenge.presentation.credential.chain
        )
    }

    private func take(where fits: (Material) -> Bool) -> RunningServer? {
        idle.withLock { idle in
            guard let place = idle.lastIndex(where: { fits($0.material) }) else { return nil }
            return idle.remove(at: place).server
        }
    }

    private func giveBack(_ server: RunningServer, _ material: Material) {
        // A server that has exited, or that remembers clients, is not used again.
        guard !server.hasEnded, material.only == nil, definition.server?.isFresh != true else {
            return server.end()
        }
        let old: Idle? = idle.withLock { idle in
            idle.append(Idle(material: material, server: server))
            return idle.count > Self.most ? idle.removeFirst() : nil
        }
        old?.server.end()
    }
}

/// A server that runs.
final class RunningServer: Sendable {
    /// The port of 127.0.0.1 on which the server listens.
    let port: UInt16
    private let filled: FilledProgram
    private let program: ServerProgram
    private let tokens = Atomic(0)

    /// The number of attempts to start a server, since another program may take its port.
    private static let attempts = 3
    /// The time between two checks whether the server is ready.
    private static let interval = Duration.milliseconds(10)

    /// Writes the files of a challenge, and starts a server with them.
    ///
    /// - Throws: if the server does not become ready.
    init(
        _ definition: ClientDefinition,
        _ challenge: Challenge,
        showing own: Credential,
        on site: ProgramSite
    ) throws(HarnessError) {
        var attempt = 1
        while true {
            let home = try harness { () throws(Failure) in try site.home() }
            do throws(HarnessError) {
                let port = try ProgramPort.next()
                var filled = FilledProgram(
                    definition: definition,
                    home: home,
                    route: .command,
                    site: site,
                    values: [.port: String(port)]
                )
                program = try Self.start(&filled, challenge, own, at: port)
                (self.port, self.filled) = (port, filled)
                return
            } catch {
                site.remove(home)
                // A server that ended at once may have found its port taken.
                guard case .undialled = error, attempt < Self.attempts else { throw error }
                attempt += 1
            }
        }
    }

    private static func start(
        _ filled: inout FilledProgram,
        _ challenge: Challenge,
        _ own: Credential,
        at port: UInt16
    ) throws(HarnessError) -> ServerProgram {
        try filled.chooseOwnPort()
        try write(challenge, own, to: &filled)
        let program: ServerProgram
        do throws(ProgramFault) {
            try filled.prepare()
            let invocation = try filled.invocation(try filled.words(of: filled.definition.command))
            do { program = try ServerProgram(invocation) } catch { throw .program(error) }
        } catch {
            throw .client(error.description)
        }
        do throws(HarnessError) {
            try wait(for: program, of: filled.definition, at: port)
        } catch {
            program.end()
            throw error
        }
        return program
    }

    /// Writes the files of a challenge.
    private static func write(
        _ challenge: Challenge,
        _ own: Credential,
        to filled: inout FilledProgram
    ) throws(HarnessError) {
        let (definition, home) = (filled.definition, filled.home)
        let files = try harness { () throws(Failure) in
            try CaseFiles(challenge, for: definition, in: home, showing: own)
        }
        filled.values.merge(files.values) { _, new in new }
        filled.values[.user] = challenge.setup.claimedUser
        do throws(ProgramFault) {
            do throws(UnfilledPlaceholder) {
                let asked = challenge.setup.askedOptions
                filled.options = try definition.optionWords(for: asked, filling: filled.values)
            } catch {
                throw .placeholder(error.placeholder)
            }
            try filled.writeFiles()
        } catch {
            throw .client(error.description)
        }
    }

    /// Writes the files of another challenge, and makes the server use them.
    ///
    /// - Throws: if a file cannot be written, the command fails, or the server ends.
    func reload(
        by command: ClientCommand,
        for challenge: Challenge,
        showing own: Credential
    ) throws(HarnessError) {
        var filled = filled
        try Self.write(challenge, own, to: &filled)
        do throws(ProgramFault) {
            try filled.reload(by: command)
        } catch {
            // The end of a server also ends its reload, a moment before it is known.
            Self.pause(for: Self.interval * 5)
            throw fault ?? .client(error.description)
        }
    }

    /// Waits until the server takes connections.
    private static func wait(
        for program: ServerProgram,
        of definition: ClientDefinition,
        at port: UInt16
    ) throws(HarnessError) {
        let limit = definition.deadline * 4
        let deadline = ContinuousClock.now + limit
        while true {
            let log = program.log()
            if let cause = program.cause {
                if case .signalled(let signal) = cause { throw .crash(signal: signal) }
                throw .undialled(
                    "\(definition.name) ended before it listened (\(cause)): \(log.lastLine)"
                )
            }
            let isAnnounced =
                definition.server?.ready.map {
                    $0.firstMatch(in: String(decoding: log, as: UTF8.self)) != nil
                } ?? true
            if isAnnounced, Loopback.isOpen(port: port) { return }
            guard deadline > .now else {
                throw .client(
                    "\(definition.name) was not ready within \(limit / .seconds(1)) s: "
                        + log.lastLine
                )
            }
            pause(for: interval)
        }
    }

    /// Whether the program has ended by itself.
    var hasEnded: Bool { program.cause != nil }

    /// The reason why the server cannot answer any more; nil while the server runs.
    var fault: HarnessError? {
        switch program.cause {
        case .signalled(let signal)?: .crash(signal: signal)
        case .some: .client("\(filled.definition.name) ended: \(program.log().lastLine)")
        case nil: nil
        }
    }

    /// Returns a new text that no other request to the server contains.
    func token() -> String {
        "hatpin-\(port)-\(tokens.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    /// The number of bytes that the server has written so far.
    var written: Int { program.written }

    /// Searches what the server wrote after its first `count` bytes.
    ///
    /// The search repeats, since a server may log a refusal a moment after its alert.
    ///
    /// - Returns: the first result of `find` that is not nil; nil if there is no such result.
    func look<Found>(after count: Int, for find: (String) -> Found?) -> Found? {
        for _ in 0..<5 {
            if let found = find(String(decoding: program.log(after: count), as: UTF8.self)) {
                awaitQuiet()
                return found
            }
            Self.pause(for: Self.interval)
        }
        return nil
    }

    /// Waits until the server logs no more, because an error may have several lines.
    private func awaitQuiet() {
        for _ in 0..<5 {
            let before = written
            Self.pause(for: Self.interval)
            if written == before { return }
        }
    }

    /// Returns the log after its first `count` bytes as evidence of a case.
    func end(
        after count: Int,
        since start: ContinuousClock.Instant,
        answering answer: [UInt8]
    ) -> ProgramEnd {
        var end = ProgramEnd(
            cause: program.cause ?? .stopped,
            standardOutput: program.log(after: count),
            standardError: [],
            elapsed: .now - start
        )
        end.answer = answer
        return end
    }

    private static func pause(for time: Duration) { usleep(UInt32(time / .microseconds(1))) }

    /// Ends the server, and removes its home.
    func end() {
        program.end()
        filled.site.remove(filled.home)
    }
}

extension [UInt8] {
    /// The last line that is not blank, as text.
    fileprivate var lastLine: String {
        let lines = split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
        let line = lines.last { !$0.allSatisfy(\.isWhitespace) } ?? "no output"
        return String(line.prefix(200))
    }
}
