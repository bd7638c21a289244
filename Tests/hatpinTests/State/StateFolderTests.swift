import CommandWorkshop
import Testing

@testable import Basics
@testable import hatpin

@Suite("The state folder", .blocking)
struct StateFolderTests {
    @Test(arguments: ["2300-01-01", "1600-01-01", "2026-01-01"])
    func `keeps the newest runs by modification time, not by name`(time: String) throws {
        let workshop = try Workshop()
        let state = StateFolder(named: workshop.folder + "/state")
        let names = (1...3).map { "2026112\($0)-1000-abcd.ndjson" }
        try Files.makeFolder(state.runs)
        for name in names { try Files.write([], to: state.runs + "/" + name) }
        _ = workshop.shell("touch -d \(time) state/runs/\(names[1])")
        state.prune(keeping: 2)
        let isNewest = time.hasPrefix("23")
        #expect(try Files.entries(of: state.runs).contains(names[1]) == isNewest)
        #expect(try Files.entries(of: state.runs).count == 2)
    }
}
