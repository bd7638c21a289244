import Basics
import BuiltinFolders
import X509

// Built-in folders, written to disk.

extension BuiltinFolder {
    /// Returns the folder on disk, and creates it if needed.
    ///
    /// Each version unpacks its built-in files once into the user's cache. There, diagnostics and
    /// evidence can point at the files, editors can open them, and programs can be started. If no
    /// cache is writable, the files go into a private folder among the temporary files.
    ///
    /// - Parameter option: the option that names another folder, for the error message.
    /// - Returns: the absolute path of the folder.
    /// - Throws: an `environment` failure if no place is writable.
    func path(unless option: String) throws(Failure) -> String {
        // The home directory may be read-only, as in a container.
        if let cache, let path = try? path(in: cache + "/hatpin") { return path }
        do throws(Failure) {
            let temporary = Environment.temporaryFolder + "/hatpin-\(Environment.user)"
            try Files.makePrivateFolder(temporary)
            return try path(in: temporary)
        } catch {
            throw error.adding(
                "set XDG_CACHE_HOME to a writable folder, or name the \(noun) with \(option)"
            )
        }
    }

    private func path(in place: String) throws(Failure) -> String {
        let folder = place + "/\(noun)-\(version)"
        let root = folder + "/" + name
        // Programs are started from the folder, so another user must not own it. The folder is
        // created before it is checked, since another user may create it at any moment.
        try Files.makeFolder(place)
        guard Files.isOwn(place) else {
            throw Failure(
                .environment,
                "\(Shown.escaped(place)) belongs to another user, or is a link"
            )
        }
        if Files.isOwn(folder), isWhole(root) { return root }
        // A cache cleaner may have deleted files, or an editor may have changed files.
        if Files.exists(folder) { try Files.removeTree(folder) }
        // The folder gets its name only when it is complete, because another process may look for
        // it at the same time.
        let partial = folder + ".\(Environment.process)"
        do throws(Failure) {
            try unfold(into: partial + "/" + name)
            try Files.settle(partial, as: folder)
        } catch {
            try? Files.removeTree(partial)
            throw error
        }
        return root
    }

    /// Returns whether the file at a path below a suite's folder equals the built-in file, which
    /// Hatpin's own tests check for mistakes.
    static func isScenario(_ path: String, _ bytes: [UInt8]) -> Bool {
        // A text of another length differs, so it need not be decoded.
        guard let file = scenariosByPath[path], file.base64.count == (bytes.count + 2) / 3 * 4
        else { return false }
        return Base64.decode(file.base64) == bytes
    }

    private static let scenariosByPath = Dictionary(
        scenarios.files.map { ($0.path, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private var noun: String { name.lowercased() }

    /// Returns whether a folder contains exactly these files with their content, and only this user
    /// can write to it.
    private func isWhole(_ root: String) -> Bool {
        guard let found = Files.ownTree(root) else { return false }
        let expected = files
        return found.count == expected.count
            && zip(found.sorted(), expected).allSatisfy { path, file in
                path == file.path
                    && (try? Files.read(root + "/" + path)) == Base64.decode(file.base64)
            }
    }

    private func unfold(into root: String) throws(Failure) {
        var folders: Set<String> = []
        for file in files {
            let path = root + "/" + file.path
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            if folders.insert(folder).inserted { try Files.makeFolder(folder) }
            try Files.write(Base64.decode(file.base64) ?? [], to: path)
        }
    }

    /// The user's cache folder (XDG Base Directory Specification 0.8), or nil for a user without a
    /// home directory.
    private var cache: String? {
        if let named = Environment.variable("XDG_CACHE_HOME"), named.hasPrefix("/") { return named }
        return Environment.variable("HOME").map { $0 + "/.cache" }
    }
}
