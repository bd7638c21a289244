import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Processes that have left their program's process group, such as daemons, and so outlive the
/// program.
///
/// Hatpin finds these processes in /proc by the program's environment, which they inherit. Hatpin
/// does not find a process that has overwritten its environment.
enum Daemons {
    /// Kills the processes with this environment entry, `NAME=VALUE`, and the processes that they
    /// start before they die.
    ///
    /// - Parameters:
    ///   - entry: an entry that no other program has.
    ///   - process: the program that Hatpin started with the entry. Process numbers grow until
    ///     `kernel.pid_max` and then restart, so lower numbers belong to older processes and are
    ///     skipped.
    static func end(with entry: String, startedBy process: pid_t) {
        let entry = Array(entry.utf8)
        // Each round finds the processes that the last round's processes started before they died.
        // A program can escape only if it wins this race every time.
        for _ in 0..<100 {
            let found = numbers(above: process).filter { has(entry, $0) }
            guard !found.isEmpty else { return }
            for number in found { kill(number, SIGKILL) }
        }
    }

    private static func numbers(above lowest: pid_t) -> [pid_t] {
        // Listing all processes takes longer than many programs run. Usually few numbers are
        // possible; then the function tries them one by one.
        if let newest, (0...few).contains(newest - lowest) {
            return Array((lowest...newest).dropFirst())
        }
        let names = (try? Files.entries(of: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { $0 > lowest }
    }

    /// The number of failed calls of `open` that take about as long as listing all processes.
    private static let few: pid_t = 50

    /// The last process number that the system gave (the end of /proc/loadavg); nil if that is
    /// unknown.
    private static var newest: pid_t? {
        let words = contents("/proc/loadavg").split { $0 == 32 || $0 == 10 }
        return words.last.flatMap { pid_t(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether a process has the entry; false for a zombie and for another user's process.
    static func has(_ entry: [UInt8], _ process: pid_t) -> Bool {
        contents("/proc/\(process)/environ").split(separator: 0).contains {
            $0.elementsEqual(entry)
        }
    }
}
