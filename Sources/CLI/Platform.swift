#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The calls whose names other modules have too.
enum Platform {
    /// Ends the process.
    static func exit(_ code: CInt) -> Never {
        #if canImport(Musl)
            Musl.exit(code)
        #else
            Glibc.exit(code)
        #endif
    }

    /// A reader who has gone away shows as EPIPE and kills nobody.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}
