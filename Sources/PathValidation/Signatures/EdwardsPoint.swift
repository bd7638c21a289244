/// Points of the Edwards curves as encoded in keys (RFC 8032 §5.1.2, §5.2.2), checked before
/// OpenSSL sees them.
enum EdwardsPoint {
    /// Whether the point's order divides the cofactor, so that one signature holds for any message.
    ///
    /// The equation of RFC 8032 §5.1.7 does not detect such points. If A is the neutral point, then
    /// R = A and S = 0 fit any message. NIST SP 800-186 §D.1.3 requires rejection of such keys.
    static func isOfSmallOrder(_ point: ArraySlice<UInt8>) -> Bool {
        guard let last = point.last else { return false }
        // The highest bit is the sign of x, and both signs have the same order.
        let y = point.dropLast() + [last & 0x7f]
        return small.contains { $0.elementsEqual(y) }
    }

    /// Whether y is below the order of the field, as RFC 8032 §5.1.3 requires; false for bytes of
    /// another length than the points of the two curves.
    static func isBelowFieldOrder(_ point: ArraySlice<UInt8>) -> Bool {
        guard let last = point.last else { return false }
        let y = point.dropLast() + [last & 0x7f]
        let orders = [number(0xed, 0xff, 0x7f, 32), belowFieldOrder(0xff)]
        guard let order = orders.first(where: { $0.count == y.count }) else { return false }
        return y.reversed().lexicographicallyPrecedes(order.reversed())
    }

    /// The y coordinate of every point of small order, lowest byte first, including values that
    /// exceed the field's order.
    private static let small: [[UInt8]] = ofEd25519 + ofEd448

    /// The y coordinates 0 and -1 (orders 4 and 2), 1 (the neutral point), and the coordinates of
    /// order 8.
    private static let ofEd25519: [[UInt8]] =
        [
            number(0x00, 0x00, 0x00, 32), number(0x01, 0x00, 0x00, 32),
            // The values p - 1, p and p + 1, for p = 2^255 - 19.
            number(0xec, 0xff, 0x7f, 32), number(0xed, 0xff, 0x7f, 32),
            number(0xee, 0xff, 0x7f, 32),
        ] + [
            [
                0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef,
                0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88,
                0x6d, 0x53, 0xfc, 0x05,
            ],
            [
                0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10,
                0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77,
                0x92, 0xac, 0x03, 0x7a,
            ],
        ]

    /// The y coordinates 0 (order 4), 1 (the neutral point) and -1 (order 2), with p = 2^448 -
    /// 2^224 - 1.
    private static let ofEd448: [[UInt8]] = [
        number(0x00, 0x00, 0x00, 57), number(0x01, 0x00, 0x00, 57),
        // p - 1 and p
        belowFieldOrder(0xfe),
        belowFieldOrder(0xff),
        // p + 1
        [UInt8](repeating: 0x00, count: 28) + [UInt8](repeating: 0xff, count: 28) + [0x00],
    ]

    private static func number(
        _ low: UInt8,
        _ middle: UInt8,
        _ high: UInt8,
        _ count: Int
    ) -> [UInt8] {
        [low] + [UInt8](repeating: middle, count: count - 2) + [high]
    }

    /// Returns the bytes of Ed448's p, except that the lowest byte is `low` and not FF.
    private static func belowFieldOrder(_ low: UInt8) -> [UInt8] {
        let ones = [UInt8](repeating: 0xff, count: 27)
        return [low] + ones + [0xfe] + ones + [0x00]
    }
}
