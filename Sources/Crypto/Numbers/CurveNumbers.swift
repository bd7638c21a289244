import COpenSSL

/// The parameters of a curve over a prime field, in big-endian bytes (SEC 1 §3.1.1).
package struct CurveNumbers: Hashable, Sendable {
    package let prime, a, b: [UInt8]
    /// An uncompressed point.
    package let generator: [UInt8]
    package let order, cofactor: [UInt8]

    package init(
        prime: [UInt8],
        a: [UInt8],
        b: [UInt8],
        generator: [UInt8],
        order: [UInt8],
        cofactor: [UInt8]
    ) {
        (self.prime, self.a, self.b) = (prime, a, b)
        (self.generator, self.order, self.cofactor) = (generator, order, cofactor)
    }

    /// Returns the parameters of P-256.
    package static func ofP256() throws(OpenSSLError) -> CurveNumbers {
        try CurveNumbers(NID_X9_62_prime256v1)
    }

    /// Returns the parameters of secp112r1, for which discrete logarithms were computed in 2009.
    package static func of112Bits() throws(OpenSSLError) -> CurveNumbers {
        try CurveNumbers(NID_secp112r1)
    }

    private init(_ curve: CInt) throws(OpenSSLError) {
        let group = try owned("EC_GROUP_new_by_curve_name") { EC_GROUP_new_by_curve_name(curve) }
        defer { EC_GROUP_free(group) }
        let prime = try BigNumber()
        let linear = try BigNumber()
        let constant = try BigNumber()
        let (p, a, b) = (prime.pointer, linear.pointer, constant.pointer)
        try checked("EC_GROUP_get_curve") { EC_GROUP_get_curve(group, p, a, b, nil) }
        // The group owns these objects.
        let point = try owned("EC_GROUP_get0_generator") { EC_GROUP_get0_generator(group) }
        let order = try owned("EC_GROUP_get0_order") { EC_GROUP_get0_order(group) }
        let cofactor = try owned("EC_GROUP_get0_cofactor") { EC_GROUP_get0_cofactor(group) }
        self.init(
            prime: try prime.magnitude(),
            a: try linear.magnitude(),
            b: try constant.magnitude(),
            generator: try uncompressed(point, group),
            order: try copy(of: order).magnitude(),
            cofactor: try copy(of: cofactor).magnitude()
        )
    }

    /// Returns the group with these parameters, which the caller owns.
    func group() throws(OpenSSLError) -> OpaquePointer {
        let prime = try BigNumber(prime)
        let linear = try BigNumber(self.a)
        let constant = try BigNumber(self.b)
        let (p, a, b) = (prime.pointer, linear.pointer, constant.pointer)
        let group = try owned("EC_GROUP_new_curve_GFp") { EC_GROUP_new_curve_GFp(p, a, b, nil) }
        do throws(OpenSSLError) {
            let point = try owned("EC_POINT_new") { EC_POINT_new(group) }
            defer { EC_POINT_free(point) }
            try checked("EC_POINT_oct2point") {
                EC_POINT_oct2point(group, point, generator, generator.count, nil)
            }
            let order = try BigNumber(order)
            let cofactor = try BigNumber(cofactor)
            let (n, h) = (order.pointer, cofactor.pointer)
            try checked("EC_GROUP_set_generator") { EC_GROUP_set_generator(group, point, n, h) }
        } catch {
            EC_GROUP_free(group)
            throw error
        }
        return group
    }
}

/// Returns the uncompressed encoding of a point (SEC 1 §2.3.3).
func uncompressed(
    _ point: OpaquePointer,
    _ group: OpaquePointer
) throws(OpenSSLError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 133)
    var length = 0
    try checked("EC_POINT_point2oct") {
        let form = POINT_CONVERSION_UNCOMPRESSED
        length = EC_POINT_point2oct(group, point, form, &bytes, bytes.count, nil)
        return length > 0 ? 1 : 0
    }
    return Array(bytes.prefix(length))
}
