import Basics

/// Finds scenario files and the roots that their ids are relative to.
package enum Discovery {
    /// A scenario file that was named, or found in a named folder.
    package struct File: Hashable, Sendable {
        /// The path as it was named, or as found in a named folder.
        package let path: String
        /// The absolute path; links above the root are resolved.
        package let absolute: String
        /// The absolute path of the folder that ids are relative to, with links resolved.
        package let root: String

        /// Creates a file; each parameter sets the property of the same name.
        package init(path: String, absolute: String, root: String) {
            (self.path, self.absolute, self.root) = (path, absolute, root)
        }

        /// The folder relative to the root, without leading or trailing slashes.
        package var folder: String {
            absolute.dropFirst(root.count).split(separator: "/").dropLast().joined(separator: "/")
        }

        /// The path relative to the root, such as `pins/leaf.yaml`.
        package var pathBelowRoot: String {
            String(absolute.dropFirst(root.count).drop { $0 == "/" })
        }

        /// Returns the id of the scenario that has the given name and is in this file.
        package func id(of name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

        /// The name of the file without its extension.
        package var stem: String {
            String((absolute.split(separator: "/").last ?? "").prefix { $0 != "." })
        }
    }

    /// Returns the scenario files among `paths` and in folders among them, each once, sorted by
    /// path.
    ///
    /// - Parameters:
    ///   - paths: files and folders.
    ///   - fault: the fault of a file with the extension `.yml`.
    /// - Returns: the files, and diagnostics about `.yml` files and unreadable paths.
    package static func files(
        at paths: [String],
        otherEnding fault: Fault
    ) -> (files: [File], diagnostics: [Diagnostic]) {
        var files: [String: File] = [:]
        var diagnostics: [Diagnostic] = []
        for path in paths {
            do {
                for file in try self.files(at: trimmed(path)) where files[file.absolute] == nil {
                    if file.path.hasSuffix(".yml") {
                        let source = Source(path: file.path, bytes: [])
                        diagnostics.append(Diagnostic(fault, in: source))
                    } else {
                        files[file.absolute] = file
                    }
                }
            } catch {
                let source = Source(path: path, bytes: [])
                diagnostics.append(Diagnostic(.unreadable(error.reason), in: source))
            }
        }
        return (files.values.sorted { $0.path < $1.path }, diagnostics)
    }

    /// Returns the YAML files at or under a path, sorted.
    ///
    /// A path that is not a folder is returned itself. Only hidden files and folders are ignored.
    package static func yamlFiles(at path: String) -> [String] {
        let path = trimmed(path)
        guard (try? isFolder(path)) == true else { return [path] }
        return ((try? walk(path, skipping: [])) ?? []).sorted()
    }

    /// Returns the file that the id of a scenario names; nil if there is no such file.
    package static func file(ofBase id: String, below root: String) -> File? {
        let absolute = (root == "/" ? "" : root) + "/" + id + ".yaml"
        guard resolved(absolute) != nil else { return nil }
        let here = resolved(".").map { $0 + "/" } ?? ""
        let path = absolute.hasPrefix(here) ? String(absolute.dropFirst(here.count)) : absolute
        return File(path: path, absolute: absolute, root: root)
    }

    private static func files(at path: String) throws(FileError) -> [File] {
        let absolute = try Files.absolute(path)
        guard try isFolder(path) else {
            // Links must not lead out of the folder of the named file.
            let root = root(ofFile: path) ?? Files.folder(of: absolute)
            return [File(path: path, absolute: absolute, root: root)]
        }
        let root = root(of: absolute)
        return try walk(path).map { found in
            File(path: found, absolute: absolute + found.dropFirst(path.count), root: root)
        }
    }

    // MARK: Paths

    /// Returns the nearest parent folder named `Scenarios` or `scenarios`, or the folder itself.
    private static func root(of folder: String) -> String {
        var current = folder
        while current.count > 1 {
            if ["Scenarios", "scenarios"].contains(current.split(separator: "/").last) {
                return current
            }
            current = Files.folder(of: current)
        }
        return folder
    }

    /// Returns the root for a file at `path`; nil if its folder does not exist.
    package static func root(ofFile path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return resolved(folder).map(root)
    }

    /// Returns the path without a leading `./` and a trailing `/`.
    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.hasPrefix("./"), path.count > 2 { path.removeFirst(2) }
        while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
        return path
    }

    /// Returns the absolute path with links resolved; nil if nothing exists there.
    private static func resolved(_ path: String) -> String? {
        try? Files.absolute(path)
    }

    // MARK: The file system

    private static func isFolder(_ path: String) throws(FileError) -> Bool {
        try FileStatus(path, followingLinks: true).kind == .folder
    }

    /// The search follows no links to folders, because links may form a loop.
    private static func walk(
        _ folder: String,
        skipping skipped: Set<String> = ["clients"]
    ) throws(FileError) -> [String] {
        var found: [String] = []
        for (name, _) in try Files.names(in: folder) where !name.hasPrefix(".") {
            let path = folder == "/" ? "/" + name : folder + "/" + name
            if try FileStatus(path).kind == .folder {
                if !skipped.contains(name) { found += try walk(path, skipping: skipped) }
            } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                found.append(path)
            }
        }
        return found
    }
}
