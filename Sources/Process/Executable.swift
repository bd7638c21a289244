#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds programs, so that a missing program is distinguished from a program that failed.
package enum Executable {
    /// Returns the path of a program's file.
    ///
    /// - Parameters:
    ///   - name: a path if it contains a slash; otherwise a name to search for.
    ///   - search: folders, separated by colons.
    ///   - folder: the folder that relative paths start from.
    /// - Returns: the path of the file; absolute if `folder` is absolute.
    /// - Throws: if there is no such program, or no such program can be executed.
    package static func path(
        of name: String,
        in search: String,
        from folder: String
    ) throws(ProgramError) -> String {
        if name.contains("/") {
            let path = absolute(name, from: folder)
            try check(path)
            return path
        }
        // Keep the error of a folder and continue, because a later folder may have the program.
        var fault = ProgramError.notFound(name, path: search)
        for entry in search.split(separator: ":") where !name.isEmpty {
            let path = absolute("\(entry)/\(name)", from: folder)
            do throws(ProgramError) {
                try check(path)
                return path
            } catch {
                if case .missing = error { continue }
                fault = error
            }
        }
        throw fault
    }

    private static func absolute(_ path: String, from folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    private static func check(_ path: String) throws(ProgramError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .missing(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder(path) }
        guard access(path, X_OK) == 0 else { throw .notExecutable(path) }
    }
}
