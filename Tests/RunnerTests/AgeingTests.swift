import RepositorySuite
import Runner
import ScenarioFormat
import Synchronization
import Testing
import X509

/// Decides the repository's scenarios at later dates: a tenth of the cases in debug, every case in
/// release.
struct AgeingTests {
    @Test(arguments: [
        "2027-06-30T12:00:00Z", "2038-01-19T03:14:08Z", "2045-12-31T23:59:59Z",
        // The last time that commands accept.
        "2049-12-31T23:59:59Z",
    ])
    func `every case of the suite has the expected verdict at a later date`(
        date: String
    ) async throws {
        let library = await RepositorySuite.library
        try #require(library.isSound, "\(library.diagnostics)")
        var options = Run.Options(now: try #require(Instant(rfc3339: date)))
        options.jobs = 2
        options.isChainOnly = true
        let pairs = try pairs(library.scenarios)
        #expect(pairs.count > 400)
        let failures = Mutex<[String]>([])
        try await Run(RepositorySuite.share(of: pairs), options: options).perform(
            shouldStop: { false },
            receive: { event in
                guard case .judged(let judgement) = event, judgement.outcome.kind.isFailure else {
                    return
                }
                failures.withLock { $0.append("\(judgement.id): \(judgement.outcome)") }
            }
        )
        #expect(failures.withLock(\.self) == [])
    }
}
