import OpenSSLPeer

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The memory of this process as Linux reports it, in KiB.
enum Memory {
    /// Resets the peak; returns the memory that is resident now.
    static func reset() -> Int {
        peer_return_free_memory()
        if let file = fopen("/proc/self/clear_refs", "w") {
            fputs("5", file)
            fclose(file)
        }
        return status("VmRSS:")
    }

    /// The peak of resident memory since the last reset.
    static var peak: Int { status("VmHWM:") }

    private static func status(_ key: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            guard text.hasPrefix(key) else { continue }
            return Int(text.dropFirst(key.count).filter(\.isNumber)) ?? 0
        }
        return 0
    }
}
