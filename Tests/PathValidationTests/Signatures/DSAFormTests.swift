import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// DSA keys that OpenSSL may decode.
@Suite struct DSAFormTests {
    /// Numbers with the sizes of DSA and no other property: only the form is checked.
    private static let order = [UInt8](repeating: 0xff, count: 32)
    private static func modulus(bytes: Int) -> [UInt8] { [UInt8](repeating: 0xff, count: bytes) }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var modulus = DSAFormTests.modulus(bytes: 256)
        var order = DSAFormTests.order
        var generator: [UInt8] = [2]
        var key: [UInt8] = [4]
        /// The bytes that replace Dss-Parms; nil for none.
        var parameters: [UInt8]?
        /// The bytes that replace DSAPublicKey; nil for none.
        var publicKey: [UInt8]?
        let form: KeyForm
    }

    @Test(arguments: [
        Case(testDescription: "2,048 bits", form: .decodable),
        Case(testDescription: "3,072 bits", modulus: modulus(bytes: 384), form: .decodable),
        Case(testDescription: "3,080 bits", modulus: modulus(bytes: 385), form: .broken),
        Case(testDescription: "half a megabit", modulus: modulus(bytes: 65_000), form: .broken),
        Case(
            testDescription: "an order of 160 bits",
            order: modulus(bytes: 20),
            form: .decodable
        ),
        Case(testDescription: "an order of 168 bits", order: modulus(bytes: 21), form: .broken),
        Case(
            testDescription: "an order of 255 bits",
            order: [0x7f] + modulus(bytes: 31),
            form: .broken
        ),
        Case(
            testDescription: "an even modulus",
            modulus: modulus(bytes: 255) + [0xfe],
            form: .broken
        ),
        Case(testDescription: "a generator of 1", generator: [1], form: .broken),
        Case(testDescription: "a generator of 0", generator: [], form: .broken),
        Case(
            testDescription: "the modulus as generator",
            generator: modulus(bytes: 256),
            form: .broken
        ),
        Case(testDescription: "a key of 1", key: [1], form: .broken),
        Case(
            testDescription: "a key longer than the modulus",
            key: modulus(bytes: 257),
            form: .broken
        ),
        Case(testDescription: "a negative key", publicKey: [0x02, 0x01, 0xff], form: .broken),
        Case(testDescription: "two keys", publicKey: [2, 1, 4, 2, 1, 4], form: .broken),
        Case(testDescription: "no parameters", parameters: [], form: .inheriting),
        Case(testDescription: "NULL", parameters: [0x05, 0x00], form: .inheriting),
        Case(
            testDescription: "neither parameters nor key",
            parameters: [],
            publicKey: [],
            form: .broken
        ),
        Case(testDescription: "empty parameters", parameters: [0x30, 0x00], form: .broken),
        Case(
            testDescription: "an order as long as a modulus",
            parameters: [0x02, 0x01, 0x05],
            form: .broken
        ),
    ])
    func `checks the form of DSA keys`(_ test: Case) throws {
        let parameters = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for number in [test.modulus, test.order, test.generator] {
                    writer.unsignedInteger(number)
                }
            }
        }
        let spki = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.dsa)
                    writer.raw(test.parameters ?? parameters)
                }
                writer.bitString(
                    test.publicKey ?? DERWriter.bytes { $0.unsignedInteger(test.key) }
                )
            }
        }
        var setup = Setup()
        setup.leaf.raw = [.set(path: "tbsCertificate.subjectPublicKeyInfo", encoding: spki)]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let leaf = try Certificate(der: #require(forged.members["leaf"]).certificate)
        #expect(KeyForm(of: leaf) == test.form)
    }
}
