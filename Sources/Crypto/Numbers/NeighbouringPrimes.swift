/// Whether Fermat's method finds two factors of a modulus, given in big-endian bytes, in this many
/// rounds.
///
/// The method finds primes whose distance is small compared to the root of the modulus. If OpenSSL
/// fails, the result is false; the caller rejects keys that it cannot use anyway.
package func hasNeighbouringPrimes(_ modulus: some Collection<UInt8>, rounds: Int) -> Bool {
    (try? FermatSearch(modulus).finds(in: rounds)) ?? false
}

private struct FermatSearch: ~Copyable {
    private let modulus: BigNumber
    private let scratch: Scratch

    init(_ modulus: some Collection<UInt8>) throws(OpenSSLError) {
        let number = try BigNumber(modulus)
        let scratch = try Scratch()
        self.modulus = number
        self.scratch = scratch
    }

    /// Searches for the first a, from the square root of the modulus up, for which a² - modulus is
    /// a square b².
    ///
    /// Then a - b and a + b are factors.
    func finds(in rounds: Int) throws(OpenSSLError) -> Bool {
        let one = try BigNumber([1])
        var a = try root(of: modulus)
        if try a.times(a, scratch).isBelow(modulus) { a = try a.plus(one) }
        for _ in 0..<rounds {
            let difference = try a.times(a, scratch).minus(modulus)
            if try isSquare(difference) { return true }
            a = try a.plus(one)
        }
        return false
    }

    private func isSquare(_ number: borrowing BigNumber) throws(OpenSSLError) -> Bool {
        // A filter modulo 63 · 65 · 11: about one number in 22 passes, and a root is computed only
        // for these numbers.
        guard Self.squares.contains(number.remainder(dividedBy: 45_045)) else { return false }
        let root = try root(of: number)
        return try root.times(root, scratch).equals(number)
    }

    private static let squares = Set((0..<45_045).map { UInt($0 * $0 % 45_045) })

    /// Returns the square root, rounded down, by Newton's method from a power of two above the
    /// root.
    private func root(of number: borrowing BigNumber) throws(OpenSSLError) -> BigNumber {
        let bits = number.bitCount
        guard bits > 0 else { return try BigNumber() }
        let exponent = (bits + 1) / 2
        var guess = try BigNumber(
            [UInt8(1) << (exponent % 8)] + [UInt8](repeating: 0, count: exponent / 8)
        )
        while true {
            let next = try guess.plus(number.quotient(dividedBy: guess, scratch)).half()
            if !next.isBelow(guess) { return guess }
            guess = next
        }
    }
}
