import Basics
import Process
import ScenarioFormat
import Synchronization

/// Drivers of one client that answer many cases, so that their start is paid once.
final class ClientWorkers: Sendable {
    private let workers: [WorkerProgram]
    private let asked = Atomic(0)

    /// - Parameters:
    ///   - command: how one is started.
    ///   - count: how many there are; each answers one case at a time.
    ///   - client: the client that they stand for.
    ///   - route: the way by which their names reach loopback.
    ///   - site: where they live.
    /// - Throws: environment, where a home cannot be made.
    init(
        _ command: ClientCommand,
        count: Int,
        of client: ClientDefinition,
        by route: NameRoute,
        on site: ProgramSite
    ) throws(Failure) {
        var workers: [WorkerProgram] = []
        for _ in 0..<count {
            let home = try site.home()
            var values = client.folders
            values[.home] = home
            var environment = site.environment(home: home, by: route)
            do throws(UnfilledPlaceholder) {
                for variable in client.environment {
                    // One that each case fills is the case's own, which a worker gets by its line.
                    guard variable.value.placeholders.isSubset(of: values.keys) else { continue }
                    environment[variable.name] = try variable.value.text(filling: values)
                }
                workers.append(
                    WorkerProgram(
                        ProgramInvocation(
                            try command.words(filling: values),
                            environment: environment,
                            ownVariable: ProgramSite.ownVariable,
                            workingDirectory: home
                        )
                    )
                )
            } catch {
                let name = error.placeholder.rawValue
                throw Failure(.invalidScenario, "a worker has no value for {\(name)}")
            }
        }
        self.workers = workers
    }

    /// Asks the next worker.
    ///
    /// - Parameters:
    ///   - values: those of the case's placeholders.
    ///   - deadline: when it must have answered.
    ///   - stop: ends it before.
    /// - Returns: its answer as the end of a program that makes one request: 0 where it has accepted,
    ///   1 and its words where it has refused.
    /// - Throws: where it cannot be started.
    func end(
        for values: [ClientPlaceholder: String],
        until deadline: ContinuousClock.Instant,
        stop: StopRequest
    ) throws(ProgramError) -> ProgramEnd {
        let number = asked.wrappingAdd(1, ordering: .relaxed).newValue
        let start = ContinuousClock.now
        do {
            let line = try workers[number % workers.count].answer(
                to: Self.question(values, timeout: deadline - start),
                until: deadline,
                stop: stop
            )
            return ProgramEnd(answer: line, elapsed: .now - start)
        } catch {
            switch error {
            case .start(let error): throw error
            case .ended(let end), .unanswered(let end): return end
            case .question: throw .nullCharacter("a line of JSON has no line ends")
            }
        }
    }

    private static func question(
        _ values: [ClientPlaceholder: String],
        timeout: Duration
    ) -> String {
        var json = JSONWriter()
        json.object { json in
            for (placeholder, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            where placeholder != .pins {
                json.key(placeholder.rawValue)
                json.string(value)
            }
            json.member("pins", values[.pins]?.split(separator: ",").map(String.init) ?? [])
            json.member("timeout", Int(timeout / .seconds(1)))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension ProgramEnd {
    /// The end of a request by a worker's answer, `{"accepted": false, "says": "…"}`; a line that is
    /// none is its words.
    fileprivate init(answer line: String, elapsed: Duration) {
        let answer = try? JSONValue(Array(line.utf8))
        let hasAccepted = answer?["accepted"]?.boolean == true
        self.init(
            cause: .exited(hasAccepted ? 0 : 1),
            standardOutput: [],
            standardError: Array((answer?["says"]?.string ?? line).utf8),
            elapsed: elapsed
        )
    }
}
