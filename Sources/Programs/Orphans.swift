import CPrograms

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Processes that a program has left behind outside its group, as daemons are.
///
/// Once their parents have ended they are children of this process, and are known by the home that
/// their program had: each case has one of its own. A namespace of process numbers would end them,
/// too, but makes each program its first process, for which most signals do nothing.
enum Orphans {
    /// Makes this process their parent (prctl(2), PR_SET_CHILD_SUBREAPER).
    static let areAdopted = hatpin_adopt_orphans() == 0

    /// Kills those of the program with this home, and reaps all that have ended.
    static func end(of home: String?) {
        guard areAdopted else { return }
        // A process that is killed leaves its children to us. A program that forks faster than it is
        // killed would keep us here for ever.
        for _ in 0..<mostGenerations where endGeneration(of: home) == 0 { return }
    }

    private static let mostGenerations = 64

    /// Returns how many were killed.
    private static func endGeneration(of home: String?) -> Int {
        var killed = 0
        for process in children where isOrphan(process) {
            let isMeant = home.map { variable("HOME", of: process) == $0 } ?? false
            if isMeant, kill(process, SIGKILL) == 0 { killed += 1 }
            // One that was not killed is reaped if it has ended by itself.
            while waitpid(process, nil, isMeant ? 0 : WNOHANG) == -1, errno == EINTR {}
        }
        return killed
    }

    /// Whether a child was started by a program of ours, and not by us.
    ///
    /// Ours lead groups in our session; children of the C library's `system` are in our own group.
    private static func isOrphan(_ process: pid_t) -> Bool {
        let group = getpgid(process)
        let isOurs = group == process && getsid(process) == getsid(0)
        return group != -1 && group != getpgrp() && !isOurs
    }

    /// Of every thread, since the kernel gives an orphan to any of them; none without
    /// CONFIG_PROC_CHILDREN.
    private static var children: [pid_t] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var children: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.first?.isNumber == true else { continue }
            let text = bytes(of: "/proc/self/task/\(name)/children")
            children += String(decoding: text, as: UTF8.self).split(separator: " ")
                .compactMap { pid_t($0) }
        }
        return children
    }

    /// A variable that a process began with; nil for one without it, and for one that has ended.
    private static func variable(_ name: String, of process: pid_t) -> String? {
        let prefix = Array("\(name)=".utf8)
        return bytes(of: "/proc/\(process)/environ").split(separator: 0)
            .first { $0.starts(with: prefix) }
            .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
    }

    /// The first bytes of a file; none of one that cannot be read.
    private static func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        // More than the variables that a program is given here, and the children of a run.
        return [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
    }
}
