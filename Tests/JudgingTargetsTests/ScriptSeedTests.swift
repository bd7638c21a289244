import Forge
import PKIX
import StrictClient
import TLSFormat
import TLSProtocol
import TestSupport
import Testing

/// The seeds of `PlayScript`: hellos of three clients, and records behind each flight of ours.
struct ScriptSeedTests {
    /// Octet 0 is place + 6 * (versions + 3 * flags), octet 1 the size of pieces, octets 2 and 3 the
    /// deviation.
    @Test func `the committed conversations are these`() throws {
        let draws = Draws(random: [UInt8](repeating: 3, count: 32), share: Array(10..<76))
        var client = try StrictClient(ClientOffer(draws: draws))
        let hello = client.takeOutput()
        var seeds: [String: [UInt8]] = [
            "no-tls": [0, 3, 0, 0] + Array("GET / HTTP/1.1\r\n\r\n".utf8),
            "alert": [0, 3, 0, 0, 21, 3, 3, 0, 2, 2, 40],
            "strict-hello": [0, 64, 0, 0] + hello,
            "openssl-hello": [0, 64, 0, 0] + Self.octets(Self.openSSLHello),
            "nss-hello": [0, 64, 0, 0] + Self.octets(Self.nssHello),
        ]
        for versions in 0..<3 {
            for flags in 0..<4 {
                let choice = UInt8(6 * (versions + 3 * flags))
                let name = "\(versions)-\(flags)"
                seeds["body-\(name)"] = [1 + choice, 64, 0, 0] + hello.dropFirst(9)
                for flights in 0..<4 {
                    let place = UInt8(2 + flights) + choice
                    seeds["records-\(flights)-\(name)"] = [place, 7, 0, 0] + Self.records
                }
            }
        }
        for deviation in stride(from: 1, to: Deviation.catalogue.count, by: 37) {
            let index = [UInt8](UInt16(deviation))
            seeds["deviation-\(deviation)"] = [4, 7] + index + Self.records
        }
        try expectSeeds(seeds, of: "PlayScript")
    }

    /// A type and a length for each: KeyUpdate with a request, data, ChangeCipherSpec, a hello that
    /// renegotiates, close_notify, and data behind it.
    private static let records: [UInt8] =
        [2, 5, 24, 0, 0, 1, 1] + [3, 2, 104, 105] + [0, 1, 1] + [2, 4, 1, 0, 0, 0]
        + [1, 2, 1, 0] + [3, 1, 33]

    private static func octets(_ text: String) -> [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue }
        return stride(from: 1, to: digits.count, by: 2).map {
            UInt8(truncatingIfNeeded: digits[$0 - 1] << 4 | digits[$0])
        }
    }

    /// Of the client of OpenSSL 3.0.
    private static let openSSLHello =
        "1603010200010001fc030334132bd4dadd599e9ff34d8a896b1111ac25da59551e4db7cf0fb1"
        + "3f9505a32c207446240b590040c9888c7794621f018b139d2fdf5b358e1c3480dc86ef518638"
        + "0024130213031301c02cc030c02bc02fcca9cca8c024c028c023c027009f009e006b006700ff"
        + "0100018f0000001500130000107777772e6578616d706c652e74657374000b00040300010200"
        + "0a00160014001d0017001e0019001801000101010201030104002300000010000e000c026832"
        + "08687474702f312e310016000000170000000d002a0028040305030603080708080809080a08"
        + "0b080408050806040105010601030303010302040205020602002b00050403040303002d0002"
        + "0101003300260024001d00201b48f9071e5d9282ee0e1229921e427243bd68fa06e1466c6a7e"
        + "94c4642e8208001500cb00000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "0000000000000000000000000000000000000000000000"

    /// RFC 8448 §3.
    private static let nssHello =
        "16030100c4010000c00303cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef62"
        + "83024dece7000006130113031302010000910000000b0009000006736572766572ff01000100"
        + "000a00140012001d0017001800190100010101020103010400230000003300260024001d0020"
        + "99381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c002b00030203"
        + "04000d0020001e04030503060302030804080508060401050106010201040205020602020200"
        + "2d00020101001c00024001"
}
