#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output or standard error.
///
/// Data goes to the first, everything else to the second. A reader who has gone away is no error:
/// what he does not read is dropped.
package struct StandardStream: Sendable {
    /// For data.
    package static let output = StandardStream(descriptor: STDOUT_FILENO)
    /// For everything else.
    package static let error = StandardStream(descriptor: STDERR_FILENO)

    /// Of the process, as the system counts them.
    package let descriptor: CInt

    /// Writes all of the text at once.
    package func write(_ text: String) throws(Failure) {
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

    /// Whether somebody watches.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The terminal's width in columns; nil where it is none or does not know.
    package var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
