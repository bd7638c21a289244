import Testing

/// docs/architecture.md lists the existing targets, each above the targets that it imports.
struct ArchitectureTests {
    /// Returns the targets that a page lists, highest first: the first words of the lines in its
    /// drawing.
    private static func drawn(_ page: String) -> [String] {
        let parts = page.split(separator: "## Which targets are there?")
        guard parts.count == 2, let drawing = parts[1].split(separator: "```").dropFirst().first
        else { return [] }
        return drawing.split(separator: "\n").compactMap { line in
            line.first == " " ? nil : line.split(separator: " ").first.map(String.init)
        }
    }

    /// Returns the targets that a target imports and that are not listed below it.
    private static func upward(
        _ drawn: [String],
        _ imports: (String) throws -> Set<String>
    ) rethrows
        -> [String]
    {
        var wrong: [String] = []
        for (place, target) in drawn.enumerated() {
            let notBelow = try imports(target).intersection(drawn[...place]).subtracting([target])
            wrong += notBelow.sorted().map { "\(target) imports \($0)" }
        }
        return wrong
    }

    private static func imports(_ target: String) throws -> Set<String> {
        TargetLayers.imports(
            try Repository.files(below: "Sources/\(target)", ".swift").map(Repository.text)
        )
    }

    @Test func `docs/architecture.md lists exactly the targets of the manifest`() throws {
        let drawn = Self.drawn(try Repository.text("docs/architecture.md"))
        // C headers and C code have no layer.
        let ours = Repository.targets.filter {
            !Repository.files(below: "Sources/\($0)", ".swift").isEmpty
        }
        #expect(drawn.sorted() == ours.sorted())
        let manifest = try Repository.text("Package.swift")
        #expect(drawn.filter { !manifest.contains("\"\($0)\"") } == [])
    }

    @Test func `docs/architecture.md lists each target above the targets that it imports`() throws {
        let drawn = Self.drawn(try Repository.text("docs/architecture.md"))
        #expect(try Self.upward(drawn, Self.imports) == [])
        let count = try drawn.map { try Self.imports($0).intersection(drawn).count }.reduce(0, +)
        #expect(count <= 90, "imports between targets")
    }

    @Test func `keeps fuzzers' targets out of the product`() throws {
        let bodies = Set(Repository.names(in: "Fuzz/Bodies"))
        #expect(!bodies.isEmpty)
        for target in Repository.targets {
            #expect(try Self.imports(target).isDisjoint(with: bodies), "\(target)")
        }
    }

    private static let drawings: [(imports: [String: Set<String>], found: [String])] = [
        (["High": ["Low"], "Low": []], []),
        (["High": [], "Low": ["High"]], ["Low imports High"]),
        (["High": ["High", "Foundation"], "Low": []], []),
    ]

    @Test(arguments: drawings)
    func `finds an import of a higher target`(imports: [String: Set<String>], found: [String]) {
        let page =
            "# A\n## Which targets are there?\n\n```\nHigh  over\n      more words\nLow  under\n```\n"
        #expect(Self.drawn(page) == ["High", "Low"])
        #expect(Self.upward(Self.drawn(page)) { imports[$0] ?? [] } == found)
    }
}
