import Foundation

/// The project whose sources are mutated.
struct Project: Sendable {
    /// The folder with its `Package.swift`.
    let root: URL

    /// A module whose files have mutants.
    struct Module: Sendable {
        let name: String
        /// The test targets that judge its mutants, its own first.
        let tests: [String]
        /// Whether it is asked in handshakes alone.
        var isOfHandshakes = false
    }

    /// The modules that decode and judge certificates, and the one that carries bytes between clients
    /// and servers.
    ///
    /// The others forge, choose cases and report.
    static let modules = [
        Module(name: "PKIX", tests: ["PKIXTests", "TrustTests"]),
        Module(name: "Transparency", tests: ["TransparencyTests", "TrustTests"]),
        Module(name: "Trust", tests: ["TrustTests", "ModelsTests", "AppleModelsTests"]),
        Module(name: "ApplePlatform", tests: ["ApplePlatformTests", "AppleModelsTests"]),
        Module(name: "AppleModels", tests: ["AppleModelsTests", "ModelsTests"]),
        Module(name: "Models", tests: ["ModelsTests"]),
        Module(name: "Wire", tests: ["WireTests"], isOfHandshakes: true),
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
        modules.first { file.hasPrefix("Sources/\($0.name)/") }
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
