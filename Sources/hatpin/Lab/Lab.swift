import Basics
import ClientModels
import Dispatch
import Process
import Reports
import Runner
import ScenarioFormat
import Synchronization
import TLS

/// The setups that all connections of a lab share, and the bench that judges them.
final class Lab: Sendable {
    /// How a lab finds cases and judges clients.
    struct Settings: Sendable {
        var run: Run.Options
        /// The time limit of a client for one setup.
        var deadline: Duration
        /// The folder of `--scenarios`; nil for the usual ones.
        var scenarios: String?
        /// Whether only the built-in scenarios are used.
        var wantsBuiltin = false
        /// Whether lists have cases of class strict.
        var isStrict = false
    }

    private let settings: Settings
    /// The bench of each connection starts as a copy of this one, without its controls: a client of
    /// the same name on another connection may be another client.
    let bench: Bench
    private let site: ProgramSite
    /// The cases that were found so far, by id.
    private let known = Mutex<[String: Scenario]>([:])
    /// The number of trials that have threads.
    private let running = Mutex(0)
    /// The number of connections at sockets.
    private let connected = Mutex(0)

    /// The most trials that run at once, and the most connections at sockets.
    ///
    /// Dispatch starts at most 255 blocking threads; a trial takes two, and a connection one.
    static let most = 64

    /// Creates the folder for the files of setups, which does not outlive this process.
    ///
    /// - Throws: an `environment` failure if this machine cannot serve.
    init(_ settings: Settings) throws(Failure) {
        self.settings = settings
        do {
            bench = try Bench(settings.run)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
        site = try ProgramSite(facing: [], search: Environment.variable("PATH") ?? "/usr/bin:/bin")
        Remains.remove(site.folder)
    }

    /// Removes the files of all setups.
    func close() { site.close() }

    /// Starts a trial, which tests the client of a request with one case.
    ///
    /// - Parameters:
    ///   - id: the number of the trial.
    ///   - scenario: the case.
    ///   - request: describes the client.
    ///   - bench: judges the client.
    /// - Returns: the trial; its first stage is a setup.
    /// - Throws: if the request is invalid, the case does not apply to the client, or too many
    ///   trials run.
    func trial(
        _ id: Int,
        of scenario: Scenario,
        _ request: LabRequest,
        by bench: Bench
    ) throws(LabError) -> LabTrial {
        let client = try client(of: request)
        if let reason = scenario.setup.obstacle(by: client.lackInLab) {
            throw LabError(
                .notApplicable,
                "\(scenario.id) does not apply: \(reason)",
                help: "state the client's abilities in can; see hatpin manual abilities"
            )
        }
        guard Self.take(running) else {
            throw LabError(
                .tooMany,
                "\(Self.most) setups are open",
                help: "ask for their verdicts before you open more"
            )
        }
        let trial = LabTrial(
            id: id,
            scenario,
            needsWord: client.abilities.contains(.answers)
        )
        let party = LabParty(client, in: trial, on: site)
        trial.start(Party(client.name, deciding: party), by: bench) { [self] in
            running.withLock { $0 -= 1 }
        }
        return trial
    }

    /// Serves the connection of a program, or refuses it if too many programs are connected.
    func serve(_ connection: LabChannel, isStrict: Bool) {
        guard Self.take(connected) else {
            let error = LabError(
                .tooMany,
                "\(Self.most) programs are connected",
                help: "end one of them, or start a lab of your own"
            )
            _ = connection.write(.error(error))
            return
        }
        defer { connected.withLock { $0 -= 1 } }
        var program = LabConnection(self, over: connection, isStrict: isStrict)
        program.serve()
    }

    /// Counts one more; returns false if there are too many.
    private static func take(_ count: borrowing Mutex<Int>) -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }

    private func client(of request: LabRequest) throws(LabError) -> ClientDefinition {
        // A lab has no name server.
        let known = ClientAbility.ofClients.filter { $0 != .dane && $0 != .mtaSTS }
        let abilities = try request.abilities.map { word throws(LabError) in
            guard let ability = known.first(where: { $0.rawValue == word }) else {
                throw Self.unknown(word, in: "can", known.map(\.rawValue))
            }
            return ability
        }
        let speaks = try request.speaks.map { word throws(LabError) in
            guard let spoken = SpokenProtocol(argument: word) else {
                throw Self.unknown(word, in: "speaks", ApplicationProtocol.catalogue.map(\.name))
            }
            return spoken
        }
        let witness = try request.witness.map { word throws(LabError) in
            guard let witness = Witness(rawValue: word) else {
                throw Self.unknown(word, in: "witness", Witness.allCases.map(\.rawValue))
            }
            return witness
        }
        do {
            var client = try ClientDefinition(
                command: ["client", "{url}", "{token}", "{ca}", "{ca-pkcs12}", "{ca-jks}"],
                abilities: abilities,
                speaks: speaks,
                witness: witness ?? .token
            )
            (client.name, client.deadline) = (request.client, settings.deadline)
            return client
        } catch {
            throw LabError(.badRequest, error.problem, help: error.help)
        }
    }

