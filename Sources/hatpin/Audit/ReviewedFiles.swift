import Basics
import Lint
import ScenarioFormat

/// The findings in the files of a command line.
package struct ReviewedFiles: Sendable {
    /// The largest size of a file in bytes, ten times the size of the largest known configuration.
    private static let largestFile = 1 << 20

    package internal(set) var reviews: [Review] = []
    /// The files that were read, and the files that were not read.
    package private(set) var scope = ReviewScope()
    /// The paths from the command line of files that were read, and of source files that were not
    /// read.
    private var known: Set<String> = []

    /// Reviews the files among these arguments.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, which may be parties without a file.
    ///   - patterns: the patterns of files to exclude.
    ///   - context: the settings of the review.
    /// - Throws: an `environment` failure if a file cannot be read; an `invalidScenario` failure
    ///   for a file that is too large, and for a scenario file.
    package init(
        _ arguments: [String],
        excluding patterns: [String] = [],
        context: ReviewContext
    ) throws(Failure) {
        for path in arguments where !Self.isProgram(path) {
            guard !Self.isFolder(path) else {
                try add(folder: path, excluding: patterns, context)
                continue
            }
            guard Files.exists(path) else { continue }
            guard let bytes = try Files.read(path, limit: Self.largestFile) else {
                throw Failure(.invalidScenario, "\(Shown.escaped(path)) is larger than 1 MiB")
            }
            guard FirstKey(of: bytes)?.name != "scenario" || !NamedClient.isMeant(by: path) else {
                throw Failure(
                    .invalidScenario,
                    "\(Shown.escaped(path)) is a scenario, not a configuration",
                    help: "to run it: hatpin run \(Shown.escaped(path))"
                )
            }
            let review = Review.file(bytes, named: path, context: context)
            if scope.add(review) { known.insert(path) }
            if !review.kinds.isEmpty { reviews.append(review) }
        }
    }

    /// Creates the value from earlier reviews.
    init(_ reviews: [Review]) { self.reviews = reviews }

    /// Whether an argument names a folder, whose files are reviewed but not tested.
    package static func isFolder(_ argument: String) -> Bool {
        guard let path = try? Files.absolute(argument) else { return false }
        return Files.kind(of: path) == .folder
    }

    /// Whether an argument names a program: `client/NAME`, or a definition.
    ///
    /// The first key of a definition is `client`; other YAML files are reviewed.
    package static func isProgram(_ argument: String) -> Bool {
        guard NamedClient.isMeant(by: argument) else { return false }
        guard !argument.hasPrefix(NamedClient.prefix), Files.exists(argument),
            let bytes = try? Files.read(argument, limit: largestFile)
        else { return true }
        return FirstKey(of: bytes)?.isNamed("client") ?? true
    }

    /// Whether a named file was reviewed or is source code, so that no model has to read it.
    func isKnown(_ path: String) -> Bool { known.contains(path) }

    private mutating func add(
        folder: String,
        excluding patterns: [String],
        _ context: ReviewContext
    ) throws(Failure) {
        do {
            let found = try FolderReview(folder, excluding: patterns, context: context)
            reviews += found.reviews
            scope.add(found, of: folder)
        } catch {
            throw Failure(
                .environment,
                "cannot read \(Shown.escaped(folder)): \(error.reason)"
            )
        }
    }

    /// Whether a file that may have findings was not read: source code, or a large file.
    package var hasUnread: Bool {
        !scope.unread.isEmpty || reviews.contains { !$0.isRead && !$0.unread.isEmpty }
    }

    /// Requires that some named file was read.
    ///
    /// - Parameter isJudged: whether a configuration or a program was tested.
    /// - Throws: a `nothingSelected` failure with the kinds of the source files that were not read.
    func requireRead(isJudged: Bool) throws(Failure) {
        guard findings.isEmpty, scope.readFiles == 0, !scope.folders.isEmpty || !isJudged else {
            return
        }
        let places =
            (scope.folders.map(\.path) + scope.named.map(\.path)).map(Shown.escaped)
            .joined(separator: ", ")
        let unread = Shown.escaped(scope.unread.words)
        throw Failure(
            .nothingSelected,
            (places.isEmpty ? "no file was read" : "\(places) has nothing that Hatpin can check")
                + (unread.isEmpty ? "" : "; not read: \(unread)"),
            help: "docs/reference/mistakes.md lists the checks by language and system"
        )
    }

    package var findings: [Finding] { reviews.flatMap(\.findings) }

    /// Whether a finding is more severe than allowed; notes do not count.
    package func isTooWeak(allowing allowed: Severity) -> Bool {
        findings.areTooWeak(allowing: allowed)
    }

    /// The files with a fix that can be applied automatically.
    package var fixable: [Review] { reviews.filter { !$0.fixable.isEmpty } }

    /// Shows the fixes as a patch, or applies them; harmful fixes are omitted.
    ///
    /// - Parameters:
    ///   - isWritten: whether to change the files.
    ///   - allowed: the highest severity that does not fail the audit.
    ///   - trial: tests the fixed files.
    /// - Returns: `wrongVerdict` if a finding remains that is more severe than allowed.
    /// - Throws: an `environment` failure if a file cannot be written.
    package func fix(
        isWritten: Bool,
        allowing allowed: Severity,
        _ trial: FixTrial
    ) async throws(Failure) -> Exit {
        var left: [Finding] = []
        var places: Set<PatchPlace> = []
        for review in reviews {
            let (patch, words, leftOut) = try await trial.search(review)
            let file = Shown.escaped(review.file)
            for (finding, harm) in review.leftOut + leftOut {
                let line = finding.place.map { ":\($0.mark.line)" } ?? ""
                let words = "no fix proposed for \(finding.rule): \(harm)"
                try tell(file + line + ": " + Shown.escaped(words))
            }
            let fixed = isWritten ? Set(patch.fixed) : []
            left += review.findings.filter { $0.severity != .note && !fixed.contains($0) }
            guard !patch.fixed.isEmpty else { continue }
            if isWritten {
                guard try Files.read(review.file) == review.bytes else {
                    throw Failure(
                        .environment,
                        "\(file) changed during the audit, and was not written",
                        help: "run the command again"
                    )
                }
                try Files.replace(review.file, by: patch.result)
                try tell("\(file): fixed \(Prose.count(patch.fixed.count, "finding"))")
            } else {
                let (place, path) = place(of: review.file)
                if places.insert(place).inserted, !place.isHere {
                    let folder = Shown.escaped(Prose.shellQuoted(place.folder))
                    try tell(
                        "apply the patch in \(folder): git -C \(folder) apply, or patch -p1 -d \(folder)"
                    )
                }
                try StandardStream.output.write(change: Self.shown(patch.diff(of: path)))
            }
            if let words { try tell("\(file): with these fixes: \(Shown.escaped(words))") }
        }
        if !left.isEmpty, isWritten {
            try tell("\(Prose.count(left.count, "finding")) left to fix by hand")
        }
        return left.areTooWeak(allowing: allowed) ? .wrongVerdict : .success
    }

    /// Returns the folder to which a file's patch applies, and the file's path in it.
    private func place(of file: String) -> (PatchPlace, String) {
        let resolved = (try? Files.absolute(file)) ?? file
        let folder = scope.folders.map(\.path).first {
            file.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/")
        }
        let own = resolved.split(separator: "/").dropLast().joined(separator: "/")
        let named = folder.flatMap { try? Files.absolute($0) } ?? "/" + own
        let place = PatchPlace(of: resolved, named: named)
        return (place, place.path(of: resolved))
    }

    /// Writes a message to standard error, since standard output has the patch.
    private func tell(_ words: String) throws(Failure) {
        try StandardStream.error.write("hatpin: \(words)\n")
    }

    /// Escapes control characters for a terminal, except tabs and line ends, which a patch needs.
    private static func shown(_ diff: String) -> String {
        guard StandardStream.output.isTerminal else { return diff }
        return String(
            String.UnicodeScalarView(
                diff.unicodeScalars.map { scalar in
                    let isPlain =
                        scalar == "\n" || scalar == "\t"
                        || scalar.properties.generalCategory != .control
                    return isPlain ? scalar : "\u{fffd}"
                }
            )
        )
    }
}

extension [Finding] {
    fileprivate func areTooWeak(allowing allowed: Severity) -> Bool {
        contains { $0.severity > allowed }
    }
}
