import Testing

/// A test target imports no target that depends on the target that it tests.
struct TargetLayerTests {
    private static let layers: TargetLayers? = {
        try? TargetLayers(
            Dictionary(
                uniqueKeysWithValues: Repository.targets.map { ($0, try texts("Sources/\($0)")) }
            )
        )
    }()

    private static func texts(_ folder: String) throws -> [String] {
        try Repository.files(below: folder, ".swift").map(Repository.text)
    }

    @Test(arguments: Repository.targets)
    func `the tests of a target import no higher layer`(target: String) throws {
        let layers = try #require(Self.layers)
        let tested = TargetLayers.imports(try Self.texts("Tests/\(target)Tests"))
        #expect(layers.higher(than: target, among: tested) == [])
    }

    @Test(arguments: Repository.targets)
    func `docs/architecture.md names the target`(target: String) throws {
        let page = try Repository.text("docs/architecture.md")
        #expect(page.split { !$0.isLetter && !$0.isNumber }.contains { $0 == target })
    }

    @Test(arguments: [
        ("import Low\nimport Beside", []),
        ("import Foundation\n// import High", []),
        ("import High", ["High"]),
        ("@testable import Low\n@testable import Top", ["Top"]),
    ])
    func `finds a higher layer`(tests: String, found: [String]) {
        let layers = TargetLayers([
            "Ground": ["import Foundation"], "Low": ["import Ground"], "Beside": ["import Ground"],
            "High": ["let a = 1", "import Low"], "Top": ["@_exported import High"],
        ])
        #expect(layers.higher(than: "Low", among: TargetLayers.imports([tests])) == found)
    }
}
