import Foundation

/// The public vectors, if the environment names their folder.
enum PublicVectors {
    /// The variable that names the folder.
    static let variable = "HATPIN_VECTORS"

    /// The absolute path of the folder, since test programs start in the copy of the project; nil if none
    /// is named.
    static let folder: String? = ProcessInfo.processInfo.environment[variable].map {
        URL(filePath: $0).absoluteURL.path
    }

    /// The sizes of the vectors by their names, on which verdicts depend; none if no folder is
    /// named.
    ///
    /// - Throws: `Failure` if the folder has no vectors, because tests skip missing vectors.
    static func sizes() throws -> String {
        guard let folder else { return "" }
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        let vectors = (names ?? []).filter { $0.hasSuffix(".gz") }.sorted()
        guard !vectors.isEmpty else {
            throw Failure(
                description: "\(variable) names \(folder), which contains no vectors (*.gz)"
            )
        }
        return try vectors.map { name in
            let file = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            return "\(name) \(file[.size] ?? 0)\n"
        }
        .joined()
    }
}
