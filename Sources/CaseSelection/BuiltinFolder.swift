import BuiltinScenarios
import PKIX
import Reports
import Surroundings

/// The built-in scenarios as files.
///
/// They are unfolded once for each version of the suite into the user's cache, where diagnostics and
/// evidence can point at them and an editor can open them.
enum BuiltinFolder {
    /// The folder of the scenarios, which is made if it is not there.
    static func path() throws(Failure) -> String {
        let folder = try cache() + "/hatpin/suite-" + BuiltinScenarios.version
        let root = folder + "/Scenarios"
        if isWhole(root) { return root }
        // A cleaner of caches may have taken files of it, or an editor changed some.
        if Environment.exists(folder) { try Files.removeTree(folder) }
        // Complete before it gets its name: another process may look for it at the same time.
        let partial = folder + ".\(Environment.process)"
        do throws(Failure) {
            try unfold(into: partial + "/Scenarios")
            try Files.move(partial, to: folder)
        } catch {
            try? Files.removeTree(partial)
            throw error.adding("XDG_CACHE_HOME names another place for the built-in scenarios")
        }
        return root
    }

    /// Whether each file is there, of the size that it has in the suite.
    private static func isWhole(_ root: String) -> Bool {
        BuiltinScenarios.files.allSatisfy { file in
            let padding = file.base64.suffix(2).count { $0 == UInt8(ascii: "=") }
            let size = file.base64.count / 4 * 3 - padding
            return Files.size(of: root + "/" + file.path) == size
        }
    }

    private static func unfold(into root: String) throws(Failure) {
        var folders: Set<String> = []
        for file in BuiltinScenarios.files {
            let path = root + "/" + file.path
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            if folders.insert(folder).inserted { try Files.makeFolder(folder) }
            try Files.write(Base64.decode(file.base64) ?? [], to: path)
        }
    }

    /// The user's cache (XDG Base Directory Specification 0.8).
    private static func cache() throws(Failure) -> String {
        if let named = Environment.variable("XDG_CACHE_HOME"), named.hasPrefix("/") { return named }
        if let home = Environment.variable("HOME") { return home + "/.cache" }
        throw Failure(
            .environment,
            "there is no place for the built-in scenarios",
            help: "set HOME or XDG_CACHE_HOME, or name a folder with --scenarios"
        )
    }
}
