import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds scenario files, and the root that their ids are relative to.
package enum Discovery {
    /// A file that was found or named.
    package struct File: Hashable, Sendable {
        /// As it was named, or found below what was named.
        package let path: String
        /// The same from the file system's root; links resolved, but for those below the root.
        package let absolute: String
        /// The folder that ids are relative to, from the file system's root, links resolved.
        package let root: String

        /// A file; each parameter is the property of its name.
        package init(path: String, absolute: String, root: String) {
            (self.path, self.absolute, self.root) = (path, absolute, root)
        }

        /// The folder below the root, without slashes at its ends.
        package var folder: String {
            absolute.dropFirst(root.count).split(separator: "/").dropLast().joined(separator: "/")
        }

        /// The path below the root, such as `pins/leaf.yaml`.
        package var pathBelowRoot: String {
            String(absolute.dropFirst(root.count).drop { $0 == "/" })
        }

        /// The id of a scenario of this name in the file.
        package func id(of name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

        /// The file's name without its ending.
        package var stem: String {
            String((absolute.split(separator: "/").last ?? "").prefix { $0 != "." })
        }
    }

    /// The scenario files among and below `paths`, each once, sorted by path.
    ///
    /// - Parameters:
    ///   - paths: files and folders.
    ///   - fault: the fault of a file whose name ends in `.yml`.
    /// - Returns: the files, and diagnostics about the others and about paths that cannot be read.
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

    /// The files at or below a path whose names end as those of YAML files, sorted.
    ///
    /// The path itself where it is no folder; only hidden files and folders are passed over.
    package static func yamlFiles(at path: String) -> [String] {
        let path = trimmed(path)
        guard (try? isFolder(path)) == true else { return [path] }
        return ((try? walk(path, skipping: [])) ?? []).sorted()
    }

    /// The file that the scenario of an id would be in.
    package static func file(ofBase id: String, below root: String) -> File? {
        let absolute = (root == "/" ? "" : root) + "/" + id + ".yaml"
        guard resolved(absolute) != nil else { return nil }
        let here = resolved(".").map { $0 + "/" } ?? ""
        let path = absolute.hasPrefix(here) ? String(absolute.dropFirst(here.count)) : absolute
        return File(path: path, absolute: absolute, root: root)
    }

    private static func files(at path: String) throws(RegularFile.Failure) -> [File] {
        let absolute = try RegularFile.resolved(path)
        guard try isFolder(path) else {
            // Of the folder that the file is named in: a link there must not lead out of it.
            let root = root(ofFile: path) ?? parent(of: absolute)
            return [File(path: path, absolute: absolute, root: root)]
        }
        let root = root(of: absolute)
        return try walk(path).map { found in
            File(path: found, absolute: absolute + found.dropFirst(path.count), root: root)
        }
    }

    // MARK: Paths

    /// The nearest folder named `Scenarios` or `scenarios` on the way up, else the folder itself.
    private static func root(of folder: String) -> String {
        var current = folder
        while current.count > 1 {
            if ["Scenarios", "scenarios"].contains(current.split(separator: "/").last) {
                return current
            }
            current = parent(of: current)
        }
        return folder
    }

    /// The root that a file at `path` would have; nil where its folder does not exist.
    package static func root(ofFile path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return resolved(folder).map(root)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The path without `./` in front and `/` at the end.
    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.hasPrefix("./"), path.count > 2 { path.removeFirst(2) }
        while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
        return path
    }

    /// The path from the file system's root, links resolved; nil where nothing is there.
    private static func resolved(_ path: String) -> String? {
        do {
            return try RegularFile.resolved(path)
        } catch {
            return nil
        }
    }

    // MARK: The file system

    private static func isFolder(_ path: String) throws(RegularFile.Failure) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno: errno) }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Links to folders are not followed: they can lead back up.
    private static func walk(
        _ folder: String,
        skipping skipped: Set<String> = ["clients"]
    ) throws(RegularFile.Failure) -> [String] {
        var found: [String] = []
        for name in try RegularFile.names(in: folder) where !name.hasPrefix(".") {
            let path = folder == "/" ? "/" + name : folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { throw .system(errno: errno) }
            if status.st_mode & S_IFMT == S_IFDIR {
                if !skipped.contains(name) { found += try walk(path, skipping: skipped) }
            } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                found.append(path)
            }
        }
        return found
    }
}
