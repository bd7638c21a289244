import Basics
import ScenarioFormat

/// What the patterns of a folder, of those around it in its repository and of the command line leave
/// out of a search.
struct ExcludedPaths {
    /// Of a folder; files of patterns are lists that people write.
    private static let largestFile = 1 << 16

    /// The folder that is searched, without a slash at its end, and the same with its links resolved.
    private let folder, resolved: String
    /// Those that count in every folder, in the order of their weight.
    private let around: [IgnorePatterns]
    private let stated: IgnorePatterns
    /// Those of the folders from the searched one down to the one that is searched now.
    private var entered: [[IgnorePatterns]] = []

    /// - Parameters:
    ///   - folder: that is searched.
    ///   - patterns: of the command line.
    init(below folder: String, _ patterns: [String]) {
        var base = folder
        while base.hasSuffix("/"), base != "/" { base.removeLast() }
        self.folder = base
        resolved = (try? RegularFile.resolved(folder)) ?? folder
        stated = IgnorePatterns(Array(patterns.joined(separator: "\n").utf8), in: resolved)
        around = Self.folders(around: resolved).flatMap { Self.patterns(in: $0).found }
    }

    /// Lets the patterns of a folder count.
    ///
    /// - Returns: its files of patterns that could not be read, each with the reason.
    mutating func enter(_ folder: String) -> [(file: String, reason: String)] {
        let (found, unread) = Self.patterns(in: absolute(folder))
        entered.append(found)
        return unread.map { (folder + "/" + $0.file, $0.reason) }
    }

    /// Ends the effect of the folder that was entered last.
    mutating func leave() { entered.removeLast() }

    /// Whether the last pattern that matches excludes a path of the folder that was entered last.
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
            // As git, which follows no link here.
            guard RegularFile.kind(of: path) == .file else { continue }
            do throws(RegularFile.Failure) {
                let text = try RegularFile.read(path, limit: largestFile)
                found.append(IgnorePatterns(text, in: folder))
            } catch {
                unread.append((name, error.reason))
            }
        }
        return (found, unread)
    }

    /// The folders above one up to the root of its repository, that first; none outside of one.
    private static func folders(around folder: String) -> [String] {
        var folders: [String] = []
        var folder = folder
        while RegularFile.kind(of: folder + "/.git") == .other {
            guard let slash = folder.lastIndex(of: "/") else { return [] }
            folder = String(folder[..<slash])
            folders.insert(folder, at: 0)
        }
        return folders
    }
}
