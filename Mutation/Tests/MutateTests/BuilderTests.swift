import Foundation
import Mutator
import Testing

@testable import Mutate

/// Scripts that replace the compiler, and name the lines of their errors.
struct BuilderTests {
    private struct Workshop {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let builder: Builder

        init(_ compiler: String) throws {
            let project = Project(root: root.appending(path: "project"))
            let file = "Sources/PathValidation/A.swift"
            let text = "func f() { c(a < b) }\nfunc g() { c(d < e) }\n"
            let files = [
                "project/\(file)": text, "project/Package.swift": "",
                "swift": "#!/bin/bash\ncd Sources/PathValidation\n\(compiler)\n",
            ]
            for (path, text) in files {
                let url = root.appending(path: path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: url)
            }
            let swift = root.appending(path: "swift").path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
            builder = Builder(
                project: project,
                // Under a folder whose name ends like that of the sources.
                tree: Tree(folder: root.appending(path: "MySources/copy")),
                catalogue: Catalogue([MutatedFile(path: file, text: text)]),
                files: [file, "Package.swift"],
                exclusions: root.appending(path: "left-out.txt"),
                log: root.appending(path: "build.log"),
                swift: swift
            )
        }

        var leftOut: String? {
            try? String(contentsOf: builder.exclusions, encoding: .utf8)
        }
    }

    @Test func `excludes places that do not compile, and stores them`() async throws {
        let workshop = try Workshop(
            "grep -q 'mutantLess.*a' A.swift || exit 0; echo $PWD/A.swift:1:4: error: no; exit 1"
        )
        defer { try? FileManager.default.removeItem(at: workshop.root) }
        let build = try await workshop.builder.build()
        #expect(build.excluded.map(\.declaration) == ["f", "f"])
        #expect(workshop.leftOut?.contains("|f|a < b|") == true)
        #expect(workshop.leftOut?.contains("|g|") == false)
        try workshop.builder.forgetExclusions()
        #expect(workshop.leftOut == nil)
    }

    @Test func `includes all places in the build after an error of the project itself`()
        async throws
    {
        let workshop = try Workshop("echo $PWD/A.swift:1:1: error: no such module; exit 1")
        defer { try? FileManager.default.removeItem(at: workshop.root) }
        await #expect(throws: Failure.self) { try await workshop.builder.build() }
        #expect(workshop.leftOut == nil)
    }
}
