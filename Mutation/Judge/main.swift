import ClientModels
import Foundation
import ScenarioFormat
import X509

@testable import Runner

// MutantJudge puts mutants before the scenarios. script/mutate builds it in its copy of the project,
// beside the mutants, and runs it there:
//
//   MutantJudge each STATE   judges the mutants whose numbers are in the input, a line each
//   MutantJudge scenarios    judges what this process is, without handshakes; exit 1 where it is noticed
//   MutantJudge handshakes   the same over handshakes
//   MutantJudge checks       the same with each check left out in turn, as hatpin mutants does

let library = await ScenarioLibrary.load(["Scenarios"])
guard library.isSound else {
    print("the scenarios cannot be read: \(library.diagnostics)")
    exit(2)
}
// Those that programs judge are not for models.
let pairs = try library.scenarios.filter { $0.party?.program == nil }
    .flatMap { scenario in try scenario.parties(among: nil).map { try Pair(scenario, $0) } }

switch CommandLine.arguments.dropFirst().first {
case "each": try EachMutant(CommandLine.arguments.last ?? "", pairs).judge()
case "scenarios": try await run(isChainOnly: true)
case "handshakes": try await run(isChainOnly: false)
case "checks": try await leaveOutChecks()
default: exit(64)
}

func options(isChainOnly: Bool) -> Run.Options {
    var options = Run.Options(now: Instant(seconds: Int64(time(nil))))
    options.isChainOnly = isChainOnly
    options.jobs = ProcessInfo.processInfo.activeProcessorCount
    // Six times the usual: most mutants are not optimised, and a busy machine is no sign of one.
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
    let survivors = report?.findings.filter { $0.killer == nil }.map(\.mutant.name) ?? []
    guard Set(survivors) == proved else {
        print("these live: \(survivors.sorted()), not \(proved.sorted())")
        exit(1)
    }
}
