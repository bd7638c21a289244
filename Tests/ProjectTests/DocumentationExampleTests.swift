import Foundation
import Testing

/// The examples in doc comments, blocks that begin with ```` ```swift ````, are Swift.
///
/// The test parses the examples but does not type-check them, because an example is only a literal
/// of a list or a few statements.
struct DocumentationExampleTests {
    /// Returns the examples of a file, each without the margin of its comment.
    private static func examples(in text: String) -> [String] {
        var examples: [String] = []
        var lines: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            guard code.hasPrefix("///") else {
                lines = nil
                continue
            }
            let comment = code.dropFirst(3).hasPrefix(" ") ? code.dropFirst(4) : code.dropFirst(3)
            if let open = lines {
                if comment == "```" {
                    examples.append(open.joined(separator: "\n"))
                    lines = nil
                } else {
                    lines = open + [comment]
                }
            } else if comment == "```swift" {
                lines = []
            }
        }
        return examples
    }

    /// Returns all examples as one file: declarations of members in a type, statements in a
    /// function.
    private static func source(_ examples: [String]) -> String {
        examples.enumerated()
            .map { (number, example) -> String in
                let lines = example.split(separator: "\n").map { "    \($0)" }
                let body = lines.joined(separator: "\n")
                if ["extension ", "struct "].contains(where: { example.hasPrefix($0) }) {
                    return example
                }
                if ["static ", "private static "].contains(where: { example.hasPrefix($0) }) {
                    return "enum Example\(number) {\n\(body)\n}"
                }
                return "func example\(number)() async throws {\n\(body)\n}"
            }
            .joined(separator: "\n")
    }

    private static let all = Repository.files(below: "Sources", ".swift")
        .flatMap { (try? Repository.text($0)).map(examples) ?? [] }

    private static func run(_ words: String) throws -> (exit: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", words]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    private static let hasCompiler = (try? run("command -v swiftc"))?.exit == 0

    /// Returns the parser's messages about a source; empty if the source is Swift.
    private static func faults(in source: String) throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "hatpin-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(source.utf8).write(to: file)
        let result = try run("swiftc -frontend -parse '\(file.path)'")
        return result.exit == 0 ? "" : result.output
    }

    @Test func `there are at least thirty examples`() {
        #expect(Self.all.count >= 30)
    }

    @Test(.enabled(if: hasCompiler))
    func `every example is Swift`() throws {
        let faults = try Self.faults(in: Self.source(Self.all))
        #expect(faults == "")
    }

    private static let comments = [
        (text: "/// A.\n///\n/// ```swift\n/// let a = 1\n/// ```\n", isSwift: true),
        (text: "    /// ```swift\n    /// static let a = A()\n    /// ```\n", isSwift: true),
        (text: "/// ```swift\n/// let a = (\n/// ```\n", isSwift: false),
    ]

    @Test(.enabled(if: hasCompiler), arguments: comments)
    func `the check finds an example that is not Swift`(text: String, isSwift: Bool) throws {
        let examples = Self.examples(in: text)
        #expect(examples.count == 1)
        #expect(try Self.faults(in: Self.source(examples)).isEmpty == isSwift)
    }

    @Test func `code blocks without the language swift are not examples`() {
        #expect(Self.examples(in: "/// ```\n/// a\n/// ```\n// ```swift\n") == [])
    }
}
