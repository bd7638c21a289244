import Basics
import Dispatch
import Process
import ScenarioFormat
import Synchronization

/// Runs a client without starting a program for each case.
protocol ClientDriver: Sendable {
    /// Runs the client once.
    ///
    /// - Parameters:
    ///   - values: the values of the case's placeholders.
    ///   - deadline: the time by which the client must have decided.
    ///   - stop: ends the run early.
    /// - Returns: the result in the form of a finished program: exit code 0 if the client says that
    ///   it accepted, or 1 with its message if it rejected.
    /// - Throws: if the client cannot be run.
    func end(
        for values: [ClientPlaceholder: String],
        until deadline: ContinuousClock.Instant,
        stop: StopRequest
    ) throws(ProgramError) -> ProgramEnd
}

/// Drivers of a client; each driver handles many cases, so that not every case has to start a
/// driver.
final class ClientWorkers: ClientDriver {
    /// The drivers that handle no case at the moment.
    private let idle: Mutex<[WorkerProgram]>
    /// Counts the idle drivers.
    private let free: DispatchSemaphore

    /// - Parameters:
    ///   - command: the command line of a driver.
    ///   - count: the number of drivers; each answers one case at a time.
    ///   - client: the client of the drivers.
    ///   - route: how host names are redirected to loopback.
    ///   - site: the folders and network of this run's programs.
    /// - Throws: an `environment` failure if a home directory cannot be created.
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
                    // A placeholder whose value differs for each case is sent to the driver with
                    // the case.
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
        idle = Mutex(workers)
        free = DispatchSemaphore(value: count)
    }

    /// Sends a case to an idle driver.
    ///
    /// The time until a driver is idle does not count: another case may use its whole time limit.
    ///
    /// - Throws: if the worker cannot be started.
    func end(
        for values: [ClientPlaceholder: String],
        until deadline: ContinuousClock.Instant,
        stop: StopRequest
    ) throws(ProgramError) -> ProgramEnd {
        let limit = deadline - .now
        free.wait()
        let worker = idle.withLock { $0.removeLast() }
        defer {
            idle.withLock { $0.append(worker) }
            free.signal()
        }
        let start = ContinuousClock.now
        do {
            let line = try worker.answer(
                to: Self.question(values, timeout: limit),
                until: start + limit,
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
    /// Converts a worker's answer, `{"accepted": false, "says": "…"}`; any other line is the
    /// message of a rejection.
    fileprivate init(answer line: String, elapsed: Duration) {
        let answer = try? JSONValue(Array(line.utf8))
        let hasAccepted = answer?["accepted"]?.boolean == true
        self.init(accepted: hasAccepted, says: answer?["says"]?.string ?? line, elapsed: elapsed)
    }

    /// Makes the end of a client that says that it has accepted or rejected.
    init(accepted: Bool, says message: String, elapsed: Duration) {
        self.init(
            cause: .exited(accepted ? 0 : 1),
            standardOutput: [],
            standardError: Array(message.utf8),
            elapsed: elapsed
        )
    }
}
