import Basics

/// The folder in which a change of files is applied.
struct PatchPlace: Hashable {
    /// From the root of the file system, links resolved.
    let folder: String

    /// The folder for a file: the repository's root, since `git apply` takes paths from there, or
    /// without a repository the working directory, unless another folder was named that is not in it.
    ///
    /// - Parameters:
    ///   - file: links resolved.
    ///   - named: the folder that the command line names, or the file's own.
    init(of file: String, named: String) {
        let here = (try? RegularFile.resolved(".")) ?? "/"
        let repository = [Self.repository(around: here), Self.repository(around: file)]
            .compactMap(\.self).first { Self.path(of: file, in: $0) != nil }
        let isNamedFromHere = named == here || Self.path(of: named, in: here) != nil
        folder = repository ?? (isNamedFromHere ? here : named)
    }

    /// Whether it is the working directory.
    var isHere: Bool { (try? RegularFile.resolved(".")) == folder }

    /// The path of a file from the folder; the whole for a file elsewhere.
    func path(of file: String) -> String { Self.path(of: file, in: folder) ?? file }

    private static func path(of file: String, in folder: String) -> String? {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return file.hasPrefix(start) ? String(file.dropFirst(start.count)) : nil
    }

    private static func repository(around path: String) -> String? {
        var folder = path
        while true {
            if Environment.exists(folder + "/.git") { return folder.isEmpty ? "/" : folder }
            guard let slash = folder.lastIndex(of: "/") else { return nil }
            folder = String(folder[..<slash])
        }
    }
}
