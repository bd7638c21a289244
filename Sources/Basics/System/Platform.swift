#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// System calls whose names clash with names in other modules.
package enum Platform {
    /// Ends the process.
    package static func exit(_ code: CInt) -> Never {
        #if canImport(Musl)
            Musl.exit(code)
        #else
            Glibc.exit(code)
        #endif
    }

    /// Opens the standard streams that the caller has closed, so that no file or socket of the
    /// program gets a standard stream's number.
    package static func openStandardStreams() {
        var descriptor: CInt
        repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
        if descriptor > 2 { close(descriptor) }
    }

    /// Ignores SIGPIPE and SIGXFSZ, which would end the process without a message.
    ///
    /// A write then fails with EPIPE if the reader has gone, and with EFBIG if the file must not
    /// grow (`ulimit -f`).
    package static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
