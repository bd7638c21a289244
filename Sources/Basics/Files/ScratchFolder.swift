/// A folder of this process among the temporary files, named `hatpin-PROCESS-NUMBER`.
///
/// A killed process leaves its folder behind, and the next process that creates a scratch folder
/// removes it. A lock on the folder shows whether the process still exists. The process number does
/// not show that, since containers that share the temporary files number processes independently.
package final class ScratchFolder: Sendable {
    package let path: String
    private let lock: FileLock

    /// Removes the folders of dead processes, then creates the folder.
    package init(in place: String = Environment.temporaryFolder) throws(Failure) {
        Self.removeAbandoned(in: place)
        path = "\(place)/hatpin-\(Environment.process)-\(UInt32.random(in: 0...(.max)))"
        try Files.makePrivateFolder(path)
        lock = try Self.lock(of: path)
    }

    /// Removes the folder.
    package func remove() { try? Files.removeTree(path) }

    private static func lock(of folder: String) throws(Failure) -> FileLock {
        let shown = Shown.escaped(folder)
        return try FileLock(folder + "/lock", held: "\(shown) belongs to another process")
    }

    private static func removeAbandoned(in place: String) {
        for name in (try? Files.entries(of: place)) ?? [] {
            // Do not use a regular expression: among many files, it would take most of the time.
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "hatpin", let process = Int32(parts[1]),
                UInt32(parts[2]) != nil, !Environment.isRunning(process)
            else { continue }
            let folder = "\(place)/\(name)"
            // Only folders of this user are removed: another user's folder could have any name.
            guard Files.isPrivateFolder(folder), let lock = try? Self.lock(of: folder)
            else { continue }
            // A folder that cannot be removed does not fail the command.
            try? Files.removeTree(folder)
            withExtendedLifetime(lock) {}
        }
    }
}
