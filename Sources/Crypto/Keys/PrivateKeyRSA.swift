/// The numbers of an RSA key, each in big-endian bytes (RFC 8017 §3.2).
struct RSANumbers: Sendable {
    let modulus, publicExponent, privateExponent: [UInt8]
    let primes: ([UInt8], [UInt8])
    /// The private exponent modulo each prime - 1, and the inverse of the second prime.
    let exponents: ([UInt8], [UInt8])
    let coefficient: [UInt8]

    /// Computes all numbers from two primes and the public exponent.
    init(_ primes: ([UInt8], [UInt8]), publicExponent: [UInt8]) throws(OpenSSLError) {
        let scratch = try Scratch()
        let p = try BigNumber(primes.0)
        let q = try BigNumber(primes.1)
        let e = try BigNumber(publicExponent)
        let pLess = try p.predecessor()
        let qLess = try q.predecessor()
        let d = try e.inverse(modulo: try pLess.times(qLess, scratch), scratch)
        self.primes = primes
        modulus = try p.times(q, scratch).magnitude()
        self.publicExponent = publicExponent
        privateExponent = try d.magnitude()
        exponents = (
            try d.remainder(dividedBy: pLess, scratch).magnitude(),
            try d.remainder(dividedBy: qLess, scratch).magnitude()
        )
        coefficient = try q.inverse(modulo: p, scratch).magnitude()
    }

    /// Returns the key pair in OpenSSL's form.
    func parameters() -> KeyParameters {
        var parameters = KeyParameters()
        parameters.integer("n", modulus)
        parameters.integer("e", publicExponent)
        parameters.integer("d", privateExponent)
        parameters.integer("rsa-factor1", primes.0)
        parameters.integer("rsa-factor2", primes.1)
        parameters.integer("rsa-exponent1", exponents.0)
        parameters.integer("rsa-exponent2", exponents.1)
        parameters.integer("rsa-coefficient1", coefficient)
        return parameters
    }
}
