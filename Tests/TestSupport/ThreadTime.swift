#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Returns the processor time of this thread, which does not depend on how busy the machine is.
package func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
