import Crypto

/// Key exchanges in finite fields.
extension StrictClient {
    /// Reads a ServerKeyExchange with explicit field parameters (RFC 5246 §7.4.3).
    mutating func take(fieldExchange: ByteReader) throws(Refusal) {
        var body = fieldExchange
        let whole = body.rest
        guard let prime = body.vector(2), let generator = body.vector(2),
            let number = body.vector(2)
        else { throw .unreadable }
        let parameters = whole.prefix(whole.count - body.rest.count)
        let content = offer.draws.random + serverRandom + parameters
        if suite?.keyExchange == .dheRSA {
            try check(body, over: content, of: .serverKeyExchange)
        }
        let field = FiniteField(prime: prime, generator: generator)
        try check(field)
        // RFC 7919 §3.
        try require(.numberRange, field.contains(number), 40)
        let draws = offer.draws
        agreement = try Self.primitives { () throws(OpenSSLError) in
            let key = try KeyAgreement(.field(field), private: draws.share)
            return (try key.premaster(with: number), key.share)
        }
    }

    /// Checks the length of the prime, and that it is a safe prime.
    ///
    /// The accepted lengths are RFC 7919's; RFC 5246 §F.1.1.3 leaves them to the client.
    private func check(_ field: FiniteField) throws(Refusal) {
        // A client without this check skips the other checks too, because they take long for long
        // primes.
        guard try require(.fieldLength, (2048...8192).contains(field.bits), 40) else { return }
        guard try require(.fieldPrime, Self.isPrime(field.prime), 47) else { return }
        // A safe prime has only two small subgroups, whose generators are 1 and the prime - 1.
        try require(.fieldIsSafe, Self.isPrime(Self.half(of: field.prime)), 47)
    }

    /// Runs Fermat's test, which is enough for numbers that were not made to deceive it.
    private static func isPrime(_ number: [UInt8]) -> Bool {
        guard let last = number.last, last & 1 == 1 else { return false }
        let field = FiniteField(prime: number)
        let power = try? field.power([3], number.dropLast() + [last - 1])
        return power?.last == 1 && power?.dropLast().allSatisfy { $0 == 0 } == true
    }

    private static func half(of number: [UInt8]) -> [UInt8] {
        var carry: UInt8 = 0
        return number.map { byte in
            defer { carry = byte & 1 }
            return byte >> 1 | carry << 7
        }
    }

    /// Reads a share of TLS 1.3 (RFC 8446 §4.2.8.1).
    func secret(
        of key: KeyAgreement,
        in field: FiniteField,
        with number: [UInt8]
    ) throws(Refusal) -> [UInt8] {
        try require(.pointLength, number.count == field.prime.count, 47)
        try require(.numberRange, field.contains(number), 47)
        return try Self.primitives { () throws(OpenSSLError) in try key.secret(with: number) }
    }
}
