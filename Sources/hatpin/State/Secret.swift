import Basics
import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file with a secret: the seed of keys, or a private key.
///
/// Hatpin works in folders that other parties wrote, such as a clone of a repository. If their
/// author knows the key of a root that a device trusts, the author can impersonate any host to that
/// device.
package enum Secret {
    /// Reads a file that only this user can read and that git does not track.
    ///
    /// - Parameter path: the path of a file, or of a pipe that this user opened.
    /// - Returns: the bytes of the file.
    /// - Throws: an `environment` failure if the file cannot be read, belongs to another user, is
    ///   readable by others, or is tracked by git.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        let file: Descriptor
        do {
            file = try Descriptor(path, O_RDONLY)
        } catch {
            throw Failure("read", path, error)
        }
        let status: FileStatus
        do {
            // Use the status of the open file, because the path can lead to another file a moment
            // later.
            status = try file.status
        } catch {
            throw Failure("read", path, error)
        }
        let name = Shown.escaped(path)
        guard status.kind == .file || status.kind == .pipe else {
            throw Failure(.environment, "\(name) is not a file")
        }
        guard status.isOfUser else {
            throw Failure(
                .environment,
                "\(name) holds a secret and belongs to another user",
                help: "use a secret that only you know"
            )
        }
        guard status.isPrivate else {
            throw Failure(
                .environment,
                "\(name) holds a secret that other users can read",
                help: "if no one else has read it: chmod 600 "
                    + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        if status.kind == .file { try requireUntracked(path) }
        do {
            return try file.read()
        } catch {
            throw Failure("read", path, error)
        }
    }

    /// Requires that git does not track the file.
    ///
    /// - Throws: an `environment` failure if git tracks the file, or cannot tell.
    private static func requireUntracked(_ path: String) throws(Failure) {
        let file: String
        do {
            file = try Files.absolute(path)
        } catch {
            throw Failure("read", path, error)
        }
        let folder = Files.folder(of: file)
        guard isInRepository(folder) else { return }
        let name = Shown.escaped(path)
        let answer = listing(of: file.split(separator: "/").last.map(String.init) ?? "", in: folder)
        switch answer?.cause {
        // `git ls-files --error-unmatch` exits with 1 for a file that is not in the index.
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
                "\(name) holds a secret in a git repository, and git cannot tell whether it "
                    + "tracks the file" + (reason ?? ""),
                help: "move the file out of the repository"
            )
        }
    }

    /// Returns whether a folder, or one above it, is the work tree of a repository.
    private static func isInRepository(_ folder: String) -> Bool {
        var folder = folder
        while true {
            if Files.exists(folder == "/" ? "/.git" : folder + "/.git") { return true }
            guard folder != "/" else { return false }
            folder = Files.folder(of: folder)
        }
    }

    /// Returns how git ended after looking for a file in its index, or nil if git cannot start.
    private static func listing(of name: String, in folder: String) -> ProgramEnd? {
        let words = [
            // The repository's own configuration must not start a program.
            "git", "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false",
            "ls-files", "--error-unmatch", "--", name,
        ]
        let known = ["PATH", "HOME", "XDG_CONFIG_HOME"].map { ($0, Environment.variable($0)) }
        // Git must not fetch from the remote either, if the index needs objects that the repository
        // lacks.
        var environment = ["LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"]
        for case (let name, let value?) in known { environment[name] = value }
        let git = ProgramInvocation(words, environment: environment, workingDirectory: folder)
        // The time limit is generous: git reads an index of a million files in a second.
        return try? git.run(until: .now + .seconds(30))
    }
}
