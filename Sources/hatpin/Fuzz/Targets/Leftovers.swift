import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The jobs and files that remain from a run, after its end or a SIGKILL.
enum Leftovers {
    /// Ends jobs that still run, copies their new inputs from memory to the corpus, and removes
    /// their folders.
    ///
    /// - Returns: the number of copied inputs.
    static func recover(_ folders: FuzzFolders) throws(Failure) -> Int {
        try endJobs(of: folders)
        let saved = try LiveCorpus(folders).end()
        for file in try Files.entries(of: folders.jobs) {
            try Files.removeTree("\(folders.jobs)/\(file)")
        }
        return saved
    }

    private static func endJobs(of folders: FuzzFolders) throws(Failure) {
        // A job that has just started may have been missed, so this search repeats until it finds
        // none.
        for _ in 0..<100 {
            let jobs = processes(of: folders)
            guard !jobs.isEmpty else { return }
            for job in jobs { kill(job, SIGKILL) }
            usleep(20_000)
        }
        let rest = processes(of: folders).map(String.init).joined(separator: ", ")
        throw Failure(
            .environment,
            "jobs of an earlier run of \(folders.target) do not exit",
            help: "end the processes \(rest)"
        )
    }

    /// Returns the processes of the target's program that work in its folders.
    ///
    /// Other processes of the program may be replaying an input for the user.
    private static func processes(of folders: FuzzFolders) -> [pid_t] {
        let mark = Array(folders.work.utf8) + Array("/".utf8)
        let works = ["-reload=1", "-merge=1", "-minimize_crash=1"]
        return ((try? Files.entries(of: "/proc")) ?? []).compactMap(pid_t.init).filter { process in
            // A process that has exited since the processes were listed cannot be read.
            guard let line = try? Files.read("/proc/\(process)/cmdline", limit: 1 << 20) else {
                return false
            }
            let words = line.split(separator: 0)
            let name = words.first?.split(separator: UInt8(ascii: "/")).last ?? []
            return name.elementsEqual(folders.target.utf8)
                && words.contains { $0.contains(mark) }
                && words.contains { word in works.contains { word.elementsEqual($0.utf8) } }
        }
    }
}
