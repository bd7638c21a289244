import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells which cases were under way when a library in this process has crashed, or does not return.
///
/// The process ends by the signal all the same. A handler may call little, so that all it reads is made
/// before.
package enum CaseNote {
    /// The most judges whose cases are noted.
    private static let capacity = 256
    /// How long a batch of cases may take, in seconds; a thousand times what it does.
    private static let patience: CUnsignedInt = 120

    private static let count = Atomic(0)
    // Of atomic numbers, and never moved or freed.
    nonisolated(unsafe) private static let cases: UnsafeMutablePointer<Atomic<UInt64>> = {
        let cases = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: capacity)
        for place in 0..<capacity { (cases + place).initialize(to: Atomic(0)) }
        return cases
    }()

    /// The number of a judge, for `set`.
    static func number() -> Int { count.add(1, ordering: .relaxed).oldValue % capacity }

    /// Notes the case that a judge is about to judge; nil when it has.
    static func set(_ number: Int, _ index: UInt64?) {
        (cases + number).pointee.store(index ?? 0, ordering: .relaxed)
    }

    /// Begins to wait for a batch of cases: one that does not end is noticed when no other begins for as
    /// long.
    static func begin() {
        guard isWatching.load(ordering: .relaxed) else { return }
        alarm(patience)
    }

    private static let isWatching = Atomic(false)

    /// Writes the cases under way to standard error when a signal of a fault or of patience ends the
    /// process.
    package static func watch() {
        _ = cases
        isWatching.store(true, ordering: .relaxed)
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM] {
            signal(number) { number in
                guard CaseNote.tell(of: number) else { return }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// - Returns: whether the process is to end: an alarm is none where no case is under way.
    private static func tell(of number: CInt) -> Bool {
        var isUnderWay = false
        for place in 0..<capacity {
            let index = (cases + place).pointee.load(ordering: .relaxed)
            guard index > 0 else { continue }
            if !isUnderWay { say(number == SIGALRM ? "no end of" : "a crash amid") }
            isUnderWay = true
            say(index)
        }
        if isUnderWay { say("\n") }
        return isUnderWay || number != SIGALRM
    }

    private static func say(_ words: StaticString) {
        _ = write(2, words.utf8Start, words.utf8CodeUnitCount)
    }

    /// Writes ` case N`.
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
