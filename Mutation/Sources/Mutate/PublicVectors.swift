import Foundation

/// The public vectors, where the environment names their folder.
enum PublicVectors {
    /// The variable that names the folder.
    static let variable = "HATPIN_VECTORS"

    /// The folder from the file system's root, since judges start in the copy of the project; nil where
    /// none is named.
    static let folder: String? = ProcessInfo.processInfo.environment[variable].map {
        URL(filePath: $0).absoluteURL.path
    }

    /// The sizes of the vectors by their names, on which verdicts depend; none where no folder is named.
    ///
    /// - Throws: `Failure` where there are none in the folder: tests pass over vectors that are not there.
    static func sizes() throws -> String {
        guard let folder else { return "" }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        let vectors = (names ?? []).filter { $0.hasSuffix(".gz") }.sorted()
        guard !vectors.isEmpty else {
            throw Failure(description: "\(variable) is \(folder), which has no vectors (*.gz)")
        }
        return try vectors.map { name in
            let file = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return "\(name) \(file[.size] ?? 0)\n"
        }
        .joined()
    }
}
