import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files of a running process: the executable and the files that it has loaded.
package struct LoadedFiles: Hashable, Sendable {
    /// The path of the file that was executed.
    package let executable: String
    /// The paths of all files mapped in the process's memory, in the order of loading.
    package let loaded: [String]

    /// Makes the value; each parameter sets the property with its name.
    package init(executable: String, loaded: [String]) {
        (self.executable, self.loaded) = (executable, loaded)
    }

    /// Returns the files of each process that has a socket, among the processes with this
    /// environment entry, `NAME=VALUE`, and their descendants.
    package static func all(with entry: String) -> [LoadedFiles] {
        let processes = ListedProcess.all
        var family = Set(
            processes.map(\.number).filter { Daemons.has(Array(entry.utf8), $0) }
        )
        // A child has a higher number than its parent, unless the numbers have restarted.
        for process in processes.sorted(by: { $0.number < $1.number })
        where family.contains(process.parent) {
            family.insert(process.number)
        }
        return family.filter(hasSocket).sorted().compactMap(LoadedFiles.init)
    }

    private init?(of process: pid_t) {
        guard let executable = Files.target(of: "/proc/\(process)/exe") else { return nil }
        self.executable = executable
        let lines = contents("/proc/\(process)/maps").split(separator: 10)
        var seen: Set<String> = []
        // Linux assigns addresses to mappings from high to low, so the last line is the first
        // mapping.
        loaded = lines.reversed().compactMap { line in
            guard let slash = line.firstIndex(of: 47) else { return nil }
            let path = String(decoding: line[slash...], as: UTF8.self)
            return seen.insert(path).inserted ? path : nil
        }
    }

    /// Whether the executable contains a text.
    package func executableContains(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let file = try? Descriptor(executable, O_RDONLY), !bytes.isEmpty else {
            return false
        }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        // Keep the end of the previous part, because the text may start there.
        var kept = 0
        while true {
            let count = part.withUnsafeMutableBytes { buffer in
                read(file.number, buffer.baseAddress?.advanced(by: kept), buffer.count - kept)
            }
            guard count > 0 else { return false }
            if part.prefix(kept + count).firstPlace(of: bytes) != nil { return true }
            let rest = min(bytes.count - 1, kept + count)
            part.replaceSubrange(..<rest, with: Array(part[(kept + count - rest)..<(kept + count)]))
            kept = rest
        }
    }
}

/// A process and its parent.
private struct ListedProcess {
    let number, parent: pid_t

    static var all: [ListedProcess] {
        names(in: "/proc").compactMap { pid_t($0) }.compactMap(ListedProcess.init)
    }

    init?(_ number: pid_t) {
        // The state and the parent follow the name, which is in parentheses and may contain
        // parentheses.
        let stat = contents("/proc/\(number)/stat")
        guard let end = stat.lastIndex(of: 41) else { return nil }
        let words = stat[(end + 1)...].split(separator: 32)
        guard words.count > 1, let parent = pid_t(String(decoding: words[1], as: UTF8.self)) else {
            return nil
        }
        (self.number, self.parent) = (number, parent)
    }
}

private func hasSocket(_ process: pid_t) -> Bool {
    let folder = "/proc/\(process)/fd"
    return names(in: folder).contains {
        Files.target(of: "\(folder)/\($0)")?.hasPrefix("socket:") == true
    }
}

/// The names in a folder; empty if the folder cannot be read.
private func names(in folder: String) -> [String] { (try? Files.entries(of: folder)) ?? [] }

/// Returns the whole content of a file of /proc; empty if the file cannot be read.
func contents(_ path: String) -> [UInt8] {
    (try? Files.readRegular(path, limit: Descriptor.largestInput)) ?? []
}
