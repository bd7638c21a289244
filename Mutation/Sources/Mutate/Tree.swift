import Foundation
import Mutator

/// The copy of the project in which mutants are built.
struct Tree: Sendable {
    let folder: URL

    /// Makes the copy as the project is, with choices in the mutated files and the tests that judge.
    ///
    /// Files that are the same stay untouched, so that the next build has less to do.
    ///
    /// - Returns: a number of the contents that mutants and judges depend on, by which verdicts of
    ///   another state are known.
    func update(
        from project: Project,
        files: [String],
        _ mutated: [String: String]
    ) throws -> String {
        var contents: [String: Data] = [:]
        for file in files {
            let original = project.root.appending(path: file)
            if let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: original.path
            ) {
                try link(file, to: target)
                continue
            }
            contents[file] = try Data(contentsOf: original)
        }
        let fingerprint = Self.fingerprint(
            contents.filter { file, _ in Self.judged.contains { file.hasPrefix($0) } }
        )
        for (file, text) in mutated { contents[file] = Data(text.utf8) }
        contents["Package.swift", default: Data()] += Data(Self.manifestEnd.utf8)
        for (file, content) in contents { try write(content, to: file) }
        try removeOthers(than: Set(files).union(contents.keys))
        return fingerprint
    }

    /// Makes a symbolic link, such as the tests of files outside a folder have.
    private func link(_ file: String, to target: String) throws {
        let url = folder.appending(path: file)
        let old = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
        guard old != target else { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        if old != nil { try FileManager.default.removeItem(at: url) }
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    /// Writes a file unless it is so already.
    private func write(_ content: Data, to file: String) throws {
        let url = folder.appending(path: file)
        if let old = try? Data(contentsOf: url), old == content { return }
        let parent = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try content.write(to: url)
        if file.hasPrefix("script/") || file.hasPrefix(".ci/") {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: url.path
            )
        }
    }

    /// Removes files that the project no longer has: a deleted source would be compiled.
    private func removeOthers(than kept: Set<String>) throws {
        for top in ["Sources", "Tests", "Scenarios", "Clients", "Plugins"] {
            let walk = FileManager.default.enumerator(atPath: folder.appending(path: top).path)
            for case let below as String in walk ?? .init() {
                let path = "\(top)/\(below)"
                var isFolder: ObjCBool = false
                let url = folder.appending(path: path)
                let exists = FileManager.default.fileExists(
                    atPath: url.path,
                    isDirectory: &isFolder
                )
                if exists, !isFolder.boolValue, !kept.contains(path) {
                    try FileManager.default.removeItem(at: url)
                }
            }
        }
    }

    /// How the paths of files begin that mutants and judges depend on.
    private static let judged = ["Sources/", "Tests/", "Scenarios/", "Clients/", "Package."]

    /// Only `MutantJudge`, the tests that judge, and what they are built on.
    private static let manifestEnd = """

        package.targets.append(
            .executableTarget(
                name: "MutantJudge",
                dependencies: ["Models", "PKIX", "Policies", "Runner", "Scenarios"],
                path: "Mutation/Judge",
                swiftSettings: houseSettings + optimised
            )
        )
        var open = ["MutantJudge"] + \(Project.testTargets)
        var needed = Set(open)
        while let name = open.popLast() {
            let target = package.targets.first { $0.name == name }
            var lower: [String] = []
            for case .targetItem(let name, _) in target?.dependencies ?? [] { lower.append(name) }
            for case .byNameItem(let name, _) in target?.dependencies ?? [] { lower.append(name) }
            for case .plugin(let name, nil) in target?.plugins ?? [] { lower.append(name) }
            open += lower.filter { needed.insert($0).inserted }
        }
        package.targets.removeAll { !needed.contains($0.name) }
        // Tests of the vectors start the command.
        package.products.removeAll { $0.name != "hatpin" || !needed.contains("CLI") }

        """

    /// FNV-1a of paths and contents.
    private static func fingerprint(_ contents: [String: Data]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        }
        for (file, content) in contents.sorted(by: { $0.key < $1.key }) {
            add(file.utf8)
            add(content)
        }
        return String(hash, radix: 16)
    }
}
