import Basics
import Testing
import X509

@testable import FuzzTargets

/// Mutations of small encodings, each with many seeds.
struct DERMutatorTests {
    /// SEQUENCE { SEQUENCE { OID, OCTET STRING { INTEGER 5 } }, SEQUENCE { }, BIT STRING }.
    private static let small: [UInt8] = [
        0x30, 0x13, 0x30, 0x0a, 0x06, 0x03, 0x55, 0x1d, 0x13, 0x04, 0x03, 0x02, 0x01, 0x05, 0x30,
        0x00, 0x03, 0x03, 0x00, 0xaa, 0xbb,
    ]

    private static let seeds: Range<UInt64> = 0..<200

    private static func mutant(
        of bytes: [UInt8] = small,
        _ operation: DERMutator.Operation?,
        seed: UInt64,
        upTo maximumSize: Int = 512
    ) -> [UInt8] {
        var (mutator, generator) = (DERMutator(), SplitMix64(seed: seed))
        return DERBuffer.edited(bytes, upTo: maximumSize) { buffer in
            mutator.mutate(&buffer, using: &generator, operation: operation)
        }
    }

    /// Whether the bytes, and the content of each constructed element, are sequences of elements.
    private static func isDER(_ reader: DERReader) -> Bool {
        var reader = reader
        while !reader.isAtEnd {
            guard let element = try? reader.next() else { return false }
            guard element.tag.isConstructed else { continue }
            guard let inside = try? reader.inside(element), isDER(inside) else { return false }
        }
        return true
    }

    @Test(arguments: DERMutator.Operation.allCases)
    func `changes the encoding by each operation`(operation: DERMutator.Operation) {
        let mutants = Set(Self.seeds.map { Self.mutant(operation, seed: $0) })
        #expect(mutants.subtracting([Self.small]).count > 1)
    }

    @Test(
        arguments: [
            DERMutator.Operation.duplicate, .drop, .reorder, .transplant, .state, .multiply,
        ]
    )
    func `moves whole elements`(operation: DERMutator.Operation) {
        for seed in Self.seeds {
            let mutant = Self.mutant(operation, seed: seed)
            // If the operation does not apply, the mutator flips a bit.
            guard mutant.count != Self.small.count else { continue }
            #expect(Self.isDER(DERReader(mutant)), "seed \(seed): \(mutant.hex)")
        }
    }

    @Test func `adds a field with an encoded default value`() {
        // GeneralSubtree { dNSName "a" }, and the same subtree with minimum 0.
        let (left, stated): ([UInt8], [UInt8]) = (
            [0x30, 3, 0x82, 1, 0x61], [0x30, 6, 0x82, 1, 0x61, 0x80, 1, 0]
        )
        #expect(Self.seeds.contains { Self.mutant(of: left, .state, seed: $0) == stated })
    }

    @Test func `corrects the enclosing lengths after a change of content`() {
        for seed in Self.seeds {
            let mutant = Self.mutant(.value, seed: seed)
            var reader = DERReader(mutant)
            let whole = try? reader.next(.sequence)
            #expect(whole?.encoding == mutant.indices, "seed \(seed): \(mutant.hex)")
        }
    }

    @Test func `chooses each type of value equally often, however many values have that type`() {
        let bytes = DERWriter.bytes { writer in
            writer.boolean(true)
            for _ in 0..<20 { writer.primitive(.utf8String, [0x61]) }
        }
        let changed = Self.seeds.count { seed in
            !Self.mutant(of: bytes, .value, seed: seed).starts(with: [0x01, 0x01, 0xff])
        }
        // One of the five values of a BOOLEAN is its current value.
        #expect(changed > Self.seeds.count / 4)
    }

    @Test func `finds elements inside OCTET STRING and BIT STRING`() {
        let wrapped = DERWriter.bytes { writer in
            writer.primitive(.octetString, Self.small)
            writer.bitString(Self.small)
        }
        let dropped = Set(Self.seeds.map { Self.mutant(of: wrapped, .drop, seed: $0) })
        // Twice the seven elements of the small encoding, and the two elements around them.
        #expect(dropped.count == 16)
    }

    @Test func `writes a length of three bytes if needed`() {
        let mutants = Self.seeds.map { Self.mutant(.multiply, seed: $0, upTo: 70_000) }
        #expect(mutants.contains { $0.starts(with: [0x30, 0x82]) })
        #expect(mutants.allSatisfy { $0.count <= 70_000 })
    }

