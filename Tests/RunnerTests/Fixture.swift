import CommandWorkshop
import Runner
import ScenarioFormat
import Synchronization
import Testing
import X509

/// 2026-01-01, so that nothing depends on the wall clock.
let now = Instant(seconds: 1_767_225_600)

/// Returns the cases of scenario documents without `about` and `sources`, which the function adds.
func cases(_ documents: String...) async throws -> [Scenario] {
    let folder = try TemporaryFolder()
    for (index, document) in documents.enumerated() {
        let name = "s\(index)"
        let text = "scenario: \(name)\nabout: A test.\nsources: [RFC 5280]\n\(document)\n"
        try folder.write(text.utf8, to: "Scenarios/\(name).yaml")
    }
    let library = await ScenarioLibrary.load([folder.path + "/Scenarios"])
    try #require(library.isSound, "\(library.diagnostics)")
    return library.scenarios
}

/// Pairs of cases and the selected parties.
func pairs(_ cases: [Scenario], parties: [PartyReference]? = nil) throws -> [Pair] {
    try cases.flatMap { scenario in
        try scenario.parties(among: parties).map { try Pair(scenario, $0) }
    }
}

/// Returns every event of a run.
func events(
    _ cases: [Scenario],
    parties: [PartyReference]? = nil,
    stopAfter limit: Int = .max,
    _ change: (inout Run.Options) -> Void = { _ in }
) async throws -> [RunEvent] {
    var options = Run.Options(now: now)
    options.jobs = 2
    change(&options)
    let heard = Mutex<[RunEvent]>([])
    try await Run(pairs(cases, parties: parties), options: options).perform(
        shouldStop: { heard.withLock { $0.judgements.count >= limit } },
        receive: { event in heard.withLock { $0.append(event) } }
    )
    return heard.withLock { $0 }
}

extension [RunEvent] {
    /// The judgements in the order of the plan.
    var judgements: [Judgement] {
        compactMap { if case .judged(let judgement) = $0 { judgement } else { nil } }
            .sorted { $0.index < $1.index }
    }
}
