import Foundation

/// A folder of its own with files in it, removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Writes files, given as text by their paths in the folder.
    package init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/hatpin-" + UUID().uuidString
        try makeFolder("")
        for (path, text) in files { try write(text.utf8, to: path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a folder in it, and those above that.
    package func makeFolder(_ path: String) throws {
        let folder = URL(filePath: self.path).appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Writes a file, and makes the folders that it lies in.
    package func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        let file = URL(filePath: self.path).appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
    }
}
