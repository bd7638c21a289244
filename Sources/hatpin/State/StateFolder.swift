import Basics
import Reports
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder where runs leave their files.
///
///     .hatpin/runs/20261121-0942-7f3a.ndjson    the run file of one run
///     .hatpin/runs/20261121-0942-7f3a/          the evidence of that run, if any was kept
///     .hatpin/serve/                            the roots that remote clients trust
///     .hatpin/last-audit.json                   the replies of the audit that was stopped last
///     .hatpin/last.ndjson                       a link to the newest run file
///     .hatpin/last                              a link to the newest run's evidence
///
/// Each run has names of its own, so that runs at the same time do not touch each other's files;
/// the links are exchanged atomically.
package struct StateFolder: Sendable {
    /// Runs that it keeps unless the user says otherwise.
    package static let usuallyKept = 50
    /// The folder's name in a working directory that can be written.
    package static let usual = ".hatpin"

    /// The path as reports show it.
    package let path: String
    /// Whether the user named it; then a folder that cannot be written is always an error.
    package let isNamed: Bool

    /// The folder of run files and evidence.
    package var runs: String { path + "/runs" }
    /// The folder of the roots of `serve`.
    package var served: String { path + "/serve" }
    /// A link to the newest run file, from the start of the run.
    package var lastRun: String { path + "/last.ndjson" }
    /// The report of the newest audit that was stopped, for `audit --resume`.
    package var lastAudit: String { path + "/last-audit.json" }
    /// A link to the evidence of the run that ended last; absent if it kept none.
    private var lastEvidence: String { path + "/last" }

    /// Chooses the folder: the named one, that of `HATPIN_STATE`, `.hatpin` in the working
    /// directory or, if that cannot be written, the user's own.
    ///
    /// Nothing is created yet.
    package init(named name: String?) {
        if let name = name ?? Environment.variable("HATPIN_STATE") {
            let end = name.lastIndex { $0 != "/" } ?? name.startIndex
            path = String(name[...end])
            isNamed = true
        } else {
            path = Self.isReadOnly ? Self.ofUser ?? Self.usual : Self.usual
            isNamed = false
        }
    }

    /// Whether the working directory does not permit a run to write its files.
    ///
    /// Other obstacles, such as a file of the name `.hatpin`, are errors for the user to fix.
    private static var isReadOnly: Bool {
        let folders = [usual + "/.", usual + "/runs/."].filter(Environment.exists)
        return (folders.isEmpty ? ["."] : folders).contains { folder in
            access(folder, W_OK | X_OK) != 0 && [EROFS, EACCES, EPERM].contains(errno)
        }
    }

    /// A folder for this working directory below `XDG_STATE_HOME` (XDG Base Directory
    /// Specification 0.8); nil if the user has no home directory.
    ///
    /// Working directories do not share one, because `--failed` of one would repeat pairs of
    /// another.
    private static var ofUser: String? {
        // File systems take names of 255 bytes; the end of a path tells most.
        let name = Environment.workingDirectory.replacing("/", with: "%").utf8.suffix(200)
        return userFolder.map { $0 + "/" + String(decoding: name, as: UTF8.self) }
    }

    /// The folder of Hatpin below `XDG_STATE_HOME`; nil if the user has no home directory.
    package static var userFolder: String? {
        let named = Environment.variable("XDG_STATE_HOME").flatMap { path in
            // The specification has relative paths ignored.
            path.hasPrefix("/") ? path : nil
        }
        let home = Environment.variable("HOME").map { $0 + "/.local/state" }
        return (named ?? home).map { $0 + "/hatpin" }
    }

    /// The folder of the secret seed of `serve`: of a folder that the user named, or the user's own.
    ///
    /// Never `.hatpin` in the working directory, where the author of a repository can leave a seed.
    ///
    /// - Throws: environment, where the user has no home directory and named no folder.
    package func secrets() throws(Failure) -> String {
        if isNamed { return served }
        guard let folder = Self.userFolder else {
            throw Failure(
                .environment,
                "there is no place for the secret seed of serve: neither HOME nor XDG_STATE_HOME is set",
                help: "--state names a folder"
            )
        }
        return folder + "/serve"
    }

    /// Makes the state folder, or one in it, and keeps its files out of git.
    ///
    /// - Parameters:
    ///   - folder: the state folder itself, `runs` or `served`.
    ///   - mode: the rights of a folder that is made.
    /// - Throws: environment, where it cannot be made, or the working directory has a link or another
    ///   user's folder in its place, by which files would be written elsewhere.
    package func make(_ folder: String, mode: mode_t = 0o755) throws(Failure) {
        guard !isNamed, path == Self.usual else { return try Files.makeFolder(folder, mode: mode) }
        for folder in Set([path, folder]).sorted() {
            var status = stat()
            guard lstat(folder, &status) == 0 else { continue }
            let isLink = status.st_mode & S_IFMT == S_IFLNK
            guard !isLink, status.st_uid == geteuid() else {
                throw Failure(
                    .environment,
                    "\(folder) is a link, or belongs to another user: files would be written elsewhere",
                    help: "remove it, or name another folder with --state"
                )
            }
        }
        try Files.makeFolder(path)
        try Files.makeFolder(folder, mode: mode)
        let ignored = path + "/.gitignore"
        if !Environment.exists(ignored) { try Files.write(Array("*\n".utf8), to: ignored) }
    }

    /// Refuses a file that commands read here unasked, where a link leads out of the working directory: of
    /// a device without an end, or of a run elsewhere, which would get further lines.
    ///
    /// - Parameters:
    ///   - path: in this folder.
    ///   - reader: the command or option that needs it.
    /// - Throws: environment, where a link leads out.
    package func requireHere(_ path: String, for reader: String) throws(Failure) {
        guard !isNamed, self.path == Self.usual, Files.leadsElsewhere(path) else { return }
        throw Failure(
            .environment,
            "\(reader): \(Shown.escaped(path)) leads out of this folder, by a link",
            help: "remove it, or name another folder with --state"
        )
    }

    /// Where the run with this run file keeps its evidence.
    package static func evidence(besides runFile: String) -> String {
        String(runFile.dropLast(suffix.count))
    }

    private static let suffix = ".ndjson"

    // MARK: One run

    /// Creates the run file of a run and links `last.ndjson` to it, so that `--failed` finds it
    /// even if the run is killed.
    ///
    /// The name is the minute of the start and the beginning of the plan's hash, with a number if
    /// another run has that name.
    package func createRunFile(of plan: PlanRecord) throws(Failure) -> RunFile {
        try make(runs)
        let name = "\(plan.started.compact)-\(plan.hash.prefix(4))"
        // Far more than begin within one minute; then the disk has another problem.
        for number in 1...1_000 {
            let path = runs + "/" + name + (number == 1 ? "" : "-\(number)") + Self.suffix
            let file: RunFile
            do {
                file = try RunFile(creating: path)
            } catch {
                guard !error.isBecauseFileExists else { continue }
                throw Failure(.environment, "cannot \(Shown.escaped(error.description))")
            }
            // A folder without its run file is left over from one that was deleted by hand.
            try Files.removeTree(Self.evidence(besides: path))
            try Files.link(lastRun, to: "runs/" + path.dropFirst(runs.count + 1))
            return file
        }
        throw Failure(.environment, "\(Shown.escaped(runs)) has too many run files of this minute")
    }

    /// Links `last.ndjson` and `last` to the files of a run that has ended; not to those of one that
    /// went on with a file elsewhere.
    package func setLast(_ runFile: String) throws(Failure) {
        let path = Files.resolved(runFile)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        guard folder == Files.resolved(runs) else { return }
        let name = path.dropFirst((folder?.count ?? 0) + 1)
        try Files.link(lastRun, to: "runs/" + name)
        try removeEvidenceFolder()
        if Environment.exists(Self.evidence(besides: runFile)) {
            try Files.link(lastEvidence, to: "runs/" + name.dropLast(Self.suffix.count))
        } else {
            // The link of an earlier run; what it leads to stays.
            unlink(lastEvidence)
        }
    }

    /// Removes `last` where an older version left a folder, which a link cannot replace.
    private func removeEvidenceFolder() throws(Failure) {
        var status = stat()
        guard lstat(lastEvidence, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        // Moved first, so that two runs that end at once do not remove it under each other.
        let aside = "\(lastEvidence).\(Environment.process)"
        guard rename(lastEvidence, aside) == 0 else { return }
        try Files.removeTree(aside)
    }

    // MARK: Many runs

    /// Removes all but the newest `count` runs, with their evidence.
    ///
    /// Runs that are under way stay, and so does what cannot be removed: tidying up fails no run.
    package func prune(keeping count: Int) {
        let names = (try? Files.entries(of: runs)) ?? []
        let files = names.filter(Self.isRunFile).compactMap { name in
            let path = runs + "/" + name
            return Files.modificationTime(of: path).map { (path: path, time: $0) }
        }
        let newestFirst = files.sorted { ($0.time, $0.path) > ($1.time, $1.path) }
        for (path, _) in newestFirst.dropFirst(count) where !RunFile.isBeingWritten(path) {
            // The run file goes last: whatever interrupts this, the rest is found again.
            guard (try? Files.removeTree(Self.evidence(besides: path))) != nil else { continue }
            try? Files.removeTree(path)
        }
    }

    /// Whether `createRunFile` makes such names; other files in the folder are the user's.
    private static func isRunFile(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9]{8}-[0-9]{4}-[0-9a-f]{4}(-[0-9]+)?\.ndjson/) != nil
    }
}

extension Instant {
    /// `20261121-0942`.
    fileprivate var compact: String {
        let digits = description.filter(\.isNumber)
        return digits.prefix(8) + "-" + digits.dropFirst(8).prefix(4)
    }
}
