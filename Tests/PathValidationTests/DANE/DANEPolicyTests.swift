import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Decisions on TLSA records and chains that no scenario can declare.
struct DANEPolicyTests {
    private static let fixture = Fixture([
        "leaf": .init(role: .endEntity, issuer: .entity("root")),
        "root": .init(role: .rootCA, issuer: .itself),
    ])

    @Test(
        arguments: [
            ("no content", []), ("a usage alone", [3]), ("two fields", [3, 1]),
            ("no data", [3, 0, 0]),
            ("data of a cut digest", [3, 1, 1, 0]),
            ("a full certificate that does not decode", [2, 0, 0, 0x30]),
        ] as [(String, [UInt8])]
    )
    func `ignores a malformed record`(_: String, content: [UInt8]) throws {
        let chain = [try Self.fixture.certificate("leaf")]
        let policy = DANEPolicy(.tls, decoding: .strict)
        #expect(throws: Rejection.self) {
            try policy.grounds(for: chain, by: .secure([content])) { _ throws(Rejection) in
                throw .selfSigned
            }
        }
    }

    @Test func `accepts a match of a DANE-EE record without path validation`() throws {
        let leaf = try Self.fixture.certificate("leaf")
        let policy = DANEPolicy(.mail, decoding: .strict)
        let grounds = try policy.grounds(for: [leaf], by: .secure([[3, 0, 0] + leaf])) {
            _ throws(Rejection) in throw .selfSigned
        }
        #expect(grounds == .pin)
    }

    @Test(arguments: [[], [[0x30, 0]]] as [[[UInt8]]])
    func `rejects a server without a certificate`(chain: [[UInt8]]) throws {
        let policy = DANEPolicy(.mail, decoding: .strict)
        #expect(throws: Rejection.missingCertificate) {
            try policy.grounds(for: chain, by: .secure([[3, 0, 0, 1]])) { _ throws(Rejection) in
                throw .selfSigned
            }
        }
    }
}
