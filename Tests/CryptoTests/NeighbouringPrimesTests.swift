import TestSupport
import Testing

@testable import Crypto

/// Fermat's method, with numbers whose rounds can be counted by hand or by another program.
@Suite struct NeighbouringPrimesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let modulus: [UInt8]
        /// The round that finds the factors.
        let round: Int
    }

    @Test(arguments: [
        Case(testDescription: "a square, 101 · 101", modulus: [0x27, 0xd9], round: 1),
        Case(testDescription: "101 · 103", modulus: [0x28, 0xa3], round: 1),
        Case(
            testDescription: "89681 · 96079, as Fermat did it",
            modulus: [0x02, 0x01, 0x94, 0xc1, 0xff],
            round: 56
        ),
        Case(testDescription: "3 · 997", modulus: [0x0b, 0xaf], round: 446),
    ])
    func `finds neighbouring prime factors in the expected round, and not in the round before`(
        _ test: Case
    ) {
        #expect(hasNeighbouringPrimes(test.modulus, rounds: test.round))
        #expect(!hasNeighbouringPrimes(test.modulus, rounds: test.round - 1))
    }

    @Test func `the search for factors ends for zero and for no bytes`() {
        #expect(hasNeighbouringPrimes([UInt8](), rounds: 100))
        #expect(hasNeighbouringPrimes([0], rounds: 100))
    }
}
