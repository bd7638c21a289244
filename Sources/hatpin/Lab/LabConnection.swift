import Basics
import Reports
import Runner
import ScenarioFormat
import X509

/// Answers the lines of one program that uses a lab, one after the other.
struct LabConnection {
    private let lab: Lab
    /// The bench of each kind of client, with its controls.
    private var benches: [LabRequest.ClientKind: Bench] = [:]
    /// The time from which the times of setups count; a lab may run for days.
    private var now = Environment.now
    private let channel: LabChannel
    /// Whether a line that is not JSON ends the connection.
    private let isStrict: Bool
    private var trials: [Int: LabTrial] = [:]
    /// The number of setups so far.
    private var count = 0

    /// The most setups whose verdict was not asked for; after the time limit, a setup has no thread.
    private static let mostTrials = 1_024

    /// - Parameters:
    ///   - lab: serves the setups.
    ///   - channel: the lines.
    ///   - isStrict: whether a line that is not JSON ends the connection. Any program can connect
    ///     to a port: a web page can make a browser do so, which sends a line of HTTP first.
    init(_ lab: Lab, over channel: LabChannel, isStrict: Bool = false) {
        (self.lab, self.channel, self.isStrict) = (lab, channel, isStrict)
    }

    /// Answers until the program has gone, and then closes its setups.
    mutating func serve() {
        defer { for trial in trials.values { trial.cancel() } }
        guard channel.write(.greeting) else { return }
        var rest: [UInt8] = []
        while true {
            switch channel.next(&rest) {
            case .ended: return
            case .tooLong:
                let error = LabError(
                    .tooLong,
                    "the line is longer than \(LabRequest.longest >> 20) MiB",
                    help: "write one request on each line; the connection is closed"
                )
                _ = channel.write(.error(error))
                return
            case .text(let line):
                guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0d }) else { continue }
                let answer = answer(to: line)
                guard channel.write(answer) else { return }
                if isStrict, case .error(let error) = answer, error.code == .notJSON { return }
            }
        }
    }

    private mutating func answer(to line: [UInt8]) -> LabAnswer {
        do throws(LabError) {
            let request = try LabRequest(line: line)
            switch request.question {
            case .cases(let selector): return .cases(try lab.cases(selector, request))
            case .setup(let id): return try open(try lab.scenario(id, request), request)
            case .scenario(let text): return try open(try lab.scenario(written: text), request)
            case .verdict(let id):
                let trial = try trial(id)
                if trial.needsWord, !request.statesAcceptance {
                    throw LabError(
                        .badRequest,
                        "the verdict needs accepted, because the client has the ability answers",
                        at: "accepted",
                        help: "state whether the client says that it has accepted"
                    )
                }
                return try answer(
                    trial.finish(
                        accepted: request.accepted,
                        says: request.says
                    ),
                    of: trial
                )
            }
        } catch {
            return .error(error)
        }
    }

    private func trial(_ id: Int) throws(LabError) -> LabTrial {
        guard let trial = trials[id] else {
            throw LabError(
                .unknownSetup,
                "no setup with the id \(id) is open",
                at: "verdict",
                help: "ask once for the verdict on each setup of this connection"
            )
        }
        return trial
    }

    private mutating func open(
        _ scenario: Scenario,
        _ request: LabRequest
    ) throws(LabError) -> LabAnswer {
        guard trials.count < Self.mostTrials else {
            throw LabError(
                .tooMany,
                "\(trials.count) setups are open",
                help: "ask for their verdicts before you open more"
            )
        }
        count += 1
        let trial = try lab.trial(count, of: scenario, request, by: bench(for: request))
        trials[count] = trial
        return try answer(trial.next(), of: trial)
    }

    /// The longest time in seconds for which setups have the same time, so that certificates that
    /// were forged once can be used again.
    private static let longestMoment: Int64 = 60

    /// Returns the bench for the client of a request, with the present time.
    private mutating func bench(for request: LabRequest) -> Bench {
        let time = Environment.now
        if time.seconds - now.seconds >= Self.longestMoment { now = time }
        let bench = benches[request.kind] ?? lab.bench.withOwnControls()
        benches[request.kind] = bench
        return bench.at(now)
    }

    private mutating func answer(
        _ stage: LabTrial.Stage?,
        of trial: LabTrial
    ) throws(LabError) -> LabAnswer {
        switch stage {
        case .setup(let setup): return .setup(setup)
        case .judged(let judgement):
            trials[trial.id] = nil
            return .verdict(try LabVerdict(judged: judgement, of: trial))
        case nil: throw LabError(.notServed, "the setup was closed")
        }
    }
}

extension LabVerdict {
    /// Creates the verdict of a judgement.
    ///
    /// - Throws: if the client never connected, or the setup cannot be served.
    fileprivate init(judged judgement: Judgement, of trial: LabTrial) throws(LabError) {
        switch judgement.outcome {
        case .error(.undialled):
            throw LabError(
                .neverConnected,
                "the client never connected to the setup of \(judgement.scenario.id)",
                help: "connect to the setup's address and port before you ask for the verdict"
            )
        case .error(let error) where judgement.outcome.kind == .harnessError:
            throw LabError(.notServed, error.description)
        default: break
        }
        let scenario = judgement.scenario
        let objection: String? =
            if case .inconclusive(let control) = judgement.outcome { control } else { nil }
        let command = "hatpin explain " + Prose.shellQuoted(scenario.id)
        self.init(
            JudgementRecord(judgement),
            id: trial.id,
            command: scenario.file == Lab.unnamed ? nil : command,
            objection: objection,
            says: trial.message
        )
    }
}
