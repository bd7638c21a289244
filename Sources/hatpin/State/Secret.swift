import Basics
import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file with a secret: a seed of keys, or a private key.
///
/// Hatpin works in folders that others wrote, such as a clone of a repository. A key that their author
/// knows, under a root that a device trusts, lets that author impersonate any host to the device.
package enum Secret {
    /// Reads a file that this user alone can read and that no repository distributes.
    ///
    /// - Parameter path: of a file, or of a pipe that this user opened.
    /// - Returns: its bytes.
    /// - Throws: environment, where it cannot be read, belongs to another user, can be read by others,
    ///   or is tracked by git.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Files.failure("read", path, errno) }
        defer { close(descriptor) }
        // Of the descriptor: a path can lead to another file a moment later.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Files.failure("read", path, errno) }
        let name = Shown.escaped(path)
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFIFO else {
            throw Failure(.environment, "\(name) is not a file")
        }
        guard status.st_uid == geteuid() else {
            throw Failure(
                .environment,
                "\(name) holds a secret and belongs to another user",
                help: "use a secret that only you know"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                .environment,
                "\(name) holds a secret that other users can read",
                help: "if no one else has read it: chmod 600 "
                    + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        if kind == S_IFREG { try requireUntracked(path) }
        do {
            return try readAll(from: descriptor)
        } catch {
            throw Files.failure("read", path, error.code)
        }
    }

    /// - Throws: environment, where git tracks the file, or cannot say whether it does.
    private static func requireUntracked(_ path: String) throws(Failure) {
        guard let resolved = realpath(path, nil) else { throw Files.failure("read", path, errno) }
        defer { free(resolved) }
        let file = String(cString: resolved)
        guard let slash = file.lastIndex(of: "/") else { return }
        let folder = slash == file.startIndex ? "/" : String(file[..<slash])
        guard isInRepository(folder) else { return }
        let name = Shown.escaped(path)
        let answer = listing(of: String(file[slash...].dropFirst()), in: folder)
        switch answer?.cause {
        // The exit code of ls-files --error-unmatch for a file that is not in the index.
        case .exited(1): return
        case .exited(0):
            throw Failure(
                .environment,
                "\(name) holds a secret, and git tracks it: everyone with the repository knows it",
                help: "use a secret that only you know, outside the repository"
            )
        default:
            let words = answer.map { String(decoding: $0.standardError, as: UTF8.self) } ?? ""
            let reason = words.split(separator: "\n").first.map { ": " + Shown.escaped(String($0)) }
            throw Failure(
                .environment,
                "\(name) holds a secret in a git repository, and git does not say whether it "
                    + "tracks the file" + (reason ?? ""),
                help: "move the file out of the repository"
            )
        }
    }

    /// Whether a folder or one above it is the work tree of a repository.
    private static func isInRepository(_ folder: String) -> Bool {
        var folder = folder
        while true {
            if Environment.exists(folder == "/" ? "/.git" : folder + "/.git") { return true }
            guard folder != "/", let slash = folder.lastIndex(of: "/") else { return false }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    /// The end of a git that looks for a file in its index; nil if git cannot be started.
    private static func listing(of name: String, in folder: String) -> ProgramEnd? {
        let words = [
            // A repository's own configuration must not have a program started.
            "git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false",
            "ls-files", "--error-unmatch", "--", name,
        ]
        let known = ["PATH", "HOME", "XDG_CONFIG_HOME"].map { ($0, Environment.variable($0)) }
        // Nor must its remote, which git asks for objects that the index needs and the repository lacks.
        var environment = ["LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"]
        for case (let name, let value?) in known { environment[name] = value }
        let git = ProgramInvocation(words, environment: environment, workingDirectory: folder)
        // An index of a million files is read in a second.
        return try? git.run(until: .now + .seconds(30))
    }
}
