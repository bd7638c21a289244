import Runner
import Synchronization
import TLS

/// Chooses ports of loopback for programs.
enum ProgramPort {
    /// The ports that were chosen last.
    ///
    /// Until a program listens on its port, the kernel may return the same port again. Two programs
    /// on one port would both answer if they set SO_REUSEPORT.
    private static let recent = Mutex<[UInt16]>([])

    /// The number of ports that are not chosen again: more than the programs that start at once,
    /// and few compared to the kernel's 28,000 ports (ip_local_port_range).
    private static let count = 1_000

    /// Returns a free port that this process has not chosen recently.
    ///
    /// - Throws: `HarnessError.wire` if no port is free.
    static func next() throws(HarnessError) -> UInt16 {
        while true {
            let port: UInt16
            do { port = try Loopback.freePort() } catch { throw .wire(error) }
            let isNew = recent.withLock { recent in
                guard !recent.contains(port) else { return false }
                recent.append(port)
                if recent.count > count { recent.removeFirst() }
                return true
            }
            if isNew { return port }
        }
    }
}
