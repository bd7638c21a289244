import Basics

/// The folder to which a patch applies.
struct PatchPlace: Hashable {
    /// The absolute path, with links resolved.
    let folder: String

    /// Finds the folder for a file.
    ///
    /// In a repository, the folder is the repository's root, since `git apply` uses paths relative
    /// to the root. Without a repository, the folder is the working directory, or the named folder
    /// if it is outside the working directory.
    ///
    /// - Parameters:
    ///   - file: the path, with links resolved.
    ///   - named: the folder that the command line names, or else the folder of the file.
    init(of file: String, named: String) {
        let here = (try? Files.absolute(".")) ?? "/"
        let repository = [Self.repository(around: here), Self.repository(around: file)]
            .compactMap(\.self).first { Self.path(of: file, in: $0) != nil }
        let isNamedFromHere = named == here || Self.path(of: named, in: here) != nil
        folder = repository ?? (isNamedFromHere ? here : named)
    }

    /// Whether the folder is the working directory.
    var isHere: Bool { (try? Files.absolute(".")) == folder }

    /// Returns a file's path relative to the folder, or the whole path if the file is outside the
    /// folder.
    func path(of file: String) -> String { Self.path(of: file, in: folder) ?? file }

    private static func path(of file: String, in folder: String) -> String? {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return file.hasPrefix(start) ? String(file.dropFirst(start.count)) : nil
    }

    private static func repository(around path: String) -> String? {
        var folder = path
        while true {
            if Files.exists(folder + "/.git") { return folder.isEmpty ? "/" : folder }
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = String(folder[..<slash])
        }
    }
}
