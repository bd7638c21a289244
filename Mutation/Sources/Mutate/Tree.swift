import Foundation
import Mutator

/// The copy of the project that mutants are built in.
struct Tree: Sendable {
    let folder: URL

    /// Copies the project, with choices in the mutated files, and with the tests that run on
    /// mutants.
    ///
    /// Unchanged files are not written, so that the next build has less to do.
    ///
    /// - Returns: a digest of the contents that mutants and test programs depend on, which identifies the
    ///   state that a verdict belongs to.
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
            contents.filter { file, _ in Self.inputs.contains { file.hasPrefix($0) } },
            try PublicVectors.sizes()
        )
        for (file, text) in mutated { contents[file] = Data(text.utf8) }
        contents["Package.swift", default: Data()] += Data(Self.manifestEnd.utf8)
        for (file, content) in contents { try write(content, to: file) }
        try removeOthers(than: Set(files).union(contents.keys))
        return fingerprint
    }

    /// Creates a symbolic link, as tests of files outside a folder use.
    private func link(_ file: String, to target: String) throws {
        let url = folder.appending(path: file)
        let old = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)
        guard old != target else { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try removeIfThere(url)
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    /// Writes a file unless it already has this content.
    private func write(_ content: Data, to file: String) throws {
        let url = folder.appending(path: file)
        let isLink =
            (try? url.resourceValues(forKeys: [.isSymbolicLinkKey]))?.isSymbolicLink == true
        if isLink { try removeIfThere(url) }
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

    private func removeIfThere(_ url: URL) throws {
        do {
            try FileManager.default.removeItem(at: url)
        } catch CocoaError.fileNoSuchFile {}
    }

    /// Removes files that the project no longer has, because a deleted source would be compiled.
    private func removeOthers(than kept: Set<String>) throws {
        for top in Self.inputs where top.hasSuffix("/") {
            let walk = FileManager.default.enumerator(atPath: folder.appending(path: top).path)
            for case let below as String in walk ?? .init() {
                let path = top + below
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

    /// The path prefixes of the files that mutants and test programs depend on.
    private static let inputs = [
        "Sources/", "Tests/", "Fuzz/Bodies/", "Scenarios/", "Clients/", "Plugins/",
        "Mutation/MutantRunner/",
        "Package.",
    ]

    /// Keeps only `MutantRunner`, the tests that run on mutants, and their dependencies.
    private static let manifestEnd = """

        package.targets.append(
            .executableTarget(
                name: "MutantRunner",
                dependencies: ["ClientModels", "X509", "Runner", "ScenarioFormat"],
                path: "Mutation/MutantRunner",
                swiftSettings: projectSettings + optimised
            )
        )
        var open = ["MutantRunner"] + \(Project.testTargets)
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
        package.products.removeAll { $0.name != "hatpin" || !needed.contains("hatpin") }

        """

    /// A digest of the paths and contents, and of the available vectors.
    private static func fingerprint(_ contents: [String: Data], _ vectors: String) -> String {
        let files = contents.sorted { $0.key < $1.key }.reduce(digest(vectors.utf8)) {
            digest($1.value, after: digest($1.key.utf8, after: $0))
        }
        return String(files, radix: 16)
    }
}
