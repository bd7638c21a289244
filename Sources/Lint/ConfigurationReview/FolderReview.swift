import Basics

/// The reviews of the files below a folder.
package struct FolderReview: Sendable {
    /// The reviews of files that belong to a system or could not be read, ordered by name.
    package private(set) var reviews: [Review] = []
    /// The number of files that were read: source code, and configurations of a known system.
    package private(set) var files = 0
    /// The source files that were not read.
    package private(set) var unread = UnreadSources()
    /// The number of folders that were not entered: links, build folders and third-party code.
    package private(set) var skippedFolders = 0
    /// The number of folders that patterns exclude, and of excluded files that would have been
    /// read.
    package private(set) var excluded = 0

    /// The largest file to read, in bytes; larger than any hand-written configuration or source
    /// file.
    static let maximumSize = 1 << 20
    private static let skipped: Set = [
        ".git", ".build", ".gradle", ".idea", "build", "Build", "DerivedData", "Pods", "Carthage",
        "node_modules", "site-packages", "dist-packages", "vendor",
    ]

    private let search: SourceSearch?
    private var paths: [String] = []

    /// Reads every file below a folder, except files that `.gitignore`, `.hatpinignore` or
    /// `patterns` exclude.
    ///
    /// The search follows no links, and enters no build folders and no third-party code.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - patterns: further patterns, in the format of `.gitignore`.
    ///   - context: the context of the reviews.
    /// - Throws: an error if the folder itself cannot be read.
    package init(
        _ folder: String,
        excluding patterns: [String] = [],
        context: ReviewContext
    ) throws(FileError) {
        search = context.search
        try collect(folder, ExcludedPaths(below: folder, patterns))
        var context = context
        context.folder = folder
        context.surroundings = ProjectFiles(paths) { try? Self.read($0) }
        for path in context.surroundings.files(.networkSecurityConfig) {
            guard let bytes = try? Self.read(path) else { continue }
            let review = Review.file(bytes, named: path, context: context)
            guard review.findings.contains(where: \.isOutage) else { continue }
            context.surroundings.add(path, showing: .brokenNetworkSecurityConfig)
        }
        var rest = paths[...]
        while !rest.isEmpty { review(&rest, context) }
    }

    /// The most bytes of files that are read at once.
    private static let batch = 64 << 20

    /// Removes as many paths from the start of `paths` as a batch holds, and reviews their files.
    private mutating func review(_ paths: inout ArraySlice<String>, _ context: ReviewContext) {
        var files: [(path: String, bytes: [UInt8])] = []
        var size = 0
        while size < Self.batch, let path = paths.popFirst() {
            do throws(FileError) {
                let bytes = try Self.read(path)
                files.append((path, bytes))
                size += bytes.count
            } catch {
                reviews.append(.unreadable(path, error.reason))
            }
        }
        for review in Review.files(files, context: context) {
            if review.isRead { self.files += 1 }
            if let kind = review.unreadKind { unread.add(kind, because: review.obstacle) }
            if !review.kinds.isEmpty || !review.unread.isEmpty { reviews.append(review) }
        }
    }

    private static func read(_ path: String) throws(FileError) -> [UInt8] {
        try Files.readRegular(path, limit: maximumSize)
    }

    /// Returns whether the first line of a file without an extension shows that it is a script.
    private static func isScript(_ path: String, _ name: String) -> Bool {
        !name.contains(".") && (try? read(path))?.starts(with: Array("#!".utf8)) == true
    }

    /// Finds the files in the order of their names; files in a folder come at the folder's
    /// position.
    private mutating func collect(
        _ folder: String,
        _ excluded: ExcludedPaths
    ) throws(FileError) {
        var excluded = excluded
        // The remaining names in each open folder, the next name last. Folders can be nested more
        // deeply than the call stack allows.
        var open = [try entries(of: folder, &excluded)]
        while let last = open.indices.last {
            guard let entry = open[last].names.popLast() else {
                open.removeLast()
                excluded.leave()
                continue
            }
            let folder = open[last].folder
            let path = folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
            guard entry.isText, Files.isReachable(path) else {
                nameUnread(path, entry)
                continue
            }
            switch Files.kind(of: path) {
            case .file: add(path, entry.name, excluded)
            case .folder where Self.skipped.contains(entry.name): skippedFolders += 1
            case .folder where excluded.contains(path, isFolder: true): self.excluded += 1
            case .folder:
                // If a folder cannot be listed, continue with the other folders.
                do throws(FileError) {
                    open.append(try entries(of: path, &excluded))
                } catch {
                    reviews.append(.unreadable(path, error.reason))
                }
            case .link: skippedFolders += 1
            case .pipe, .other, nil: break
            }
        }
    }

    private typealias Entry = (name: String, isText: Bool)

    /// Returns the entries of a folder in reverse order, after entering the folder for its
    /// patterns.
    private mutating func entries(
        of folder: String,
        _ excluded: inout ExcludedPaths
    ) throws(FileError) -> (folder: String, names: [Entry]) {
        let names = try Files.names(in: folder).sorted { $0.name > $1.name }
        for (file, reason) in excluded.enter(folder) { reviews.append(.unreadable(file, reason)) }
        return (folder, names)
    }

    private mutating func add(_ path: String, _ name: String, _ excluded: ExcludedPaths) {
        if FileKinds.areReviewed(name) || search?.readsSettings(path) ?? false
            || Self.isScript(path, name)
        {
            if excluded.contains(path, isFolder: false) {
                self.excluded += 1
            } else {
                paths.append(path)
            }
        } else if let kind = UnreadLanguages.kind(of: name),
            !excluded.contains(path, isFolder: false)
        {
            unread.add(kind)
        }
    }

    /// Records a file or folder that cannot be opened by its path.
    private mutating func nameUnread(_ path: String, _ entry: Entry) {
        let isPlain = !entry.name.contains(".") || FileKinds.areReviewed(entry.name)
        guard isPlain, !Self.skipped.contains(entry.name) else { return }
        // No command accepts a path that is too long, and in a message the whole path would hide
        // the reason.
        let isLong = entry.isText
        reviews.append(
            isLong
                ? .unreadable(path.prefix(200) + "…", "its path is too long")
                : .unreadable(path, "its name is not UTF-8")
        )
    }
}

/// The names of files that a system may recognize.
private enum FileKinds {
    /// The extensions of files that are not source code but may belong to a system.
    private static let endings: Set = [
        "xml", "plist", "json", "lock", "pbxproj", "cer", "crt", "der",
    ]

    static func areReviewed(_ name: String) -> Bool {
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        return name == "Podfile" || endings.contains(ending)
            || SourceLanguage.of(name, []) != nil
    }
}
