import Basics
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension Environment {
    /// The wall-clock time, at the resolution of certificates.
    package static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(seconds: Int64(time.tv_sec))
    }
}
