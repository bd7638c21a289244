/// The source of a generator's choices: a seed, or bytes.
package struct Choices: Sendable {
    private enum Source: Sendable {
        case seed(SplitMix64)
        case bytes(ArraySlice<UInt8>)
    }

    private var source: Source

    /// Makes the choices of case `index` of a campaign; the choices depend only on the seed and the
    /// index.
    package init(seed: UInt64, index: UInt64) {
        var generator = SplitMix64(seed: seed)
        // Mix the seed first and then the combination with the index, so that different seeds never
        // share a case.
        source = .seed(SplitMix64(seed: SplitMix64.mix(generator.next() ^ index)))
    }

    /// Makes the choices that these bytes encode.
    ///
    /// After the last byte, each choice takes the first alternative, so fewer bytes make a simpler
    /// setup.
    package init(_ bytes: [UInt8]) {
        source = .bytes(bytes[...])
    }

    /// Returns a number below `bound`; 0 for a bound below 1.
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        switch source {
        case .seed(var generator):
            defer { source = .seed(generator) }
            return generator.below(bound)
        case .bytes(var rest):
            var number = 0
            // Take as many bytes as the bound needs.
            var limit = bound - 1
            while limit > 0 {
                number = (number << 8 | Int(rest.popFirst() ?? 0)) % bound
                limit >>= 8
            }
            source = .bytes(rest)
            return number
        }
    }

    /// Returns one of `elements`; nil if there are none.
    package mutating func one<Elements: RandomAccessCollection>(
        of elements: Elements
    ) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// Returns true with a probability of `percent`; false after the last byte.
    package mutating func chance(_ percent: Int) -> Bool { below(100) >= 100 - percent }
}
