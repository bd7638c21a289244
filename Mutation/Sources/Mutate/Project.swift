import Foundation

/// The project whose sources are mutated.
struct Project: Sendable {
    /// The folder with its `Package.swift`.
    let root: URL

    /// A module whose files have mutants.
    struct Module: Sendable {
        let name: String
        /// The folder of the module that is mutated; empty for the whole module.
        var folder = ""
        /// The folders of the module that are not mutated.
        var leavingOut: [String] = []
        /// The test targets that run on the module's mutants, the module's own tests first.
        let tests: [String]
        /// Whether only scenarios with handshakes reach the module.
        var isOfHandshakes = false

        /// Whether the file at a path from the root is mutated.
        func has(_ file: String) -> Bool {
            let root = "Sources/\(name)/"
            return file.hasPrefix(folder.isEmpty ? root : "\(root)\(folder)/")
                && !leavingOut.contains { file.hasPrefix("\(root)\($0)/") }
        }
    }

    /// The modules that decode and validate certificates, and the one that connects clients and
    /// servers.
    ///
    /// The other modules forge, choose cases and report.
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

    /// The test target that runs the public vectors.
    static let vectorTests = "SuitesTests"

    /// The test targets that run on mutants.
    static var testTargets: [String] { Set(modules.flatMap(testTargets(of:))).sorted() }

    /// The test targets that run on a module's mutants, its own first.
    static func testTargets(of module: Module) -> [String] {
        module.tests + (PublicVectors.folder != nil ? [vectorTests] : [])
    }

    /// The module of a file; nil if the file is not mutated.
    static func module(of file: String) -> Module? {
        modules.first { $0.has(file) }
    }

    /// The paths from the root of the files that git tracks or would add, in order.
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
