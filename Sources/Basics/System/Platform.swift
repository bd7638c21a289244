#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The calls whose names other modules have too.
package enum Platform {
    /// Ends the process.
    package static func exit(_ code: CInt) -> Never {
        #if canImport(Musl)
            Musl.exit(code)
        #else
            Glibc.exit(code)
        #endif
    }

    /// Opens the standard streams that the caller has closed, so that no file and no socket of ours
    /// has the number of one.
    package static func openStandardStreams() {
        var descriptor: CInt
        repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
        if descriptor > 2 { close(descriptor) }
    }

    /// Has a reader that has gone away show as EPIPE, and a file that may not grow as EFBIG
    /// (`ulimit -f`); either signal would end the process without a word.
    package static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
