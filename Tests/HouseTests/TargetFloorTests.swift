import Testing

/// A test target imports no target that stands on the one that it tests.
struct TargetFloorTests {
    private static let floors: TargetFloors? = {
        try? TargetFloors(
            Dictionary(
                uniqueKeysWithValues: Repository.targets.map { ($0, try texts("Sources/\($0)")) }
            )
        )
    }()

    private static func texts(_ folder: String) throws -> [String] {
        try Repository.files(below: folder, ".swift").map(Repository.text)
    }

    @Test(arguments: Repository.targets)
    func `tests import no higher floor`(target: String) throws {
        let floors = try #require(Self.floors)
        let tested = TargetFloors.imports(try Self.texts("Tests/\(target)Tests"))
        #expect(floors.higher(than: target, among: tested) == [])
    }

    @Test(arguments: Repository.targets)
    func `the drawing of the house names the target`(target: String) throws {
        let page = try Repository.text("docs/architecture.md")
        #expect(page.split { !$0.isLetter && !$0.isNumber }.contains { $0 == target })
    }

    @Test(arguments: [
        ("import Low\nimport Beside", []),
        ("import Foundation\n// import High", []),
        ("import High", ["High"]),
        ("@testable import Low\n@testable import Top", ["Top"]),
    ])
    func `a higher floor is found`(tests: String, found: [String]) {
        let floors = TargetFloors([
            "Ground": ["import Foundation"], "Low": ["import Ground"], "Beside": ["import Ground"],
            "High": ["let a = 1", "import Low"], "Top": ["@_exported import High"],
        ])
        #expect(floors.higher(than: "Low", among: TargetFloors.imports([tests])) == found)
    }
}
