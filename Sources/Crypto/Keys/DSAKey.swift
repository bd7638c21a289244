/// A DSA key that signs with the nonce of RFC 6979; OpenSSL 3.0 does not support such nonces.
struct DSAKey: Sendable {
    /// The private number x, big-endian, as wide as the order.
    let exponent: [UInt8]
    /// The public number y, big-endian.
    let publicNumber: [UInt8]

    /// Makes the key with a private number from 1 to the order - 1, in big-endian bytes.
    init(exponent: [UInt8]) throws(OpenSSLError) {
        let scratch = try Scratch()
        let x = try BigNumber(exponent)
        let order = try BigNumber(DSADomain.order)
        guard !x.isZero, x.isBelow(order) else {
            throw OpenSSLError(
                function: "DSA_set0_key",
                queue: ["the private number is not from 1 to the order - 1"]
            )
        }
        self.exponent = try x.magnitude(width: DSADomain.order.count)
        publicNumber = try BigNumber(DSADomain.generator)
            .power(x, modulo: BigNumber(DSADomain.modulus), scratch).magnitude()
    }

    /// Returns the key pair in OpenSSL's form with the public number `shown`; nil means the key's
    /// own public number.
    func parameters(showing shown: [UInt8]? = nil) -> KeyParameters {
        var parameters = KeyParameters()
        parameters.integer("p", DSADomain.modulus)
        parameters.integer("q", DSADomain.order)
        parameters.integer("g", DSADomain.generator)
        parameters.integer("pub", shown ?? publicNumber)
        parameters.integer("priv", exponent)
        return parameters
    }

    /// Returns the DER `Dss-Sig-Value` for a message (FIPS 186-4 §4.6) with the nonce of RFC 6979
    /// §3.2.
    func sign(_ message: [UInt8], by digest: Digest) throws(OpenSSLError) -> [UInt8] {
        let scratch = try Scratch()
        let order = try BigNumber(DSADomain.order)
        let bits = DSADomain.order.count * 8
        let hash = try BigNumber(leftmostBits(of: digest.hash(message), bits))
        var generator = try NonceGenerator(
            HMAC(digest),
            scalar: exponent,
            reducedHash: hash.remainder(dividedBy: order, scratch).magnitude(width: bits / 8),
            orderBits: bits
        )
        while true {
            let nonce = try BigNumber(generator.next())
            guard !nonce.isZero, nonce.isBelow(order) else { continue }
            let r = try BigNumber(DSADomain.generator)
                .power(nonce, modulo: BigNumber(DSADomain.modulus), scratch)
                .remainder(dividedBy: order, scratch)
            let s = try hash.plus(r.times(BigNumber(exponent), scratch))
                .times(nonce.inverse(modulo: order, scratch), scratch)
                .remainder(dividedBy: order, scratch)
            guard !r.isZero, !s.isZero else { continue }
            return try SignatureNumbers(first: r.integer(), second: s.integer()).encoded()
        }
    }
}
