import ClientModels
import Foundation
import X509

@testable import Runner

/// Mutants judged in one process, which has read the scenarios once.
///
/// Each is a process of its own, forked when all is read: whatever it remembers, or breaks, ends with
/// it. The output has a line for each: `mutant`, its number, and the pair that noticed it, noticed it
/// again, and holds without it; `survived` where none did or the process only waited; `unreached` where
/// none evaluates its expression; `crash` where the process did not end well; and `time` where it used
/// up its processor time.
struct EachMutant {
    private let state: StateFile
    private let pairs: [Pair]
    private let bench: Bench
    /// The places in `pairs` of those that evaluate each mutant's expression.
    private var reaching: [[Int]]
    /// The time that judging all pairs takes, in seconds of a processor.
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

    /// Judges all pairs without a mutant, in a child too: this process must remember no certificate, or
    /// no mutant would be there when it is decoded.
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
                // With controls of its own, each pair evaluates all that it depends on.
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
        // Neighbours differ little: with a stride a few tries go through all folders.
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

    func judge() {
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
        // Cases fail, too, where the disk is full or the machine too busy.
        let control = inChild { fails(place, as: -1) ? "fails" : "passes" }
        let again = inChild { fails(place, as: number) ? "fails" : "passes" }
        let isNoticed = control == "passes" && again == "fails"
        return isNoticed ? pairs[place].id(repetition: 0) : "survived"
    }

    /// The text that a forked process makes, or how it ended without.
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
        // Seconds are counted as they pass for this process, so that a machine that was stopped counts
        // none.
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
        // The hard limit too, which ends it by SIGKILL: SIGXCPU may be blocked.
        var limit = rlimit(rlim_cur: seconds, rlim_max: seconds)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    /// The place of the first pair that fails as the mutant.
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

/// The number of the mutant that this process is, and the places that were evaluated.
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
