import Testing

/// A target or a file that grows beyond its limit holds more than one thing.
struct SizeTests {
    /// Lines of Swift in a target, about what a newcomer reads in two days.
    private static func limit(of target: String) -> Int {
        // Arguments, exit codes and streams only.
        target == "CLI" ? 3_000 : 7_000
    }

    private static func excess(of lines: Int, in target: String) -> Int {
        max(0, lines - limit(of: target))
    }

    @Test(arguments: Repository.targets)
    func `a target is not too big`(target: String) throws {
        let lines = try Repository.files(below: "Sources/\(target)", ".swift")
            .map { try Repository.text($0).utf8.count { $0 == UInt8(ascii: "\n") } }
            .reduce(0, +)
        #expect(Self.excess(of: lines, in: target) == 0, "\(target) has \(lines) lines")
    }

    @Test(arguments: [("Trust", 7_000, 0), ("Trust", 7_001, 1), ("CLI", 3_001, 1)])
    func `lines beyond the limit are counted`(target: String, lines: Int, excess: Int) {
        #expect(Self.excess(of: lines, in: target) == excess)
    }

    /// Lines of a file.
    private static let limitOfFiles = 400

    @Test(arguments: ["Sources", "Tests", "Fuzz/Sources", "Fuzz/Peers/Sources", "Mutation"])
    func `no file is too long`(folder: String) throws {
        let files = Repository.files(below: folder, ".swift")
        #expect(!files.isEmpty)
        for file in files {
            let lines = try Repository.text(file).utf8.count { $0 == UInt8(ascii: "\n") }
            #expect(lines <= Self.limitOfFiles, "\(file)")
        }
    }

    @Test func `the targets are found`() {
        #expect(Repository.targets.contains("PKIX"))
        #expect(Repository.files(below: "Sources/PKIX", ".swift").count > 10)
    }
}
