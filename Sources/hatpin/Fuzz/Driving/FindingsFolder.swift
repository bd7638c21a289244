import Basics

/// The folder with a folder for each finding: the input that broke a property, and how to see it
/// again.
package struct FindingsFolder: Sendable {
    /// The folder's path where none is given, relative to the working directory.
    package static let standard = "findings"

    let path: String

    /// - Parameter path: of the folder, which need not exist yet.
    package init(_ path: String = standard) {
        self.path = path
    }

    /// Where the finding of this name stands, or will.
    func folder(of name: String) -> String { "\(path)/\(name)" }

    /// Whether there is a finding of this name.
    func has(_ name: String) -> Bool { Environment.exists(folder(of: name)) }

    /// The findings whose names begin with `prefix`, in their order.
    func names(prefix: String) -> [String] {
        ((try? Files.entries(of: path)) ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// Makes the folder, so that a night does not begin whose findings could not be kept.
    func prepare() throws(Failure) {
        if path == Self.standard {
            try Files.requireHere(path, help: "--findings \(path) names the folder")
        }
        try Files.makeFolder(path)
        guard Files.isWritable(path) else {
            throw Failure(
                .environment,
                "cannot write to \(Shown.escaped(path))",
                help: "--findings takes another folder"
            )
        }
    }

    /// Writes a finding whole or not at all: files by name, `report.txt` among them, whose first
    /// line is the command that shows the finding again.
    ///
    /// One that stands there already stays.
    func write(_ files: [String: [UInt8]], as name: String) throws(Failure) {
        // Several processes may find the same at once.
        let new = folder(of: ".\(name).\(Environment.process)")
        try Files.removeTree(new)
        try Files.makeFolder(new)
        for (file, bytes) in files { try Files.write(bytes, to: "\(new)/\(file)") }
        if try !Disk.moveFolder(new, toNew: folder(of: name)) { try Files.removeTree(new) }
    }
}
