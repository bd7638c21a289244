#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input, output or error.
///
/// Data goes to output, everything else to error. A reader who has gone away is no error:
/// what he does not read is dropped.
struct StandardStream: Sendable {
    /// What the command is given.
    static let input = StandardStream(descriptor: STDIN_FILENO)
    /// For data.
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    /// For everything else.
    static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Of the process, as the system counts them.
    let descriptor: CInt

    /// Writes all of the text at once.
    func write(_ text: String) throws(Failure) {
        var text = text
        let code = text.withUTF8 { bytes -> CInt in
            var rest = bytes[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
                let written = Platform.write(descriptor, slice)
                if written < 0 {
                    guard errno == EINTR else { return errno }
                } else {
                    rest = rest.dropFirst(written)
                }
            }
            return 0
        }
        guard code == 0 || code == EPIPE else {
            throw Failure(.environment, "cannot write: \(String(cString: strerror(code)))")
        }
    }

    /// Reads to the end.
    func read() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure(.environment, "cannot read: \(String(cString: strerror(errno)))")
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Whether somebody watches.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The terminal's width in columns; nil where it is none or does not know.
    var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
