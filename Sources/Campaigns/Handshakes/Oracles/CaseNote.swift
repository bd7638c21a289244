import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reports which cases were running when a library in this process crashed or hung.
///
/// The signal still ends the process. A signal handler may call few functions, so all data that the
/// handler reads is prepared before.
package enum CaseNote {
    /// The largest number of oracles whose running cases are recorded.
    private static let capacity = 256
    /// The time limit of a batch of cases in seconds, a thousand times the usual time.
    private static let patience: CUnsignedInt = 120

    private static let count = Atomic(0)
    // Numbers that are atomic and are never moved or freed, so that a signal handler can read them.
    nonisolated(unsafe) private static let cases: UnsafeMutablePointer<Atomic<UInt64>> = {
        let cases = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: capacity)
        for place in 0..<capacity { (cases + place).initialize(to: Atomic(0)) }
        return cases
    }()

    /// Returns the number of an oracle, for `set`.
    static func number() -> Int { count.add(1, ordering: .relaxed).oldValue % capacity }

    /// Records the case that an oracle starts; `index` is nil when the case is finished.
    static func set(_ number: Int, _ index: UInt64?) {
        (cases + number).pointee.store(index ?? 0, ordering: .relaxed)
    }

    /// Restarts the time limit for a batch of cases.
    static func begin() {
        guard isWatching.load(ordering: .relaxed) else { return }
        alarm(patience)
    }

    private static let isWatching = Atomic(false)

    /// Installs signal handlers that write the running cases to standard error after a crash or a
    /// hang.
    package static func watch() {
        _ = cases
        isWatching.store(true, ordering: .relaxed)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM] {
            signal(number) { number in
                guard CaseNote.report(number) else { return }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// - Returns: whether the process must end; an alarm without a running case is ignored.
    private static func report(_ number: CInt) -> Bool {
        var isUnderWay = false
        for place in 0..<capacity {
            let index = (cases + place).pointee.load(ordering: .relaxed)
            guard index > 0 else { continue }
            if !isUnderWay { say(number == SIGALRM ? "a hang in" : "a crash in") }
            isUnderWay = true
            say(index)
        }
        if isUnderWay { say("\n") }
        return isUnderWay || number != SIGALRM
    }

    private static func say(_ words: StaticString) {
        _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
    }

    /// Writes ` case N` to standard error.
    private static func say(_ index: UInt64) {
        say(" case ")
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (rest, place) = (index, digits.count)
            repeat {
                place -= 1
                digits[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            let written = UnsafeRawBufferPointer(
                UnsafeMutableBufferPointer(rebasing: digits[place...])
            )
            _ = write(2, written.baseAddress, written.count)
        }
    }
}