    @Test func `makes copies of an element that differ in their first value`() {
        let entry: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2a, 0x03, 0x04]
        let mutants = Self.seeds.map { Self.mutant(of: entry, .multiply, seed: $0, upTo: 8_192) }
        let longest = mutants.max { $0.count < $1.count } ?? []
        let entries = stride(from: 0, to: longest.count, by: 7).map { longest[$0..<$0 + 7] }
        #expect(entries.count > 1_000 && Set(entries).count == entries.count)
    }

    @Test func `makes the same mutant from the same seed, and another mutant from another seed`() {
        for seed in Self.seeds {
            #expect(Self.mutant(nil, seed: seed) == Self.mutant(nil, seed: seed))
        }
        #expect(Set(Self.seeds.map { Self.mutant(nil, seed: $0) }).count > 50)
    }

    @Test(arguments: [0, 1, 5, 21, 64])
    func `makes no mutant larger than the limit`(maximumSize: Int) {
        for seed in Self.seeds {
            #expect(Self.mutant(nil, seed: seed, upTo: maximumSize).count <= maximumSize)
            let crossed = DERCrossoverTests.crossed(
                Self.small,
                Self.small,
                seed: seed,
                upTo: maximumSize
            )
            #expect(crossed.count <= maximumSize)
        }
    }

    @Test func `mutates arbitrary bytes`() {
        var (mutator, generator) = (DERMutator(), SplitMix64(seed: 7))
        for length in 0..<300 {
            let tags: [UInt8] = [0x30, 0x80, 0x04, 0x03, 0x02, 0xff, 0x1f, 0x84, 0x00, 0xa0]
            var bytes = (0..<length).map { _ in
                tags.randomElement(using: &generator) ?? 0
            }
            for _ in 0..<20 {
                bytes = DERBuffer.edited(bytes, upTo: 400) { buffer in
                    mutator.mutate(&buffer, using: &generator)
                }
                #expect(bytes.count <= 400)
            }
        }
    }

    @Test func `finds elements after a long list`() {
        let bytes = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    for _ in 0..<1_000 { writer.primitive(.null, []) }
                }
                writer.integer(5)
            }
        }
        let places = DERPlaces(bytes)
        #expect(places.indices.count < 100)
        #expect(places.indices.last.map { places[$0].tag } == DERTag.integer.rawValue)
    }

    @Test func `limits the depth and the number of elements`() {
        let deep = [UInt8](repeating: 0x30, count: 5_000) + [0x80]
        let wide = [UInt8](repeating: 0x05, count: 1) + [UInt8](repeating: 0, count: 20_001)
        for seed in Self.seeds.prefix(20) {
            #expect(Self.mutant(of: deep, nil, seed: seed, upTo: 6_000).count <= 6_000)
            #expect(Self.mutant(of: wide, nil, seed: seed, upTo: 30_000).count <= 30_000)
        }
    }
}

/// Crossover of two encodings, and the signatures made after it.
struct DERCrossoverTests {
    static func crossed(
        _ first: [UInt8],
        _ second: [UInt8],
        seed: UInt64,
        upTo maximumSize: Int = 64
    ) -> [UInt8] {
        var (mutator, generator) = (DERMutator(), SplitMix64(seed: seed))
        return DERBuffer.edited(first, upTo: maximumSize) { buffer in
            second.withUnsafeBufferPointer { second in
                mutator.cross(&buffer, with: second, using: &generator)
            }
        }
    }

    @Test func `a crossover takes a field from the second encoding`() {
        let first: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x01]
        let second: [UInt8] = [0x30, 0x06, 0x02, 0x04, 0x7f, 0x02, 0x03, 0x04]
        let crossed = Set(
            (UInt64(0)..<100).map { Self.crossed(first, second, seed: $0) }
        )
        #expect(crossed.contains([0x30, 0x06, 0x02, 0x04, 0x7f, 0x02, 0x03, 0x04]))
        #expect(crossed.contains { $0.hex.hasSuffix("02047f020304020101") })
    }

    @Test func `signs a changed element again`() {
        // SEQUENCE { SEQUENCE { INTEGER }, BIT STRING }, twice.
        let one: [UInt8] = [0x30, 0x08, 0x30, 0x03, 0x02, 0x01, 0x07, 0x03, 0x01, 0x00]
        var mutator = DERMutator()
        let bytes = DERBuffer.edited(one + one, upTo: 100) { buffer in
            mutator.resign(&buffer) { signed, index in
                index == 0 ? Array(signed.suffix(1)) + [UInt8(signed.count)] : nil
            }
        }
        let signed: [UInt8] = [0x30, 0x0a, 0x30, 0x03, 0x02, 0x01, 0x07, 0x03, 0x03, 0x00, 7, 5]
        #expect(bytes == signed + one)
    }

    @Test func `keeps the old signature in one of eight mutants`() {
        let one: [UInt8] = [0x30, 0x08, 0x30, 0x03, 0x02, 0x01, 0x07, 0x03, 0x01, 0x00]
        var signings = 0
        for seed in 0..<800 as Range<UInt64> {
            var (mutator, generator) = (DERMutator(), SplitMix64(seed: seed))
            var isSigned = false
            _ = DERBuffer.edited(one + one, upTo: 100) { buffer in
                let sign: DERMutator.Signer = { _, _ in
                    isSigned = true
                    return nil
                }
                mutator.mutate(&buffer, using: &generator, operation: .duplicate, sign: sign)
            }
            if isSigned { signings += 1 }
        }
        #expect((600..<800).contains(signings))
    }

    @Test
    func `writes the mutant to libFuzzer's buffer, and sometimes uses libFuzzer's own mutator`() {
        let start: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x01]
        var raws = 0
        for seed in 0..<200 as Range<UInt32> {
            var buffer = start + [UInt8](repeating: 0xee, count: 27)
            let count = buffer.withUnsafeMutableBufferPointer { buffer in
                FuzzTarget.mutateDER(buffer, count: start.count, seed: seed) { bytes, count, room in
                    raws += 1
                    bytes?[0] = 0x99
                    return min(count + 1, room)
                }
            }
            #expect((0...32).contains(count))
        }
        #expect((10..<100).contains(raws))
    }
}
