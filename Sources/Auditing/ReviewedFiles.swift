import ConfigurationReview
import FileFormat
import Findings
import Reports
import Scenarios
import Sessions
import Surroundings

/// The mistakes of the files that a command line names.
package struct ReviewedFiles: Sendable {
    /// A file that is larger is not read; the largest configuration is a tenth of it.
    private static let largestFile = 1 << 20

    package internal(set) var reviews: [Review] = []
    /// The extent of the search in each folder, a line each.
    package private(set) var scope = ""

    /// Reviews the files among these arguments.
    ///
    /// - Parameters:
    ///   - arguments: parties too, which have no file.
    ///   - context: the circumstances.
    /// - Throws: environment, where a file cannot be read; invalid scenario for one that is too
    ///   large.
    package init(_ arguments: [String], context: ReviewContext) throws(Failure) {
        for path in arguments where Environment.exists(path) && !path.hasSuffix(".yaml") {
            guard !Self.isFolder(path) else {
                try add(folder: path, context)
                continue
            }
            guard let bytes = try Files.read(path, limit: Self.largestFile) else {
                throw Failure(.invalidScenario, "\(Shown.escaped(path)) has more than 1 MiB")
            }
            let review = Review.file(bytes, named: path, context: context)
            if !review.kinds.isEmpty { reviews.append(review) }
        }
    }

    /// Whether an argument names a folder, whose files are reviewed and judged no further.
    package static func isFolder(_ argument: String) -> Bool {
        guard let path = try? RegularFile.resolved(argument) else { return false }
        return RegularFile.kind(of: path) == .folder
    }

    private mutating func add(folder: String, _ context: ReviewContext) throws(Failure) {
        let name = Shown.escaped(folder)
        let found: FolderReview
        do {
            found = try FolderReview(folder, context: context)
        } catch {
            throw Failure(.environment, "cannot read \(name): \(error.reason)")
        }
        reviews += found.reviews
        let files = Prose.count(found.files, "file")
        scope += "looked at \(files) below \(name)"
        let folders = Prose.count(found.skippedFolders, "folder")
        scope +=
            found.skippedFolders > 0 ? "; left out \(folders): links, builds, others' code\n" : "\n"
    }

    package var findings: [Finding] { reviews.flatMap(\.findings) }

    /// Whether a finding is graver than the tolerated ones; a note is no fault.
    package func isTooWeak(allowing allowed: Scenario.Importance?) -> Bool {
        findings.compactMap(\.gravity.importance).contains { importance in
            allowed.map { importance > $0 } ?? true
        }
    }

    /// Whether a mend can be said exactly.
    package var hasMends: Bool { findings.contains { $0.mend?.edits.isEmpty == false } }

    /// Shows the mends as a change of the files, or makes it; what makes a file weaker is left out.
    ///
    /// - Parameters:
    ///   - isWritten: whether the files are changed.
    ///   - allowed: the gravest finding that is tolerated.
    ///   - context: the circumstances of the reviews.
    ///   - trial: puts mended configurations before worlds.
    /// - Returns: wrong verdict where a finding stays, or none of them is mended yet.
    /// - Throws: environment, where a file cannot be written.
    package func mend(
        isWritten: Bool,
        allowing allowed: Scenario.Importance?,
        context: ReviewContext,
        _ trial: MendTrial
    ) async throws(Failure) -> Exit {
        var left = findings.count { $0.gravity != .note }
        for review in reviews {
            let patch = FilePatch(of: review, context: context)
            let file = Shown.escaped(review.file)
            guard patch.mended > 0 else { continue }
            let verdict = await trial.verdict(on: review.file, mended: patch.result)
            guard verdict?.isWorse != true else {
                try tell("\(file): no mend is proposed, because attacks would pass that do not now")
                continue
            }
            if isWritten {
                try Files.replace(review.file, by: patch.result)
                left -= patch.mended
                try tell("\(file): mended \(Prose.count(patch.mended, "mistake"))")
            } else {
                try StandardStream.output.write(Self.shown(patch.diff(of: review.file)))
            }
            if let verdict { try tell("\(file): with these mends: \(verdict.words)") }
        }
        if left > 0, isWritten {
            try tell("\(Prose.count(left, "mistake")) left, which only their owner can mend")
        }
        let isWeak = isTooWeak(allowing: allowed) && (!isWritten || left > 0)
        return isWeak ? .wrongVerdict : .success
    }

    /// On standard error, beside the change.
    private func tell(_ words: String) throws(Failure) {
        try StandardStream.error.write("hatpin: \(words)\n")
    }

    /// A terminal gets no control characters of a file; tabs and line ends are a patch's own.
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

extension Gravity {
    /// The rank of a weakness; nil for a note.
    fileprivate var importance: Scenario.Importance? { Scenario.Importance(rawValue: rawValue) }
}
