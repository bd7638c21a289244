import Basics

/// The folder of a run's programs among the temporary files, `hatpin-PROCESS-NUMBER`.
///
/// A process that is killed leaves its folder after; the next run removes it. The process' number alone
/// does not show that it is gone, since containers that share the temporary files count their own: the
/// lock does.
final class SiteFolder: Sendable {
    let path: String
    private let lock: FileLock

    /// Makes the folder, after removing those of processes that are gone.
    init(in place: String = Environment.temporaryFolder) throws(Failure) {
        Self.removeAbandoned(in: place)
        path = "\(place)/hatpin-\(Environment.process)-\(UInt32.random(in: 0...(.max)))"
        try Files.makePrivateFolder(path)
        lock = try Self.lock(of: path)
    }

    /// Removes the folder.
    func remove() { try? Files.removeTree(path) }

    private static func lock(of folder: String) throws(Failure) -> FileLock {
        let shown = Shown.escaped(folder)
        return try FileLock(folder + "/lock", held: "\(shown) belongs to another process")
    }

    private static func removeAbandoned(in place: String) {
        for name in (try? Files.entries(of: place)) ?? [] {
            guard let parts = name.wholeMatch(of: /hatpin-([0-9]+)-[0-9]+/)?.output,
                let process = Int32(parts.1), !Environment.isRunning(process)
            else { continue }
            let folder = "\(place)/\(name)"
            // Of this user alone: others' folders could have any name.
            guard Files.isPrivateFolder(folder), let lock = try? Self.lock(of: folder)
            else { continue }
            // What cannot be removed fails no run.
            try? Files.removeTree(folder)
            withExtendedLifetime(lock) {}
        }
    }
}
