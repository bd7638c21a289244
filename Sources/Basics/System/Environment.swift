#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment variables of the process, its folders, its number and user, and its CPU time.
package enum Environment {
    /// The environment variables that decide about colour, if they are set.
    package static var colour: [String: String] {
        var found: [String: String] = [:]
        for name in ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR", "TERM"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }

    /// Returns a variable of the environment; nil if it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The CPU time of this thread, in nanoseconds.
    package static var cpuTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The process number (pid) of this process.
    package static var process: Int32 { getpid() }

    /// Whether a process with this number exists, as far as this process can see.
    package static func isRunning(_ process: Int32) -> Bool {
        kill(process, 0) == 0 || errno != ESRCH
    }

    /// The number of the user with whose rights this process runs.
    package static var user: UInt32 { geteuid() }

    /// The folder for temporary files (POSIX.1-2024, `TMPDIR`), which users share.
    package static var temporaryFolder: String {
        guard let named = variable("TMPDIR"), named.hasPrefix("/") else { return "/tmp" }
        return named
    }

    /// The absolute path of the working directory.
    package static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    /// Shortens an absolute path: removes the working directory from its front.
    package static func fromHere(_ path: String) -> String {
        let here = workingDirectory
        if path == here { return "." }
        return path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
    }

    /// Whether a step of GitHub Actions runs the command (GitHub's documentation, "Default
    /// environment variables").
    package static var isGitHub: Bool { variable("GITHUB_ACTIONS") != nil }

    /// The path from the root of GitHub's checked-out repository to the working directory.
    ///
    /// Empty if both are the same folder, and outside GitHub Actions.
    package static var folderInRepository: String {
        guard let root = variable("GITHUB_WORKSPACE") else { return "" }
        let here = workingDirectory
        return here.hasPrefix(root + "/") ? String(here.dropFirst(root.count + 1)) : ""
    }
}
