import Basics

/// The reviews of the files below a folder.
package struct FolderReview: Sendable {
    /// Of the files that a system knows or that could not be read, in the order of their names.
    package private(set) var reviews: [Review] = []
    /// The files that were read: source code, and configurations that a system knows.
    package private(set) var files = 0
    /// Source files that were not.
    package private(set) var unread = UnreadSources()
    /// The folders that were not entered: links, build folders and those of other people's code.
    package private(set) var skippedFolders = 0
    /// The folders, and the files that would have been read, that patterns exclude.
    package private(set) var excluded = 0

    /// More than any file of configuration or source code that a person wrote, in bytes.
    static let maximumSize = 1 << 20
    private static let skipped: Set = [
        ".git", ".build", ".gradle", ".idea", "build", "Build", "DerivedData", "Pods", "Carthage",
        "node_modules", "site-packages", "dist-packages", "vendor",
    ]

    private var paths: [String] = []

    /// Reads every file below a folder; links are not followed, and what `.gitignore`,
    /// `.hatpinignore` or `patterns` exclude is left out.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - patterns: as a `.gitignore` of the folder has them.
    ///   - context: the circumstances.
    /// - Throws: where the folder itself cannot be read.
    package init(
        _ folder: String,
        excluding patterns: [String] = [],
        context: ReviewContext
    ) throws(RegularFile.Failure) {
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
        for path in paths {
            do throws(RegularFile.Failure) {
                let review = Review.file(try Self.read(path), named: path, context: context)
                if review.isRead { files += 1 }
                if let kind = review.unreadKind { unread.add(kind) }
                if !review.kinds.isEmpty || !review.unread.isEmpty { reviews.append(review) }
            } catch {
                reviews.append(.unreadable(path, error.reason))
            }
        }
    }

    private static func read(_ path: String) throws(RegularFile.Failure) -> [UInt8] {
        try RegularFile.read(path, limit: maximumSize)
    }

    /// Whether a file without an ending says by its first line that it is a script.
    private static func isScript(_ path: String, _ name: String) -> Bool {
        !name.contains(".") && (try? read(path))?.starts(with: Array("#!".utf8)) == true
    }

    /// Finds the files in the order of their names, those of a folder in its place.
    private mutating func collect(
        _ folder: String,
        _ excluded: ExcludedPaths
    ) throws(RegularFile.Failure) {
        var excluded = excluded
        // The names that are left in each folder from the first down, the next at the end: folders
        // nest deeper than a stack is.
        var open = [try entries(of: folder, &excluded)]
        while let last = open.indices.last {
            guard let entry = open[last].names.popLast() else {
                open.removeLast()
                excluded.leave()
                continue
            }
            let folder = open[last].folder
            let path = folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
            guard entry.isText, RegularFile.isReachable(path) else {
                nameUnread(path, entry)
                continue
            }
            switch RegularFile.kind(of: path) {
            case .file: add(path, entry.name, excluded)
            case .folder where Self.skipped.contains(entry.name): skippedFolders += 1
            case .folder where excluded.contains(path, isFolder: true): self.excluded += 1
            case .folder:
                // A folder that cannot be listed is not the end of the others.
                do throws(RegularFile.Failure) {
                    open.append(try entries(of: path, &excluded))
                } catch {
                    reviews.append(.unreadable(path, error.reason))
                }
            case .link: skippedFolders += 1
            case .other: break
            }
        }
    }

    private typealias Entry = (name: String, isText: Bool)

    /// The entries of a folder, the last by name first, once its own patterns count.
    private mutating func entries(
        of folder: String,
        _ excluded: inout ExcludedPaths
    ) throws(RegularFile.Failure) -> (folder: String, names: [Entry]) {
        let names = try RegularFile.entries(in: folder).filter { $0.name != "." && $0.name != ".." }
            .sorted { $0.name > $1.name }
        for (file, reason) in excluded.enter(folder) { reviews.append(.unreadable(file, reason)) }
        return (folder, names)
    }

    private mutating func add(_ path: String, _ name: String, _ excluded: ExcludedPaths) {
        if FileKinds.areReviewed(name) || Self.isScript(path, name) {
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

    /// Names a file or a folder that no path reaches.
    private mutating func nameUnread(_ path: String, _ entry: Entry) {
        let isPlain = !entry.name.contains(".") || FileKinds.areReviewed(entry.name)
        guard isPlain, !Self.skipped.contains(entry.name) else { return }
        // No command takes such a path, and its end would leave no room for the reason.
        let isLong = entry.isText
        reviews.append(
            isLong
                ? .unreadable(path.prefix(200) + "…", "its path is too long")
                : .unreadable(path, "its name is not UTF-8")
        )
    }
}

/// Names of files that a system may know.
private enum FileKinds {
    /// Those that are not source code.
    private static let endings: Set = [
        "xml", "plist", "json", "lock", "pbxproj", "cer", "crt", "der",
    ]

    static func areReviewed(_ name: String) -> Bool {
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        return name == "Podfile" || endings.contains(ending) || Language.of(name, []) != nil
    }
}
