import Foundation

/// The files of this repository, by their paths from its root.
enum Repository {
    private static let root = URL(filePath: #filePath).appending(path: "../../..")
        .standardizedFileURL

    /// Whether a file or a folder exists at a path.
    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Returns the text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the names of the entries of a folder, in order; none if the folder does not exist.
    static func names(in folder: String) -> [String] {
        let path = root.appending(path: folder).path
        return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    /// Returns the paths of all files in a folder, at any depth, whose names end in `suffix`, in
    /// order.
    ///
    /// Hidden folders, such as `.build`, are excluded.
    static func files(below folder: String, _ suffix: String) -> [String] {
        names(in: folder).flatMap { name -> [String] in
            guard !name.hasPrefix(".") else { return [] }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            return name.hasSuffix(suffix) ? [path] : files(below: path, suffix)
        }
    }

    /// The targets in `Sources`.
    static let targets = names(in: "Sources")
}
