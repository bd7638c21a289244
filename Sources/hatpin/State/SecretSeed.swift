import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A seed that only this user knows, kept in a file from one start to the next.
///
/// The keys of forged roots follow from a seed, and that of runs is known to all. A root that a real
/// device is told to trust must not have a key that all can derive.
package enum SecretSeed {
    /// Reads the seed in a folder; where there is none, makes one.
    ///
    /// - Parameter folder: made for its owner alone; those above it are there.
    /// - Returns: a number above 1.
    /// - Throws: environment, where the file cannot be read or written or is no seed.
    package static func read(in folder: String) throws(Failure) -> UInt64 {
        try Files.makeFolder(folder, mode: 0o700)
        let path = folder + "/seed"
        if !Environment.exists(path) {
            // Not 0, which stands for a secret in run files, nor the seed of runs, 1.
            let seed = UInt64.random(in: 2...UInt64.max)
            // Where another process was first, its seed is read.
            try Files.writeOnce(Array("\(seed)\n".utf8), to: path, mode: 0o600)
        }
        let text = String(decoding: try Secret.read(path), as: UTF8.self)
        guard let seed = UInt64(text.split(separator: "\n").first ?? ""), seed > 1 else {
            throw Failure(
                .environment,
                "\(Shown.escaped(path)) is no seed",
                help: "remove it for a new one; devices must then trust a new root"
            )
        }
        return seed
    }
}
