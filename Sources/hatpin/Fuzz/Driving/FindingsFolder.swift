import Basics

/// The folder of findings; each finding has a folder with its input and the command that reproduces
/// it.
package struct FindingsFolder: Sendable {
    /// The default path, relative to the working directory.
    package static let standard = "findings"

    let path: String

    /// - Parameter path: the path of the folder, which need not exist yet.
    package init(_ path: String = standard) {
        self.path = path
    }

    /// Returns the path of the finding with this name, whether it exists or not.
    func folder(of name: String) -> String { "\(path)/\(name)" }

    /// Whether there is a finding of this name.
    func has(_ name: String) -> Bool { Files.exists(folder(of: name)) }

    /// Returns the findings whose names begin with `prefix`, sorted.
    func names(prefix: String) -> [String] {
        ((try? Files.entries(of: path)) ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// Creates the folder at the start, so that a long run does not end with findings that cannot
    /// be written.
    func prepare() throws(Failure) {
        if path == Self.standard {
            try Files.requireHere(path, help: "name the folder: --findings \(path)")
        }
        try Files.makeFolder(path)
        guard Files.isWritable(path) else {
            throw Failure(
                .environment,
                "cannot write to \(Shown.escaped(path))",
                help: "choose another folder with --findings"
            )
        }
    }

    /// Writes a finding atomically.
    ///
    /// The finding's files are given by name. The first line of `report.txt` is the command that
    /// reproduces the finding. An existing finding is kept.
    func write(_ files: [String: [UInt8]], as name: String) throws(Failure) {
        // Several processes may write the same finding at once.
        let new = folder(of: ".\(name).\(Environment.process)")
        try Files.removeTree(new)
        try Files.makeFolder(new)
        for (file, bytes) in files { try Files.write(bytes, to: "\(new)/\(file)") }
        try Files.settle(new, as: folder(of: name))
    }
}
