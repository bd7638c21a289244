#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Processes that have left their program's group, such as daemons, and so outlive it.
///
/// They keep the program's environment, by which they are found in /proc. One that has written over
/// its environment is not.
enum Daemons {
    /// Kills processes with this entry of the environment, `NAME=VALUE`, and those that they start
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - entry: one that no other program has.
    ///   - process: the program that began with it. Numbers of processes grow until they begin
    ///     anew at `kernel.pid_max`, so lower ones are older and are not looked at, which would cost
    ///     more than many programs take.
    static func end(with entry: String, startedBy process: pid_t) {
        let entry = Array(entry.utf8)
        // Each round finds what the last one's processes started before they died; a program that
        // goes on for ever has to win that race each time.
        for _ in 0..<100 {
            let found = numbers(above: process).filter { has(entry, $0) }
            guard !found.isEmpty else { return }
            for number in found { kill(number, SIGKILL) }
        }
    }

    private static func numbers(above lowest: pid_t) -> [pid_t] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var numbers: [pid_t] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let number = pid_t(name), number > lowest { numbers.append(number) }
        }
        return numbers
    }

    /// Whether a process has the entry; a zombie has none, and nor has one of another user to us.
    private static func has(_ entry: [UInt8], _ process: pid_t) -> Bool {
        let number = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return false }
        let file = Descriptor(owning: number)
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(file.number, &part, part.count), count > 0 {
            text += part.prefix(count)
        }
        return text.split(separator: 0).contains { $0.elementsEqual(entry) }
    }
}
