import Foundation

/// A temporary folder with files, removed with its last reference.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// Makes the folder and writes files, given as text by path.
    package init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/hatpin-" + UUID().uuidString
        try makeFolder("")
        for (path, text) in files { try write(text.utf8, to: path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Makes a subfolder and its parents.
    package func makeFolder(_ path: String) throws {
        let folder = URL(filePath: self.path).appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Writes a file and makes its parent folders.
    package func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        let file = URL(filePath: self.path).appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
    }
}
