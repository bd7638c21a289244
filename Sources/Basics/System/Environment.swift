#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The clock, the processors, the working directory and the variables of the process.
package enum Environment {
    /// The variables that decide about colour, where they are set.
    package static var colour: [String: String] {
        var found: [String: String] = [:]
        for name in ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR", "TERM"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }

    /// A variable of the environment; nil if it is unset or empty.
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

    /// This process' number.
    package static var process: Int32 { getpid() }

    /// Whether there is a process of a number, as far as this one can see.
    package static func isRunning(_ process: Int32) -> Bool {
        kill(process, 0) == 0 || errno != ESRCH
    }

    /// The number of the user whose rights this process has.
    package static var user: UInt32 { geteuid() }

    /// The folder for temporary files (POSIX.1-2024, `TMPDIR`), which users share.
    package static var temporaryFolder: String {
        guard let named = variable("TMPDIR"), named.hasPrefix("/") else { return "/tmp" }
        return named
    }

    /// From the file system's root.
    package static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "." }
        defer { free(path) }
        return String(cString: path)
    }

    /// A path from the file system's root as it is written here: without the working directory in
    /// front where it is below that.
    package static func fromHere(_ path: String) -> String {
        let here = workingDirectory
        if path == here { return "." }
        return path.hasPrefix(here + "/") ? String(path.dropFirst(here.count + 1)) : path
    }

    /// Whether a step of GitHub's runs the command (GitHub's documentation, "Default environment
    /// variables").
    package static var isGitHub: Bool { variable("GITHUB_ACTIONS") != nil }

    /// From the root of the repository that a step of GitHub's works on to the working directory;
    /// empty where they are one, and elsewhere.
    package static var folderInRepository: String {
        guard let root = variable("GITHUB_WORKSPACE") else { return "" }
        let here = workingDirectory
        return here.hasPrefix(root + "/") ? String(here.dropFirst(root.count + 1)) : ""
    }

    /// The file that this process runs; its name as it was called, where the system does not say.
    package static var executable: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return CommandLine.arguments.first ?? "hatpin" }
        return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether there is a file or folder of this path.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }
}
