// Campaigns makes worlds by chance, puts each before several judges, and brings what they disagree
// on down to the smallest world that shows it. Chance is a seed or the bytes of a fuzzer.

/// Where a generator's decisions come from.
package struct Choices: Sendable {
    private enum Source: Sendable {
        case seed(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var source: Source

    /// The decisions of case `index` of a campaign: the same wherever they are made.
    package init(seed: UInt64, index: UInt64) {
        source = .seed(Self.mix(Self.mix(seed &+ Self.gamma) ^ index))
    }

    /// The decisions that these bytes spell; when they have run out, the first of everything, so
    /// that fewer bytes are a simpler world.
    package init(_ bytes: [UInt8]) {
        source = .bytes(bytes[...])
    }

    /// A number below `bound`, 0 where there is none.
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        switch source {
        case .seed(var state):
            state &+= Self.gamma
            source = .seed(state)
            return Int(Self.mix(state) % UInt64(bound))
        case .bytes(var rest):
            var number = 0
            // As many octets as the bound needs.
            var limit = bound - 1
            while limit > 0 {
                number = (number << 8 | Int(rest.popFirst() ?? 0)) % bound
                limit >>= 8
            }
            source = .bytes(rest)
            return number
        }
    }

    /// One of `elements`; nil where there are none.
    package mutating func one<Elements: RandomAccessCollection>(
        of elements: Elements
    ) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// Whether it comes out, at `percent` in a hundred; never when bytes have run out.
    package mutating func chance(_ percent: Int) -> Bool { below(100) >= 100 - percent }

    // SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    private static let gamma: UInt64 = 0x9e37_79b9_7f4a_7c15

    private static func mix(_ state: UInt64) -> UInt64 {
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
