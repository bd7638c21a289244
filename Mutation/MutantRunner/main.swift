import ClientModels
import Foundation
import ScenarioFormat
import X509

@testable import Runner

// MutantRunner runs the scenarios on mutants. script/mutate builds it in its copy of the project,
// together with the mutants, and runs it there:
//
//   MutantRunner each STATE   runs the mutants whose numbers are in the input, one on a line
//   MutantRunner scenarios    runs this process's mutant without handshakes; exits 1 if it is killed
//   MutantRunner handshakes   the same over handshakes
//   MutantRunner checks       the same without one check at a time, as hatpin mutants does

let library = await ScenarioLibrary.load(["Scenarios"])
guard library.isSound else {
    print("cannot read the scenarios: \(library.diagnostics)")
    exit(2)
}
// Excludes cases for programs, which models cannot run.
let pairs = try library.scenarios.filter { $0.party?.program == nil }
    .flatMap { scenario in try scenario.parties(among: nil).map { try Pair(scenario, $0) } }

switch CommandLine.arguments.dropFirst().first {
case "each": try EachMutant(CommandLine.arguments.last ?? "", pairs).run()
case "scenarios": try await run(isChainOnly: true)
case "handshakes": try await run(isChainOnly: false)
case "checks": try await leaveOutChecks()
default: exit(64)
}

func options(isChainOnly: Bool) -> Run.Options {
    var options = Run.Options(now: Instant(seconds: Int64(time(nil))))
    options.isChainOnly = isChainOnly
    options.jobs = ProcessInfo.processInfo.activeProcessorCount
    // Six times the usual limit, because most mutants are not optimised and the machine may be
    // busy.
    options.deadline = .seconds(30)
    return options
}

func run(isChainOnly: Bool) async throws {
    let run = try Run(pairs, options: options(isChainOnly: isChainOnly))
    await run.perform(shouldStop: { false }) { event in
        guard case .judged(let judgement) = event, judgement.outcome.kind.isFailure else { return }
        print("\(judgement.id): \(judgement.outcome)")
        exit(1)
    }
}

func leaveOutChecks() async throws {
    let options = options(isChainOnly: false)
    let hunt = try MutantHunt(Mutant.catalogue, pairs: pairs, options: options)
    let report = await hunt.perform(shouldStop: { false }, advance: { _ in })
    let proved = Set(EquivalentMutant.catalogue.map(\.name))
    let survivors = report?.results.filter { $0.killer == nil }.map(\.mutant.name) ?? []
    guard Set(survivors) == proved else {
        print("survivors: \(survivors.sorted()); expected: \(proved.sorted())")
        exit(1)
    }
}
