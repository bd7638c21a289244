import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A running program and our ends of its streams.
///
/// Always call `end`, which kills processes that are still running.
struct RunningProgram: ~Copyable {
    /// The time from SIGTERM to SIGKILL when Hatpin ends a program.
    ///
    /// The time is long enough to remove temporary files, and short enough for runs of thousands of
    /// programs that ignore SIGTERM.
    private static let grace = Duration.milliseconds(200)
    /// The maximum number of bytes that a program may write to both streams together; verbose
    /// clients write a few KiB.
    private static let flood = 16 << 20

    /// The output that stops the waiting for a program.
    enum Pause {
        case never
        /// A complete line on standard output stops the waiting.
        case atLine
        /// Any output, on either stream, stops the waiting.
        case atOutput
    }

    private let process: pid_t
    private let handle: Descriptor
    /// The environment entry by which Hatpin finds the program's daemons; nil leaves daemons alone.
    private let ownEntry: String?
    /// The most bytes that the program may write to both streams.
    private let flood: Int
    var input: InputStream
    var output: OutputStream
    var error: OutputStream

    /// Starts a program, and keeps this number of bytes of each stream; nil for the invocation's
    /// limit of standard output, and the usual limit of standard error.
    init(_ invocation: ProgramInvocation, keeping limit: Int? = nil) throws(ProgramError) {
        _ = Self.ignoresBrokenPipes
        let input = try Pipe()
        let output = try Pipe()
        let error = try Pipe()
        let nothing = try Descriptor.nothing()
        let started = try invocation.launch(
            input: invocation.input == nil ? nothing.number : input.reading.number,
            output: output.writing.number,
            error: error.writing.number,
            keeper: Keeper.shared?.descriptor ?? -1
        )
        process = started.process
        handle = Descriptor(owning: started.handle)
        ownEntry = invocation.ownVariable.flatMap { name in
            invocation.environment[name].map { "\(name)=\($0)" }
        }
        self.input = InputStream(input.writing, pending: invocation.input ?? [])
        self.output = OutputStream(output.reading, keeping: limit ?? invocation.outputLimit)
        flood = max(Self.flood, invocation.outputLimit)
        self.error = OutputStream(error.reading, keeping: limit ?? OutputStream.limit)
    }

    /// Ignores SIGPIPE, which would end this process when a program stops reading; the error EPIPE
    /// reports the same event.
    private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

    /// Serves the streams until the program ends, or until there is a reason to end it.
    ///
    /// - Parameters:
    ///   - deadline: the time at which to stop waiting.
    ///   - stop: a request to stop waiting; nil for none.
    ///   - pause: the output that stops the waiting.
    ///   - allowsFlood: whether the program may write without a limit.
    /// - Returns: the reason to end the program; nil if the program ended by itself, or wrote the
    ///   output that `pause` names.
    mutating func wait(
        until deadline: ContinuousClock.Instant,
        stop: StopRequest? = nil,
        pausing pause: Pause = .never,
        allowsFlood: Bool = false
    ) -> ProgramEnd.Cause? {
        let limit = pause == .atLine ? OutputStream.limit : flood
        while true {
            var polled = [
                pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                input.interest, output.interest, error.interest,
            ]
            let left = deadline - .now
            poll(&polled, nfds_t(polled.count), left.pollTimeout)
            input.flush()
            output.read()
            error.read()
            switch pause {
            case .never: break
            case .atLine: if output.hasLine { return nil }
            case .atOutput: if output.count + error.count > 0 { return nil }
            }
            if polled[0].revents != 0 { return nil }
            if polled[1].revents != 0 { return .stopped }
            if !allowsFlood, output.count + error.count > limit {
                return .flooded
            }
            if left <= .zero { return .timedOut }
        }
    }

    /// Sends a signal to the program's group.
    borrowing func send(_ signal: CInt) { kill(-process, signal) }

    /// Ends the program if it still runs; also ends its group and the daemons that Hatpin can find.
    mutating func end() -> ProgramEnd.Cause {
        if !hasEnded {
            send(SIGTERM)
            // A stopped process handles SIGTERM only after SIGCONT.
            send(SIGCONT)
            _ = wait(until: .now + Self.grace, allowsFlood: true)
        }
        // Kill the program's children too, before the program is reaped: until then, its number
        // cannot belong to another process.
        send(SIGKILL)
        Keeper.shared?.forget(process)
        var status: CInt = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        if let ownEntry { Daemons.end(with: ownEntry, startedBy: process) }
        output.read()
        error.read()
        return status & 0x7f == 0
            ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }

    var hasEnded: Bool {
        var polled = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1
    }
}
