#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A side of a comparison: a round runs its task `count` times.
struct Contender {
    let count: Int
    let round: () -> Void

    init(count: Int, round: @escaping () -> Void) {
        (self.count, self.round) = (count, round)
    }

    /// Microseconds of CPU for one task, as the median over rounds.
    ///
    /// The contenders alternate, so that the state of the machine affects all of them alike.
    static func medians(_ contenders: [Contender], rounds: Int) -> [Double] {
        var samples = contenders.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                let nanoseconds = cpuTime(of: contender.round)
                samples[index].append(Double(nanoseconds) / 1_000 / Double(max(1, contender.count)))
            }
        }
        return samples.map { $0.sorted()[$0.count / 2] }
    }

    /// The processor time that this thread spends on `task`, in nanoseconds.
    static func cpuTime(of task: () -> Void) -> Int64 {
        let start = now()
        task()
        return now() - start
    }

    /// The processor time of this thread so far, in nanoseconds.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A row of the table.
struct Line {
    let name, ours, theirs, ratio, goal: String

    static let header = Line(
        name: "microseconds each",
        ours: "hatpin",
        theirs: "OpenSSL",
        ratio: "ratio",
        goal: "goal"
    )

    func show() {
        print(
            name.padded(to: 46) + ours.padded(to: -9) + theirs.padded(to: -9)
                + ratio.padded(to: -8) + "  " + goal
        )
    }
}

extension String {
    /// Pads with spaces at the end to `width` characters, or at the beginning if `width` is
    /// negative.
    func padded(to width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? spaces + self : self + spaces
    }
}

extension Double {
    /// Decimal with this many places.
    func fixed(_ places: Int) -> String {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((self * scale).rounded())
        guard places > 0 else { return String(scaled) }
        let digits = String(scaled)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return padded.dropLast(places) + "." + padded.suffix(places)
    }
}
