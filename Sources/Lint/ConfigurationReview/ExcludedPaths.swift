import Basics
import ScenarioFormat

/// The paths that a search skips because of the patterns of a folder, of its parent folders in the
/// repository, and of the command line.
struct ExcludedPaths {
    /// The most bytes of a pattern file, which people write by hand.
    private static let largestFile = 1 << 16

    /// The searched folder without a trailing slash, and the same folder with its links resolved.
    private let folder, resolved: String
    /// The patterns of the folders around the searched folder; later ones take precedence.
    private let around: [IgnorePatterns]
    private let stated: IgnorePatterns
    /// The patterns of the folders from the searched folder down to the current folder.
    private var entered: [[IgnorePatterns]] = []

    /// - Parameters:
    ///   - folder: the folder to search.
    ///   - patterns: the patterns of the command line.
    init(below folder: String, _ patterns: [String]) {
        var base = folder
        while base.hasSuffix("/"), base != "/" { base.removeLast() }
        self.folder = base
        resolved = (try? Files.absolute(folder)) ?? folder
        stated = IgnorePatterns(Array(patterns.joined(separator: "\n").utf8), in: resolved)
        around = Self.folders(around: resolved).flatMap { Self.patterns(in: $0).found }
    }

    /// Enters a folder, so that its patterns apply.
    ///
    /// - Returns: the pattern files that could not be read, each with the reason.
    mutating func enter(_ folder: String) -> [(file: String, reason: String)] {
        let (found, unread) = Self.patterns(in: absolute(folder))
        entered.append(found)
        return unread.map { (folder + "/" + $0.file, $0.reason) }
    }

    /// Leaves the folder that was entered last.
    mutating func leave() { entered.removeLast() }

    /// Returns whether the last matching pattern excludes a path in the current folder.
    func contains(_ path: String, isFolder: Bool) -> Bool {
        let path = absolute(path)
        return (around + entered.joined() + [stated]).reversed().lazy
            .compactMap { $0.excludes(path, isFolder: isFolder) }.first ?? false
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix(folder) ? resolved + path.dropFirst(folder.count) : path
    }

    private static func patterns(
        in folder: String
    ) -> (found: [IgnorePatterns], unread: [(file: String, reason: String)]) {
        var found: [IgnorePatterns] = []
        var unread: [(file: String, reason: String)] = []
        for name in [".gitignore", ".hatpinignore"] {
            let path = folder + "/" + name
            // Like git, the search follows no link to a pattern file.
            guard Files.kind(of: path) == .file else { continue }
            do throws(FileError) {
                let text = try Files.readRegular(path, limit: largestFile)
                found.append(IgnorePatterns(text, in: folder))
            } catch {
                unread.append((name, error.reason))
            }
        }
        return (found, unread)
    }

    /// Returns the parent folders up to the root of the repository, the root first; empty outside a
    /// repository.
    private static func folders(around folder: String) -> [String] {
        var folders: [String] = []
        var folder = folder
        while Files.kind(of: folder + "/.git") == nil {
            guard let slash = folder.lastIndex(of: "/") else { return [] }
            folder = String(folder[..<slash])
            folders.insert(folder, at: 0)
        }
        return folders
    }
}
