import FileFormat
import Findings
import SourceText

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

    /// More than any file of configuration or source code that a person wrote, in bytes.
    static let maximumSize = 1 << 20
    /// Deeper than projects nest, and far from what a stack holds.
    private static let maximumDepth = 64
    private static let skipped: Set = [
        ".git", ".build", ".gradle", ".idea", "build", "Build", "DerivedData", "Pods", "Carthage",
        "node_modules", "site-packages", "dist-packages", "vendor",
    ]

    private var paths: [String] = []

    /// Reads every file below a folder; links are not followed.
    ///
    /// - Throws: where the folder itself cannot be read.
    package init(_ folder: String, context: ReviewContext) throws(RegularFile.Failure) {
        try collect(folder, depth: 0)
        var context = context
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

    private mutating func collect(_ folder: String, depth: Int) throws(RegularFile.Failure) {
        for name in try RegularFile.names(in: folder).sorted() where name != "." && name != ".." {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            switch RegularFile.kind(of: path) {
            case .file where FileKinds.areReviewed(name) || Self.isScript(path, name):
                paths.append(path)
            case .folder where !Self.skipped.contains(name) && depth < Self.maximumDepth:
                // A folder that cannot be listed is not the end of the others.
                do throws(RegularFile.Failure) {
                    try collect(path, depth: depth + 1)
                } catch {
                    reviews.append(.unreadable(path, error.reason))
                }
            case .folder, .link: skippedFolders += 1
            case .file: if let kind = UnreadLanguages.kind(of: name) { unread.add(kind) }
            case .other: break
            }
        }
    }
}

/// Names of files that a system may know.
private enum FileKinds {
    /// Those that are not source code.
    private static let endings: Set = [
        "xml", "plist", "htaccess", "headers", "json", "lock", "pbxproj", "cer", "crt", "der",
    ]

    static func areReviewed(_ name: String) -> Bool {
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        return name == "Podfile" || endings.contains(ending) || Language.of(name, []) != nil
    }
}
