import Crypto
import Testing
import X509

@testable import PathValidation

/// Points for which anyone can sign.
@Suite struct EdwardsPointTests {
    /// y of each point, without the sign, its lowest byte first.
    private static let small = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        String(repeating: "00", count: 57),
        "01" + String(repeating: "00", count: 56),
        "fe" + String(repeating: "ff", count: 27) + "fe" + String(repeating: "ff", count: 27)
            + "00",
        String(repeating: "ff", count: 28) + "fe" + String(repeating: "ff", count: 27) + "00",
        String(repeating: "00", count: 28) + String(repeating: "ff", count: 28) + "00",
    ]

    @Test(arguments: small)
    func `finds a point of small order with either sign`(_ digits: String) throws {
        var point = try #require([UInt8](hex: digits))
        #expect(EdwardsPoint.isOfSmallOrder(point[...]))
        point[point.count - 1] |= 0x80
        #expect(EdwardsPoint.isOfSmallOrder(point[...]))
    }

    @Test(arguments: small)
    func `does not report a neighbouring point`(_ digits: String) throws {
        var point = try #require([UInt8](hex: digits))
        point[1] ^= 0x10
        #expect(!EdwardsPoint.isOfSmallOrder(point[...]))
    }

    /// One signature for two messages, which OpenSSL accepts for both.
    @Test func `shows that the signature equation alone accepts a point of small order`() throws {
        let neutral: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
        let key = try PublicKey(.ed25519, point: neutral)
        let signature = neutral + [UInt8](repeating: 0, count: 32)
        for message in ["a", "b"] {
            #expect(key.verifies(signature, over: Array(message.utf8), by: .eddsa))
        }
    }

    @Test func `does not accept empty bytes as a point`() {
        #expect(!EdwardsPoint.isOfSmallOrder([]))
    }
}