    private static func unknown(_ word: String, in member: String, _ known: [String]) -> LabError {
        LabError(
            .badRequest,
            "\(member): there is no '\(word)'",
            at: member,
            help: didYouMean(word, known) ?? "choose from \(known.joined(separator: ", "))"
        )
    }

    // MARK: Cases

    /// The longest id or selector in bytes; ids have less than a hundred.
    private static let longestID = 1_000

    /// Returns the case with an id.
    ///
    /// - Throws: if there is no such case, or if the id is that of a group of cases.
    func scenario(_ id: String, _ request: LabRequest) throws(LabError) -> Scenario {
        if let found = known.withLock({ $0[id] }) { return found }
        guard id.utf8.count <= Self.longestID else {
            throw LabError(
                .unknownCase,
                "no case has an id of \(id.utf8.count) bytes",
                help: #"list the ids of a group: {"cases": "names/*"}"#
            )
        }
        let found = try scenarios(id, for: try client(of: request))
        if let exact = found.first(where: { $0.id == id }) { return exact }
        throw LabError(
            .unknownCase,
            "'\(id)' selects \(Prose.count(found.count, "case")), and a setup needs one id",
            help: #"list their ids: {"cases": "\#(id)"}"#
        )
    }

    /// The path of a scenario that has no file.
    static let unnamed = "scenario.yaml"

    /// Returns the only case of a scenario.
    ///
    /// The scenario can name no files, since other users may be able to connect to a lab.
    ///
    /// - Throws: the first mistake in it, or if it has several cases.
    func scenario(written text: String) throws(LabError) -> Scenario {
        let bytes = Array(text.utf8)
        let library = ScenarioLibrary(of: bytes, at: Self.unnamed, reachingFiles: false)
        // A scenario without a file has no file name that its name must match.
        let faults = library.diagnostics.filter { $0.level == .error && $0.code != .fileName }
        if let fault = faults.first {
            throw LabError(
                .invalidScenario,
                fault.problem,
                at: fault.mark.map { "line \($0.line), column \($0.column)" },
                help: fault.help
            )
        }
        guard let scenario = library.scenarios.first, library.scenarios.count == 1 else {
            throw LabError(
                .invalidScenario,
                "the scenario has \(Prose.count(library.scenarios.count, "case"))",
                help: "write a scenario with one case"
            )
        }
        return scenario
    }

    /// Returns the cases that a selector matches, and those that do not apply to the client.
    func cases(_ selector: String, _ request: LabRequest) throws(LabError) -> LabCases {
        let client = try client(of: request)
        var cases: [Scenario] = []
        var excluded: [(scenario: Scenario, reason: String)] = []
        for scenario in try scenarios(selector, for: client) {
            if scenario.class == .strict, !settings.isStrict, scenario.id != selector {
                excluded.append((scenario, "the case is of class strict: hatpin lab --strict"))
            } else if let reason = scenario.setup.obstacle(by: client.lackInLab) {
                excluded.append((scenario, reason))
            } else {
                cases.append(scenario)
            }
        }
        return LabCases(cases, excluded: excluded)
    }

    private func scenarios(
        _ selector: String,
        for client: ClientDefinition
    ) throws(LabError) -> [Scenario] {
        guard selector.utf8.count <= Self.longestID else {
            throw LabError(
                .unknownCase,
                "no case matches a selector of \(selector.utf8.count) bytes",
                help: "write a shorter pattern, such as names/*"
            )
        }
        // Every user of a socket can ask, so a selector names no files of the machine.
        guard !selector.hasPrefix("/"), !selector.split(separator: "/").contains("..") else {
            throw LabError(
                .unknownCase,
                "'\(selector)' is a path, and a lab serves the cases of its own folders",
                help: "write an id or a pattern, such as names/*"
            )
        }
        let request = SelectionRequest(
            selectors: [selector],
            scenarios: settings.scenarios,
            wantsBuiltin: settings.wantsBuiltin,
            addsBuiltin: true,
            reachesFiles: false
        )
        do throws(Failure) {
            let library = try Self.awaited { () throws(Failure) in
                try await request.quietLibrary()
            }
            let pairs = try library.selectablePairs(
                parties: [],
                programs: [.standIn(client.name, comparing: client.nameRule)]
            )
            let found = try request.chosen(among: pairs, in: library).pairs.map(\.scenario)
                .filter { $0.party == nil }
            known.withLock { known in
                for scenario in found { known[scenario.id] = scenario }
            }
            return found
        } catch {
            let code: LabError.Code =
                switch error.kind {
                case .invalidScenario: .invalidScenario
                case .nothingSelected, .usage: .unknownCase
                case .environment, .bug: .notServed
                }
            throw LabError(code, error.message, help: error.help)
        }
    }

    /// Runs an asynchronous function on Swift's threads, and blocks this one until it is done.
    private static func awaited<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = Mutex<Result<Value, Failure>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let run: @Sendable () async -> Void = {
            let found: Result<Value, Failure>
            do throws(Failure) { found = .success(try await body()) } catch {
                found = .failure(error)
            }
            result.withLock { $0 = found }
            done.signal()
        }
        Task { await run() }
        done.wait()
        guard let found = result.withLock({ $0 }) else { throw Failure(.bug, "no library") }
        return try found.get()
    }
}
