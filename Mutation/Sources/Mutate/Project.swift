import Foundation

/// The project whose sources are mutated.
struct Project: Sendable {
    /// The folder with its `Package.swift`.
    let root: URL

    /// A module whose files have mutants.
    struct Module: Sendable {
        let name: String
        /// The folder of it that is mutated; all of it where this is empty.
        var folder = ""
        /// Folders of it that are not mutated.
        var leavingOut: [String] = []
        /// The test targets that judge its mutants, its own first.
        let tests: [String]
        /// Whether it is asked in handshakes alone.
        var isOfHandshakes = false

        /// Whether the file at a path from the root is one that is mutated.
        func has(_ file: String) -> Bool {
            let root = "Sources/\(name)/"
            return file.hasPrefix(folder.isEmpty ? root : "\(root)\(folder)/")
                && !leavingOut.contains { file.hasPrefix("\(root)\($0)/") }
        }
    }

    /// The modules that decode and judge certificates, and the one that carries bytes between clients
    /// and servers.
    ///
    /// The others forge, choose cases and report.
    static let modules = [
        Module(name: "X509", tests: ["X509Tests", "PathValidationTests"]),
        Module(
            name: "PathValidation",
            leavingOut: ["PublicSuffixes"],
            tests: ["PathValidationTests", "ClientModelsTests"]
        ),
        Module(
            name: "ClientModels",
            leavingOut: ["Policies", "Notations"],
            tests: ["ClientModelsTests"]
        ),
        Module(name: "TLS", folder: "Wire", tests: ["TLSTests"], isOfHandshakes: true),
    ]

    /// The test target that judges by public vectors.
    static let vectorTests = "SuitesTests"

    /// The test targets that judge.
    static var testTargets: [String] { Set(modules.flatMap(judges)).sorted() }

    /// The test targets that judge a module's mutants, its own first.
    static func judges(of module: Module) -> [String] {
        module.tests + (PublicVectors.folder != nil ? [vectorTests] : [])
    }

    /// The module of a file; nil if it has none of those that are mutated.
    static func module(of file: String) -> Module? {
        modules.first { $0.has(file) }
    }

    /// The paths of the files that git knows, or would add, from the root, in order.
    func files() async throws -> [String] {
        let arguments = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        let listing = try await Shell.run("/usr/bin/env", arguments, in: root)
        guard listing.status == 0 else {
            throw Failure(description: "git ls-files failed: \(listing.output)")
        }
        let files = listing.output.split(separator: "\0").map(String.init)
        return files.filter {
            FileManager.default.fileExists(atPath: root.appending(path: $0).path)
        }
        .sorted()
    }

    /// The text of a file.
    func text(_ file: String) throws -> String {
        try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }
}
