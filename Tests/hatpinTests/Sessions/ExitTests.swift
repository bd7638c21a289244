import Testing

@testable import hatpin

@Suite("Exit codes")
struct ExitTests {
    @Test func `the most severe exit code wins`() {
        #expect(
            Exit.worst([.wrongVerdict, .nothingSelected, .invalidScenario]) == .invalidScenario
        )
        #expect(Exit.worst([.interrupted, .bug]) == .bug)
        #expect(Exit.worst([.environment, .interrupted]) == .interrupted)
        #expect(Exit.worst([.wrongVerdict, .environment]) == .environment)
        #expect(Exit.worst([.nothingSelected, .wrongVerdict]) == .wrongVerdict)
        #expect(Exit.worst([]) == .success)
    }

    @Test func `the exit codes do not change`() {
        #expect(Exit.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64, 70, 130])
    }
}
