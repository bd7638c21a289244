/// The files that reviews read, and the source files that they did not.
package struct ReviewScope: Hashable, Sendable {
    /// A folder that was searched.
    package struct Folder: Hashable, Sendable {
        package let path: String
        /// Files in it that were read, and folders that were not entered.
        package let files, skippedFolders: Int
        /// Files and folders that patterns exclude.
        package let excluded: Int
    }

    /// A file that was named by itself.
    package struct Named: Hashable, Sendable {
        package let path: String
        /// The language that it was read as; nil for a file that is not source code.
        package let language: String?
        /// The systems that know it; empty for source code in which nothing is known.
        package let kinds: [String]
    }

    package private(set) var folders: [Folder] = []
    package private(set) var named: [Named] = []
    package private(set) var unread = UnreadSources()

    package init() {}

    /// Whether neither a folder nor a file was named.
    package var isEmpty: Bool { folders.isEmpty && named.isEmpty && unread.isEmpty }

    /// What a named file was taken for; empty for one that no system knows.
    package func kinds(of path: String) -> [String] {
        named.first { $0.path == path }?.kinds ?? []
    }

    /// The number of files in which systems looked for mistakes.
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

    /// Adds a file that was named by itself.
    ///
    /// - Returns: false for one of which nothing can be said, such as a picture.
    package mutating func add(_ review: Review) -> Bool {
        if let kind = review.unreadKind {
            unread.add(kind)
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

/// Source files that no system reads, counted by what reports call them.
package struct UnreadSources: Hashable, Sendable {
    private var counts: [String: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    /// The kinds, such as `.rb`, and how many files are of each; the most frequent first.
    package var kinds: [(name: String, files: Int)] {
        counts.map { (name: $0.key, files: $0.value) }
            .sorted { ($1.files, $0.name) < ($0.files, $1.name) }
    }

    /// `31 .rb, 12 .cs, 2 .tf`; empty where there is none.
    package var words: String { kinds.map { "\($0.files) \($0.name)" }.joined(separator: ", ") }

    package mutating func add(_ kind: String) { counts[kind, default: 0] += 1 }

    package mutating func add(_ others: UnreadSources) {
        counts.merge(others.counts, uniquingKeysWith: +)
    }
}

extension UnreadSources {
    /// What reports call a file that no system knows and that may hold TLS all the same; nil for a
    /// file that was read, and for one that is no source code.
    static func kind(of file: ReviewedFile) -> String? {
        guard let source = file.source else {
            return UnreadLanguages.kind(of: file.lastName) ?? UnreadLanguages.script(file.bytes)
        }
        // Of C, libcurl alone is known.
        guard source.language == .c, mentionsTLS(file) else { return nil }
        let point = file.lastName.lastIndex(of: ".")
        return point.map { file.lastName[$0...].lowercased() } ?? file.lastName
    }

    /// Whether a name in a file of C is one of a TLS library, or of an HTTP library with TLS.
    private static func mentionsTLS(_ file: ReviewedFile) -> Bool {
        let words = ["ssl", "tls", "x509", "winhttp", "wininet", "schannel"]
        let text = String(decoding: file.bytes, as: UTF8.self).lowercased()
        return words.contains { text.contains($0) }
    }
}
