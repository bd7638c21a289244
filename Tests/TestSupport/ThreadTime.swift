#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The processor time that this thread has taken, which a busy machine does not lengthen.
package func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
