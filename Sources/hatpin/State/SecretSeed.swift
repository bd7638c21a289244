import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A seed that only this user knows, kept in a file between starts.
///
/// The keys of forged roots are derived from a seed, and the seed of runs is public. A root that a
/// real device trusts must have a key that nobody else can derive.
package enum SecretSeed {
    /// Reads the seed of a folder, or creates it.
    ///
    /// - Parameter folder: the folder, which is created with access for its owner only; its parent
    ///   must exist.
    /// - Returns: a number above 1.
    /// - Throws: an `environment` failure if the file cannot be read or written or is not a seed.
    package static func read(in folder: String) throws(Failure) -> UInt64 {
        try Files.makeFolder(folder, mode: 0o700)
        let path = folder + "/seed"
        if !Files.exists(path) {
            // The seed must not be 0, which marks a secret seed in run files, or 1, which is the
            // seed of runs.
            let seed = UInt64.random(in: 2...UInt64.max)
            // If another process created the file first, read its seed.
            try Files.writeOnce(Array("\(seed)\n".utf8), to: path, mode: 0o600)
        }
        let text = String(decoding: try Secret.read(path), as: UTF8.self)
        guard let seed = UInt64(text.split(separator: "\n").first ?? ""), seed > 1 else {
            throw Failure(
                .environment,
                "\(Shown.escaped(path)) is not a seed",
                help: "remove it to create a new one; devices must then trust the new root"
            )
        }
        return seed
    }
}
