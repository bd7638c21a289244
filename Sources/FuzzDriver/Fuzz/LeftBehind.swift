import Surroundings

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files of jobs of libFuzzer whose run was ended, by us or by a SIGKILL.
enum LeftBehind {
    /// Ends jobs that still run, moves what they found worth keeping to the corpus, and removes
    /// their folders.
    ///
    /// - Returns: how many inputs were saved.
    static func takeUp(_ folders: FuzzFolders) throws(Failure) -> Int {
        try endJobs(of: folders)
        var saved = 0
        for run in try Files.entries(of: folders.jobs) {
            let path = "\(folders.jobs)/\(run)"
            for job in corpora(in: path) {
                for input in try Files.entries(of: job) {
                    try Disk.move("\(job)/\(input)", to: "\(folders.corpus)/\(input)")
                    saved += 1
                }
            }
            try Files.removeTree(path)
        }
        return saved
    }

    /// Folders `C1`, `C2`, … of jobs: named after their contents, as the corpus' own files are.
    private static func corpora(in run: String) -> [String] {
        ((try? Files.entries(of: run)) ?? [])
            .filter { $0.first == "C" && $0.dropFirst().allSatisfy(\.isWholeNumber) }
            .map { "\(run)/\($0)" }
    }

    private static func endJobs(of folders: FuzzFolders) throws(Failure) {
        // A job that was just started may not have been seen: once more, until there is none.
        for _ in 0..<100 {
            let jobs = processes(of: folders)
            guard !jobs.isEmpty else { return }
            for job in jobs { kill(job, SIGKILL) }
            usleep(20_000)
        }
        let rest = processes(of: folders).map(String.init).joined(separator: ", ")
        throw Failure(
            .environment,
            "jobs of an earlier run of \(folders.target) do not end",
            help: "they are processes \(rest)"
        )
    }

    /// Processes of the target's program that were told to write to its folders.
    private static func processes(of folders: FuzzFolders) -> [pid_t] {
        let mark = Array(folders.work.utf8) + Array("/".utf8)
        return ((try? Files.entries(of: "/proc")) ?? []).compactMap(pid_t.init).filter { process in
            // A process that has ended in the meantime cannot be read.
            guard let line = try? Files.read("/proc/\(process)/cmdline", limit: 1 << 20) else {
                return false
            }
            let name = line.prefix { $0 != 0 }.split(separator: UInt8(ascii: "/")).last ?? []
            return name.elementsEqual(folders.target.utf8) && line.contains(mark)
        }
    }
}
