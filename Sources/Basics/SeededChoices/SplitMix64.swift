// SeededChoices makes choices that are the same in every run, from a seed or from the bytes of a
// fuzzer. Generators of setups, mutators and tests use it.

/// A pseudorandom number generator whose numbers follow from a seed.
///
/// It is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
///
/// ```swift
/// var generator = SplitMix64(seed: 7)
/// let index = generator.below(10)  // the same in every run
/// ```
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// Makes the generator for `seed`.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mix(state)
    }

    /// Spreads each bit of `word` over all 64 bits.
    static func mix(_ word: UInt64) -> UInt64 {
        var mixed = word
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

extension RandomNumberGenerator {
    /// Returns a number below `bound`; 0 for a bound below 1.
    @inlinable
    package mutating func below(_ bound: Int) -> Int {
        bound > 1 ? Int(next() % UInt64(bound)) : 0
    }
}

extension Array {
    /// Returns any element; nil if the array is empty.
    @inlinable
    package func one(using generator: inout some RandomNumberGenerator) -> Element? {
        isEmpty ? nil : self[generator.below(count)]
    }
}
