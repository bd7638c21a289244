import Basics
import Reports
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder of run files and evidence.
///
///     .hatpin/runs/20261121-0942-7f3a.ndjson    the run file of one run
///     .hatpin/runs/20261121-0942-7f3a/          the evidence of that run, if any was kept
///     .hatpin/serve/                            the roots that remote clients trust
///     .hatpin/last-audit.json                   the replies of the audit that was stopped last
///     .hatpin/last.ndjson                       a link to the newest run file
///     .hatpin/last                              a link to the newest run's evidence
///
/// Each run has its own names, so that simultaneous runs do not touch each other's files; the links
/// are exchanged atomically.
package struct StateFolder: Sendable {
    /// The number of runs that are kept by default.
    package static let usuallyKept = 50
    /// The folder's name in a writable working directory.
    package static let usual = ".hatpin"

    /// The path as reports show it.
    package let path: String
    /// Whether the user named the folder; a named folder that cannot be written is an error.
    package let isNamed: Bool

    /// The folder of run files and evidence.
    package var runs: String { path + "/runs" }
    /// The folder of the roots of `serve`.
    package var served: String { path + "/serve" }
    /// The link to the newest run file, made at the start of the run.
    package var lastRun: String { path + "/last.ndjson" }
    /// The file of the last interrupted audit, for `audit --resume`.
    package var lastAudit: String { path + "/last-audit.json" }
    /// The link to the evidence of the run that ended last; the link is missing if that run kept no
    /// evidence.
    private var lastEvidence: String { path + "/last" }

    /// Chooses the folder: the named folder, or the folder in `HATPIN_STATE`, or `.hatpin` in the
    /// working directory.
    ///
    /// If the working directory is not writable, chooses a folder below the user's own folder.
    ///
    /// The initializer creates no folder.
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

    /// Whether the working directory is not writable.
    ///
    /// Other obstacles, such as a file named `.hatpin`, are errors that the user must fix.
    private static var isReadOnly: Bool {
        let folders = [usual + "/.", usual + "/runs/."].filter(Files.exists)
        return (folders.isEmpty ? ["."] : folders).contains { folder in
            access(folder, W_OK | X_OK) != 0 && [EROFS, EACCES, EPERM].contains(errno)
        }
    }

    /// The folder for this working directory below `XDG_STATE_HOME` (XDG Base Directory
    /// Specification 0.8), or nil if the user has no home directory.
    ///
    /// Each working directory has its own folder, since `--failed` in one directory would otherwise
    /// repeat cases of another directory.
    private static var ofUser: String? {
        // File systems limit names to 255 bytes; the end of a path is its most specific part.
        let name = Environment.workingDirectory.replacing("/", with: "%").utf8.suffix(200)
        return userFolder.map { $0 + "/" + String(decoding: name, as: UTF8.self) }
    }

    /// Hatpin's folder below `XDG_STATE_HOME`, or nil if the user has no home directory.
    package static var userFolder: String? {
        let named = Environment.variable("XDG_STATE_HOME").flatMap { path in
            // The specification says to ignore relative paths.
            path.hasPrefix("/") ? path : nil
        }
        let home = Environment.variable("HOME").map { $0 + "/.local/state" }
        return (named ?? home).map { $0 + "/hatpin" }
    }

    /// Returns the folder of the secret seed of `serve`: in the folder that the user named, or else
    /// the user's own folder.
    ///
    /// The folder is never `.hatpin` in the working directory, where the author of a repository can
    /// leave a seed.
    ///
    /// - Throws: an `environment` failure if the user has no home directory and named no folder.
    package func secrets() throws(Failure) -> String {
        if isNamed { return served }
        guard let folder = Self.userFolder else {
            throw Failure(
                .environment,
                "cannot store the secret seed of serve: neither HOME nor XDG_STATE_HOME is set",
                help: "name a folder with --state"
            )
        }
        return folder + "/serve"
    }

    /// Creates the state folder, or a folder in it, and keeps its files out of git.
    ///
    /// - Parameters:
    ///   - folder: the state folder itself, `runs` or `served`.
    ///   - mode: the permissions of a new folder.
    /// - Throws: an `environment` failure if the folder cannot be created, or is a link or belongs
    ///   to another user, which would redirect the files.
    package func make(_ folder: String, mode: mode_t = 0o755) throws(Failure) {
        guard !isNamed, path == Self.usual else { return try Files.makeFolder(folder, mode: mode) }
        for folder in Set([path, folder]).sorted() {
            guard let status = try? FileStatus(folder) else { continue }
            guard status.kind != .link, status.isOfUser else {
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
        if !Files.exists(ignored) { try Files.write(Array("*\n".utf8), to: ignored) }
    }

    /// Refuses a file that commands read by default if a link leads out of the working directory.
    ///
    /// The link could lead to an endless device, or to another folder's run, to which lines would
    /// be added.
    ///
    /// - Parameters:
    ///   - path: a path in this folder.
    ///   - reader: the command or option that reads the file.
    /// - Throws: an `environment` failure if a link leads out of the folder.
    package func requireHere(_ path: String, for reader: String) throws(Failure) {
        guard !isNamed, self.path == Self.usual, Files.leadsElsewhere(path) else { return }
        throw Failure(
            .environment,
            "\(reader): \(Shown.escaped(path)) is a link that leads out of the working directory",
            help: "remove it, or name another folder with --state"
        )
    }

    /// Returns the folder where the run with this run file keeps its evidence.
    package static func evidence(besides runFile: String) -> String {
        String(runFile.dropLast(suffix.count))
    }

    private static let suffix = ".ndjson"

    // MARK: One run

    /// Creates the run file of a run and links `last.ndjson` to it, so that `--failed` finds it
    /// even if the run is killed.
    ///
    /// The file's name is the minute of the start and the beginning of the plan's hash, with a
    /// number if another run has that name.
    package func createRunFile(of plan: PlanRecord) throws(Failure) -> RunFile {
        try make(runs)
        let name = "\(plan.started.compact)-\(plan.hash.prefix(4))"
        // A thousand names are far more than the runs of one minute need. If no name is free, the
        // disk has another problem.
        for number in 1...1_000 {
            let path = runs + "/" + name + (number == 1 ? "" : "-\(number)") + Self.suffix
            let file: RunFile
            do {
                file = try RunFile(creating: path)
            } catch {
                guard !error.isBecauseFileExists else { continue }
                throw Failure(.environment, "cannot \(Shown.escaped(error.description))")
            }
            // If a user deletes a run file, the folder of its evidence remains.
            try Files.removeTree(Self.evidence(besides: path))
            try Files.link(lastRun, to: "runs/" + path.dropFirst(runs.count + 1))
            return file
        }
        throw Failure(
            .environment,
            "\(Shown.escaped(runs)) has too many run files from this minute"
        )
    }

    /// Links `last.ndjson` and `last` to the files of a finished run.
    ///
    /// A resumed run whose file is elsewhere gets no links.
    package func setLast(_ runFile: String) throws(Failure) {
        let path = Files.resolved(runFile)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        guard folder == Files.resolved(runs) else { return }
        let name = path.dropFirst((folder?.count ?? 0) + 1)
        try Files.link(lastRun, to: "runs/" + name)
        try removeEvidenceFolder()
        if Files.exists(Self.evidence(besides: runFile)) {
            try Files.link(lastEvidence, to: "runs/" + name.dropLast(Self.suffix.count))
        } else {
            // The link belongs to an earlier run, whose evidence stays.
            unlink(lastEvidence)
        }
    }

    /// Removes `last` if an older version left a folder there, which a link cannot replace.
    private func removeEvidenceFolder() throws(Failure) {
        guard Files.kind(of: lastEvidence) == .folder else { return }
        // The folder is moved first, so that two runs that end at the same time do not both remove
        // it.
        let aside = "\(lastEvidence).\(Environment.process)"
        guard rename(lastEvidence, aside) == 0 else { return }
        try Files.removeTree(aside)
    }

    // MARK: Many runs

    /// Removes all runs except the newest `count`, with their evidence.
    ///
    /// Active runs stay, and so do files that cannot be removed: no run fails because of this
    /// clean-up.
    package func prune(keeping count: Int) {
        let names = (try? Files.entries(of: runs)) ?? []
        let files = names.filter(Self.isRunFile).compactMap { name in
            let path = runs + "/" + name
            return (try? FileStatus(path)).map { (path: path, time: $0.changed) }
        }
        let newestFirst = files.sorted { ($0.time, $0.path) > ($1.time, $1.path) }
        for (path, _) in newestFirst.dropFirst(count) where !RunFile.isBeingWritten(path) {
            // The run file goes last, so that an interrupted clean-up finds the rest next time.
            guard (try? Files.removeTree(Self.evidence(besides: path))) != nil else { continue }
            try? Files.removeTree(path)
        }
    }

    /// Returns whether a name has the form that `createRunFile` uses; other files in the folder are
    /// the user's.
    private static func isRunFile(_ name: String) -> Bool {
        name.wholeMatch(of: /[0-9]{8}-[0-9]{4}-[0-9a-f]{4}(-[0-9]+)?\.ndjson/) != nil
    }
}

extension Instant {
    /// The time in the form `20261121-0942`.
    fileprivate var compact: String {
        let digits = description.filter(\.isNumber)
        return digits.prefix(8) + "-" + digits.dropFirst(8).prefix(4)
    }
}
