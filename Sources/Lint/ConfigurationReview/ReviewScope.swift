/// The files that reviews read, and the source files that they did not read.
package struct ReviewScope: Hashable, Sendable {
    /// A searched folder.
    package struct Folder: Hashable, Sendable {
        package let path: String
        /// The numbers of files that were read and of folders that were not entered.
        package let files, skippedFolders: Int
        /// The number of files and folders that patterns exclude.
        package let excluded: Int
    }

    /// A file that the user named.
    package struct Named: Hashable, Sendable {
        package let path: String
        /// The language of the file; nil if it is not source code.
        package let language: String?
        /// The systems that the file belongs to, or its language if it is source code of no known
        /// system.
        package let kinds: [String]
    }

    package private(set) var folders: [Folder] = []
    package private(set) var named: [Named] = []
    package private(set) var unread = UnreadSources()

    package init() {}

    /// Whether the user named neither a folder nor a file.
    package var isEmpty: Bool { folders.isEmpty && named.isEmpty && unread.isEmpty }

    /// Returns the systems that a named file belongs to; empty for a file of no system.
    package func kinds(of path: String) -> [String] {
        named.first { $0.path == path }?.kinds ?? []
    }

    /// The number of files to which rules were applied.
    package var readFiles: Int {
        folders.reduce(0) { $0 + $1.files } + named.count { !$0.kinds.isEmpty }
    }

    /// The number of files and folders that patterns exclude.
    package var excluded: Int { folders.reduce(0) { $0 + $1.excluded } }

    package mutating func add(_ review: FolderReview, of path: String) {
        folders.append(
            Folder(
                path: path,
                files: review.files,
                skippedFolders: review.skippedFolders,
                excluded: review.excluded
            )
        )
        unread.add(review.unread)
    }

    /// Adds a file that the user named.
    ///
    /// - Returns: false for a file that Hatpin cannot review, such as a picture.
    package mutating func add(_ review: Review) -> Bool {
        if let kind = review.unreadKind {
            unread.add(kind, because: review.obstacle)
        } else if review.isRead {
            named.append(
                Named(path: review.file, language: review.language, kinds: review.kinds)
            )
        } else {
            return false
        }
        return true
    }
}

/// Source files in languages that Hatpin cannot read, counted by kind.
package struct UnreadSources: Hashable, Sendable {
    private var counts: [String: Int] = [:]
    /// The reason why files in a language with rules could not be read; nil if there were no such
    /// files.
    package private(set) var obstacle: String?

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    /// The kinds, such as `.rb`, with their number of files; the most frequent first.
    package var kinds: [(name: String, files: Int)] {
        counts.map { (name: $0.key, files: $0.value) }
            .sorted { ($1.files, $0.name) < ($0.files, $1.name) }
    }

    /// The counts as text, such as `31 .rb, 12 .cs, 2 .tf`, with the obstacle; empty if no file was
    /// counted.
    package var words: String {
        kinds.map { "\($0.files) \($0.name)" }.joined(separator: ", ")
            + (obstacle.map { " (\($0))" } ?? "")
    }

    /// Counts a file.
    ///
    /// - Parameters:
    ///   - kind: the kind of the file.
    ///   - obstacle: why files of the kind cannot be read; nil if Hatpin has no rules for them.
    package mutating func add(_ kind: String, because obstacle: String? = nil) {
        counts[kind, default: 0] += 1
        self.obstacle = self.obstacle ?? obstacle
    }

    package mutating func add(_ others: UnreadSources) {
        counts.merge(others.counts, uniquingKeysWith: +)
        obstacle = obstacle ?? others.obstacle
    }
}

extension UnreadSources {
    /// Returns the name of a file's kind: its extension, or the whole name of a file without
    /// extension.
    static func name(of file: ReviewedFile) -> String {
        let point = file.lastName.lastIndex(of: ".")
        return point.map { file.lastName[$0...].lowercased() } ?? file.lastName
    }

    /// Returns the name in reports for an unread file that may still use TLS; nil for files that
    /// were read or are not source code.
    static func kind(of file: ReviewedFile) -> String? {
        UnreadLanguages.kind(of: file.lastName) ?? UnreadLanguages.script(file.bytes)
    }
}
