import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A hash of an input, which selects a fixed sample of inputs for expensive checks.
package struct Share {
    let number: UInt64

    package init(of bytes: [UInt8]) {
        number = bytes.withUnsafeBytes { bytes in
            // FNV-1a's constants, with eight bytes in each of four sums, which a processor can add
            // in parallel; the last few bytes are ignored.
            var sums = SIMD4<UInt64>(repeating: 0xcbf2_9ce4_8422_2325)
            var offset = 0
            while offset &+ 32 <= bytes.count {
                let words = bytes.loadUnaligned(
                    fromByteOffset: offset,
                    as: SIMD4<UInt64>.self
                )
                sums = (sums ^ words) &* 0x100_0000_01b3
                sums ^= sums &>> 29
                offset &+= 32
            }
            while offset &+ 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                sums[0] = (sums[0] ^ word) &* 0x100_0000_01b3
                offset &+= 8
            }
            let hash = (0..<4).reduce(0) { ($0 ^ sums[$1]) &* 0x100_0000_01b3 }
            return hash ^ hash >> 29
        }
    }

    /// Whether this input is in the sample of one in `count`.
    package func isOne(in count: UInt64) -> Bool { number % count == 0 }
}

/// Requires, for a sample of inputs, that the time of decoding is linear in the length.
///
/// The check repeats one entry of a list to 64 KiB, and to four times as much. A fuzzer's time
/// limit would find quadratic time only with inputs of megabytes.
func requireLinear(_ bytes: [UInt8], _ share: Share, _ decode: ([UInt8]) -> Void) {
    // A fast job tries eighty thousand inputs a second, and about ten of them get this check.
    guard share.isOne(in: 1 << 13) else { return }
    let choice = Int(truncatingIfNeeded: share.number >> 16)
    let short = lengthened(bytes, choice, to: 1 << 16)
    let long = lengthened(bytes, choice, to: 1 << 18)
    requireLinear({ decode(short) }, fourTimesAsLong: { decode(long) })
}

/// Requires that an input four times as long takes at most ten times as long.
///
/// The check compares processor time of the same thread, and fails only if three measurements in a
/// row exceed the ratio. So neither the load of the machine nor the build mode matters.
package func requireLinear(_ short: () -> Void, fourTimesAsLong long: () -> Void) {
    for _ in 0..<3 {
        let time = nanoseconds(long)
        // Less than 5 ms is fast enough, whatever the ratio.
        guard time > 5_000_000, time > 10 * nanoseconds(short) else { return }
    }
    invariant(false, "four times as many bytes take more than ten times as long")
}

/// Returns `bytes`, which must not be empty, repeated until they exceed `size`.
package func repeated(_ bytes: [UInt8], to size: Int) -> [UInt8] {
    let count = size / bytes.count + 1
    var copies: [UInt8] = []
    copies.reserveCapacity(count * bytes.count)
    for _ in 0..<count { copies += bytes }
    return copies
}

/// Returns `bytes` with one element repeated until they have about `size`.
///
/// If the bytes have a list, an entry of the list is repeated; bytes without elements are repeated
/// as a whole.
func lengthened(_ bytes: [UInt8], _ choice: Int, to size: Int) -> [UInt8] {
    let places = DERPlaces(bytes)
    let entries = places.entries
    let candidates = entries.isEmpty ? Array(places.indices) : entries
    guard !candidates.isEmpty else {
        return bytes.isEmpty ? [] : repeated(bytes, to: size)
    }
    let index = candidates[choice % candidates.count]
    let place = places[index]
    let count = max(1, (size - bytes.count) / place.encoding.count)
    let copies = DERMutator.copies(Array(bytes[place.encoding]), places.value(in: index), count)
    // The lengths of the enclosing elements grow too.
    return DERBuffer.edited(bytes, upTo: bytes.count + copies.count + 256) { buffer in
        copies.withUnsafeBufferPointer { copies in
            _ = buffer.replace(place.encoding, in: place.parent, of: places, with: copies)
        }
    }
}

extension DERPlaces {
    /// The indices of elements that share a type with all their siblings, as in SEQUENCE OF and
    /// SET OF.
    fileprivate var entries: [Int] {
        var isMixed = [Bool](repeating: false, count: indices.count)
        var tags = [UInt8?](repeating: nil, count: indices.count)
        for index in indices {
            let place = self[index]
            guard let parent = place.parent else { continue }
            if let earlier = tags[parent], earlier != place.tag { isMixed[parent] = true }
            tags[parent] = place.tag
        }
        return indices.filter { index in self[index].parent.map { !isMixed[$0] } ?? false }
    }
}

private func nanoseconds(_ body: () -> Void) -> Int {
    let start = threadTime()
    body()
    return threadTime() - start
}

/// Returns the processor time of this thread, in nanoseconds.
private func threadTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
