import Testing
import X509

@testable import FuzzTargets

/// The comparison of a re-encoding with the original bytes; an error of the parser ends the
/// process.
struct ReencodingTests {
    @Test func `accepts values that encode to their bytes`() {
        Reencoding.require(0..<3, of: [0x01, 0x01, 0xff]) { $0.flag(true) }
        Reencoding.require(0..<0, of: []) { $0.flag(false) }
        Reencoding.require(0..<4, of: [0x02, 0x02, 0x00, 0x80]) { $0.number(128) }
        Reencoding.require(0..<3, of: [0x02, 0x01, 0x80]) { $0.integer(2..<3) }
        Reencoding.require(0..<4, of: [0x02, 0x02, 0x00, 0x80]) { $0.unsignedInteger(3..<4) }
        Reencoding.require(0..<4, of: [0x03, 0x02, 0x05, 0xa0]) { $0.namedBits(0xa000) }
        Reencoding.require(0..<5, of: [0x03, 0x03, 0x07, 0x80, 0x80]) { $0.namedBits(0x8080) }
        let time = [0x17, 0x0d] + Array("260228000000Z".utf8)
        let date = Instant(seconds: 1_772_236_800)
        Reencoding.require(time.indices, of: time) { $0.time(date) }
        let long = [0x04, 0x81, 0x80] + [UInt8](repeating: 1, count: 0x80)
        Reencoding.require(long.indices, of: long) { $0.any(long.indices) }
    }

    @Test func `detects a length of too many bytes`() async {
        await #expect(processExitsWith: .failure) {
            Reencoding.require(0..<4, of: [0x04, 0x81, 0x01, 0x00]) { $0.any(0..<4) }
        }
    }

    @Test func `detects an encoded default`() async {
        await #expect(processExitsWith: .failure) {
            Reencoding.require(0..<3, of: [0x01, 0x01, 0x00]) { $0.flag(false) }
        }
    }

    @Test func `detects a padded number`() async {
        await #expect(processExitsWith: .failure) {
            Reencoding.require(0..<4, of: [0x02, 0x02, 0x00, 0x01]) { $0.integer(2..<4) }
        }
    }

    @Test func `detects trailing zeros in named bits`() async {
        await #expect(processExitsWith: .failure) {
            Reencoding.require(0..<4, of: [0x03, 0x02, 0x04, 0xa0]) { $0.namedBits(0xa000) }
        }
    }

    @Test func `detects a day that does not exist`() async {
        await #expect(processExitsWith: .failure) {
            let time = [0x17, 0x0d] + Array("260230000000Z".utf8)
            Reencoding.require(time.indices, of: time) { $0.time(Instant(seconds: 1_772_409_600)) }
        }
    }

    @Test func `detects attributes in descending order`() async {
        await #expect(processExitsWith: .failure) {
            let high: [UInt8] = [0x30, 0x05, 0x06, 0x01, 0x2b, 0x05, 0x00]
            let low: [UInt8] = [0x30, 0x05, 0x06, 0x01, 0x2a, 0x05, 0x00]
            let name = [0x30, 0x10, 0x31, 0x0e] + high + low
            Reencoding.require(name.indices, of: name) { $0.name(name.indices) }
        }
    }
}

/// The inputs for the measurement of linear time.
struct LinearityTests {
    /// SEQUENCE { SEQUENCE { OID }, SEQUENCE { OID } }.
    private static let list: [UInt8] = [
        0x30, 0x0e, 0x30, 0x05, 0x06, 0x03, 0x2a, 0x03, 0x04, 0x30, 0x05, 0x06, 0x03, 0x2a, 0x03,
        0x05,
    ]

    @Test(arguments: 0..<8)
    func `repeats an entry of a list until the encoding has the requested size`(choice: Int) throws
    {
        let bytes = lengthened(Self.list, choice, to: 10_000)
        #expect((9_900...10_100).contains(bytes.count))
        var reader = DERReader(bytes)
        let whole = try reader.next(.sequence)
        #expect(whole.encoding == bytes.indices)
    }

    @Test func `repeats bytes that are not DER as a whole`() {
        #expect(lengthened([0xff, 0xff], 3, to: 10) == [UInt8](repeating: 0xff, count: 12))
        #expect(lengthened([], 3, to: 10).isEmpty)
    }

    @Test func `the same input is always in the same share of inputs`() {
        let inputs = (0..<4_096).map { number in
            [UInt8(number >> 8), UInt8(number & 0xff)] + [UInt8](repeating: 7, count: 30)
        }
        #expect(inputs.allSatisfy { Share(of: $0).number == Share(of: $0).number })
        let chosen = inputs.count { Share(of: $0).isOne(in: 8) }
        #expect((256..<1_024).contains(chosen))
    }
}
