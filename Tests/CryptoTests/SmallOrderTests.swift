import TestSupport
import Testing

@testable import Crypto

/// Points on curves whose group has subgroups of small order.
@Suite struct SmallOrderTests {
    struct Point: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// A DER `SubjectPublicKeyInfo` in hexadecimal digits.
        let spki: String
        var isSound = false
    }

    /// SubjectPublicKeyInfo of K-283, K-409 and B-571, before the coordinates of an uncompressed
    /// point.
    private static let k283 = "305e301006072a8648ce3d020106052b81040010034a0004"
    private static let k409 = "307e301006072a8648ce3d020106052b81040024036a0004"
    private static let b571 = "3081a7301006072a8648ce3d020106052b810400270381920004"

    /// Returns a coordinate of this many bytes that is 0 or 1.
    private static func small(_ number: Int, _ count: Int) -> String {
        String(repeating: "00", count: count - 1) + "0\(number)"
    }

    @Test(arguments: [
        Point(
            testDescription: "K-283",
            spki: k283 + """
                0538500efb082c0a3a2a0a321797e5b2cd36e236146bd89addd701532794f231c7573f60\
                02a5c785b13269897884ef22450c3b170f895d0ef0f6cbb81f2c433c7899f0ba38431851
                """,
            isSound: true
        ),
        Point(testDescription: "K-283, of order 2", spki: k283 + small(0, 36) + small(1, 36)),
        Point(testDescription: "K-283, of order 4", spki: k283 + small(1, 36) + small(0, 36)),
        Point(
            testDescription: "K-283, the other point of order 4",
            spki: k283 + small(1, 36) + small(1, 36)
        ),
        // The sum of the first point and the point of order 2.
        Point(
            testDescription: "K-283, of order twice the group's",
            spki: k283 + """
                0405279b9bc987f8c68ed6cbc98eb447fbc938d2060a386f3e53ade2dd5f50e9c298a3a2\
                02485832af6d8b4a91091c6cd2961f544942fc953955570f6e0fdf628e68559c2eb86dc3
                """
        ),
        Point(
            testDescription: "K-409",
            spki: k409 + """
                0011c6a2ca28cc687a96ece6f25a57b3d78869706d52aa519acb21036ab7789d7034c4f54baef08d0834\
                7e720bc603f91d2f4dd200bb93e2e3b195c08df3c563b8298a895d672881da67432f660ee8096e756643\
                9a4651eb77deb6889beec9d3c1a86d7512d1b5d6
                """,
            isSound: true
        ),
        Point(testDescription: "K-409, of order 2", spki: k409 + small(0, 52) + small(1, 52)),
        Point(
            testDescription: "B-571",
            spki: b571 + """
                07882583715b73ee9b4cdb77e62f64ab7201eb3ea7340ef752dc0d4235616646b2b0383d6b8a9da474be\
                d7487796e75e5bc03f5dc9969c3c1104352308e0e74aadff414ab8f53f8e07411542ee4a8800f8b1b868\
                e18e4b50e2edb80955e8bb83caf8958e987dd27021c480282ff682aadb833d4c2129d98e3376f8a41007\
                4a3ae4b1e6a7a4ad64c00ec342f326d8bff3
                """,
            isSound: true
        ),
    ])
    func `accepts only a public key whose point has the order of the curve's group`(_ point: Point)
    {
        #expect(((try? PublicKey(spki: hexBytes(point.spki))) != nil) == point.isSound)
    }
}
