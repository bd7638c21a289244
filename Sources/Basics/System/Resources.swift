#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Checks of the resources that a command needs before it starts.
package enum Resources {
    // Each thread has a stack of 8 MB and an arena of its own, for which glibc first maps 128 MB.
    // If a thread cannot be started, a signal ends the process or the thread never runs. On two
    // processors this happened with less than 275 MB left at the start.
    private static let addressSpace = 256 << 20
    private static let addressSpaceOfProcessor = 48 << 20

    // Every worker reads or serves with one or two descriptors; the other descriptors are for open
    // folders.
    private static let descriptors = 16
    private static let descriptorsOfProcessor = 2

    /// Fails if the process may map too little memory (`ulimit -v`).
    package static func requireAddressSpace() throws(Failure) {
        let size = addressSpace + WorkerPool.cores * addressSpaceOfProcessor
        let place = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let place, place != MAP_FAILED else {
            throw Failure(
                .environment,
                "cannot map \(size >> 20) MB of memory: \(String(cString: strerror(errno)))",
                help: "raise the limit on address space, as in: ulimit -v unlimited"
            )
        }
        munmap(place, size)
    }

    // A command needs the threads of Swift's tasks (one for each processor), as many threads for
    // workers, and threads that wait for signals, standard input, programs and other threads.
    private static let threads = 9
    private static let threadsOfProcessor = 2

    /// Fails if too few threads can be started (`ulimit -u`).
    ///
    /// A task would wait for ever for a thread that cannot be started, and would not react to
    /// signals.
    package static func requireThreads() throws(Failure) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure(.environment, "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        let (reading, writing) = (ends[0], ends[1])
        let count = threads + WorkerPool.cores * threadsOfProcessor
        var started: [pthread_t] = []
        defer {
            close(writing)
            for thread in started { pthread_join(thread, nil) }
            close(reading)
        }
        for _ in 0..<count {
            var thread = pthread_t()
            // Each thread waits until the pipe is closed, so all threads exist at once.
            let code = pthread_create(
                &thread,
                nil,
                { descriptor in
                    var byte: UInt8 = 0
                    _ = read(CInt(Int(bitPattern: descriptor)), &byte, 1)
                    return nil
                },
                UnsafeMutableRawPointer(bitPattern: Int(reading))
            )
            guard code == 0 else {
                throw .threads("cannot start \(count) threads: \(String(cString: strerror(code)))")
            }
            started.append(thread)
        }
    }

    /// Fails if too few files can be open at once (`ulimit -n`).
    ///
    /// Without this check, scenario files that cannot be opened would be reported as wrong.
    package static func requireDescriptors() throws(Failure) {
        let count = descriptors + WorkerPool.cores * descriptorsOfProcessor
        var opened: [CInt] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Failure(
                    .environment,
                    "cannot open \(count) files at once: \(String(cString: strerror(errno)))",
                    help: "raise the limit on open files, as in: ulimit -n 1024"
                )
            }
            opened.append(descriptor)
        }
    }

    /// The number of files and connections that may be open at once after a command raises the
    /// limit.
    package static var descriptorLimit: Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        return getrlimit(kind, &limit) == 0 ? Int(clamping: limit.rlim_max) : 0
    }

    /// Raises the limit on open files to this number, unless it is higher.
    ///
    /// - Throws: an `environment` failure if the system allows too few.
    package static func raiseDescriptors(to count: Int) throws(Failure) {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
        limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
        guard limit.rlim_cur == rlim_t(count), setrlimit(kind, &limit) == 0 else {
            throw Failure(
                .environment,
                "the run needs \(count) open files and connections, and the limit is lower",
                help: "raise it, as in: ulimit -n \(count), or select fewer cases"
            )
        }
    }
}
