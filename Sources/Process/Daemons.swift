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
    ///     anew at `kernel.pid_max`, so lower ones are older and are not looked at.
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
        // A list of all processes costs more than many programs take: few numbers, which is the
        // rule, are tried one by one.
        if let newest, (0...few).contains(newest - lowest) {
            return Array((lowest...newest).dropFirst())
        }
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

    /// About as many as can be opened in vain in the time that the list takes.
    private static let few: pid_t = 50

    /// The number that the system gave last, which ends /proc/loadavg; nil if it does not say.
    private static var newest: pid_t? {
        let number = open("/proc/loadavg", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(owning: number)
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file.number, &text, text.count)
        let words = text.prefix(max(0, count)).split { $0 == 32 || $0 == 10 }
        return words.last.flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether a process has the entry; a zombie has none, and nor has one of another user to us.
    static func has(_ entry: [UInt8], _ process: pid_t) -> Bool {
        contents("/proc/\(process)/environ").split(separator: 0).contains {
            $0.elementsEqual(entry)
        }
    }
}
