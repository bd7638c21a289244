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

    /// Has a reader that has gone away show as EPIPE, and a file that may not grow as EFBIG
    /// (`ulimit -f`); either signal would end the process without a word.
    package static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
