import ClientModels
import Foundation
import X509

@testable import Runner

/// Runs the scenarios on many mutants in one process, which has read the scenarios once.
///
/// Each mutant runs in a forked child, so its caches and crashes end with it. The output has one
/// line for each mutant: `mutant`, its number and its result. The result is the pair that killed
/// it, killed it again, and passes without it; `survived` if there is none or the child only
/// waited; `unreached` if no pair evaluates the mutant's expression; `crash` if the child crashed;
/// or `time` if it used up its processor time.
struct EachMutant {
    private let state: StateFile
    private let pairs: [Pair]
    private let bench: Bench
    /// The indices in `pairs` of the pairs that evaluate each mutant's expression.
    private var reaching: [[Int]]
    /// The processor time to run all pairs, in seconds.
    private var usual = 3_600

    init(_ path: String, _ pairs: [Pair]) throws {
        guard let state = StateFile(at: path) else {
            print("cannot read \(path)")
            exit(3)
        }
        self.state = state
        self.pairs = pairs
        bench = try Bench(options(isChainOnly: true))
        reaching = [[Int]](repeating: [], count: state.count)
        recordReach()
    }

    /// Runs all pairs without a mutant, in a child too: this process must not cache a certificate,
    /// because the mutant would then not be active when the certificate is decoded.
    private mutating func recordReach() {
        let size = pairs.count * state.count
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { exit(3) }
        defer { munmap(memory, size) }
        let rows = UnsafeMutableRawBufferPointer(start: memory, count: size)
        let said = inChild { () -> String in
            let start = clock()
            for place in pairs.indices {
                state.forget()
                // With its own controls, each pair evaluates everything that it depends on.
                let outcome = bench.making(.all).outcome(of: pairs[place])
                guard !outcome.kind.isFailure else {
                    return "\(pairs[place].id(repetition: 0)) fails: \(outcome)"
                }
                state.copyReached(to: rows[(place * state.count)...])
            }
            return String(Int(clock() - start) / 1_000_000)
        }
        guard let seconds = Int(said) else {
            print("without a mutant: \(said)")
            exit(1)
        }
        usual = seconds
        // Neighbouring pairs are similar; with a stride, a few attempts cover all folders.
        let stride = 101
        for first in 0..<stride {
            for place in Swift.stride(from: first, to: pairs.count, by: stride) {
                let row = place * state.count
                for number in 0..<state.count where rows[row + number] != 0 {
                    reaching[number].append(place)
                }
            }
        }
    }

    func run() {
        while let line = readLine() {
            guard let number = Int(line), reaching.indices.contains(number) else { continue }
            print("mutant", number, verdict(on: number))
            fflush(nil)
        }
    }

    private func verdict(on number: Int) -> String {
        guard !reaching[number].isEmpty else { return "unreached" }
        let answer = inChild { killer(of: number).map(String.init) ?? "survived" }
        guard let place = Int(answer) else { return answer }
        // Pairs also fail if the disk is full or the machine is too busy.
        let control = inChild { fails(place, as: -1) ? "fails" : "passes" }
        let again = inChild { fails(place, as: number) ? "fails" : "passes" }
        let isNoticed = control == "passes" && again == "fails"
        return isNoticed ? pairs[place].id(repetition: 0) : "survived"
    }

    /// The output of a forked child, or how it ended without one.
    private func inChild(_ body: () -> String) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { exit(3) }
        let child = fork()
        if child == 0 {
            limitProcessor()
            let text = Array(body().utf8)
            _ = write(ends[1], text, text.count)
            _exit(0)
        }
        guard child > 0 else { exit(3) }
        close(ends[1])
        // Counts the seconds that pass for this process, so that seconds in which the machine was
        // stopped do not count.
        var answer = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        var seconds = 0
        var isLate = false
        while poll(&answer, 1, 1_000) == 0 {
            seconds += 1
            isLate = seconds >= usual * 60 + 600
            if isLate { kill(child, SIGKILL) }
        }
        var text = [UInt8](repeating: 0, count: 4_096)
        let count = read(ends[0], &text, text.count)
        close(ends[0])
        var status: Int32 = 0
        waitpid(child, &status, 0)
        if count > 0 { return String(decoding: text[..<count], as: UTF8.self) }
        // The signal is in the lowest bits.
        return isLate ? "survived" : status & 0x7f == SIGKILL ? "time" : "crash"
    }

    private func limitProcessor() {
        let seconds = rlim_t(usual * 2 + 10)
        // Sets the hard limit too, which ends the process by SIGKILL: SIGXCPU may be blocked.
        var limit = rlimit(rlim_cur: seconds, rlim_max: seconds)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    /// The index of the first pair that fails with the mutant.
    private func killer(of number: Int) -> Int? {
        state.become(number)
        let bench = bench.making(.all)
        return reaching[number].first { bench.outcome(of: pairs[$0]).kind.isFailure }
    }

    private func fails(_ place: Int, as number: Int) -> Bool {
        state.become(number)
        return bench.making(.all).outcome(of: pairs[place]).kind.isFailure
    }
}

/// The number of the mutant that this process is, and the places that it has evaluated.
struct StateFile {
    private static let numberSize = MemoryLayout<Int64>.size
    private let memory: UnsafeMutableRawPointer
    private let reached: UnsafeMutableRawBufferPointer

    init?(at path: String) {
        let file = open(path, O_RDWR)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        self.memory = memory
        reached = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(start: memory, count: size)[Self.numberSize...]
        )
    }

    var count: Int { reached.count }

    func become(_ number: Int) { memory.storeBytes(of: Int64(number), as: Int64.self) }

    func forget() { reached.initializeMemory(as: UInt8.self, repeating: 0) }

    func copyReached(to row: Slice<UnsafeMutableRawBufferPointer>) {
        UnsafeMutableRawBufferPointer(rebasing: row)
            .copyMemory(from: UnsafeRawBufferPointer(reached))
    }
}
