import Testing
import X509

@testable import Crypto
@testable import Forge

@Suite struct MutationTests {
    /// The mutations for a chain of EC keys.
    private static let names = Mutation.catalogue.filter { !$0.isOfBlock }.map(\.name)

    /// Returns a certificate with everything that a mutation may need, with this mutation or
    /// without one.
    private func forge(_ mutation: String?) throws -> (bytes: [UInt8], key: PrivateKey) {
        var entity = Entity(role: .rootCA, issuer: .itself)
        entity.subjectAlternativeNames = [.dns("www.example.test")]
        entity.extendedKeyUsage = [.serverAuth]
        entity.authorityKeyID = .automatic
        entity.nameConstraints = .init(permitted: [.dns("example.test")], excluded: [])
        entity.mutate = mutation.map { [$0] } ?? []
        let forged = try PKI(entities: ["root": entity]).forge(seed: 1, at: now)
        let member = try #require(forged.members["root"])
        return (member.certificate, member.key)
    }

    @Test(arguments: names)
    func `each mutation changes the certificate`(_ name: String) throws {
        #expect(try forge(name).bytes != forge(nil).bytes)
    }

    /// The length of a name has one, two or three bytes in its shortest form.
    @Test(arguments: [1, 120, 300, 70_000])
    func `adds a byte to a length of any size`(characters: Int) throws {
        var entity = Entity(role: .rootCA, issuer: .itself)
        entity.subject = Name((.commonName, String(repeating: "x", count: characters)))
        func decoded() throws -> Certificate {
            let pki = PKI(entities: ["root": entity])
            let forged = try pki.forge(seed: 1, at: now)
            return try Certificate(der: try #require(forged.members["root"]).certificate)
        }
        _ = try decoded()
        entity.mutate = ["non-minimal-length"]
        #expect { try decoded() } throws: { ($0 as? DERError)?.fault == .nonMinimalLength }
    }

    @Test(arguments: [1_995, 2_026])
    func `keeps the century of a date that is written as GeneralizedTime`(year: Int) throws {
        let instant = CivilTime(year: year, month: 6, day: 1, hour: 0, minute: 0, second: 0).instant
        let now = try #require(instant)
        var entity = Entity(role: .rootCA, issuer: .itself)
        entity.notBefore = .relative(0)
        entity.mutate = ["generalized-time-early"]
        let forged = try PKI(entities: ["root": entity]).forge(seed: 1, at: now)
        let bytes = try #require(forged.members["root"]).certificate
        #expect(bytes.firstRange(of: Array("\(year)0601000000Z".utf8)) != nil)
        #expect(try Certificate(der: bytes).validity.misencoded.isEmpty == false)
    }

    @Test(arguments: names)
    func `a mutation applied before signing has a valid signature`(_ name: String) throws {
        let mutation = try #require(Mutation.named(name))
        let (bytes, key) = try forge(name)
        var reader = DERReader(bytes)
        guard let whole = try? reader.next(), var fields = try? reader.inside(whole),
            let tbs = try? fields.next(), (try? fields.next()) != nil,
            let signature = try? fields.next()
        else { return #expect(["cut-short", "pem"].contains(name)) }
        let fits = try PublicKey(spki: key.spki).verifies(
            Array(bytes[signature.content.dropFirst()]),
            over: bytes[tbs.encoding],
            by: .ecdsa(.sha256)
        )
        switch mutation.change {
        // The mutation `trailing-bytes` changes neither the signed part nor the signature's bytes.
        case .finished: #expect(fits == (name == "trailing-bytes"))
        // The order minus s verifies like s.
        case .signature: #expect(fits == (name == "other-signature-number"))
        case .fields, .tbs, .block: #expect(fits)
        }
    }

    @Test(arguments: names)
    func `each mutation states whether libssl can serve the mutated certificate`(
        _ name: String
    ) throws {
        let (bytes, key) = try forge(name)
        let isServed: Bool
        do {
            _ = try TLSSession.accepting(
                .server(),
                chain: [bytes],
                key: key,
                offer: TLSOffer(versions: .v1_3 ... .v1_3),
                loaded: LoadedCertificates()
            )
            isServed = true
        } catch {
            isServed = false
        }
        #expect(isServed == Mutation.named(name)?.isServable)
    }

    @Test func `mutations have unique hyphenated names`() {
        let names = Mutation.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
        let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        #expect(names.allSatisfy { $0.allSatisfy(letters.contains) })
        #expect(Mutation.catalogue.allSatisfy { $0.about.hasSuffix(".") })
    }

    @Test func `applies several mutations together`() throws {
        let both = try Certificate(
            der: leaf { $0.mutate = ["unknown-extension", "zero-serial", "empty-subject"] }
        )
        #expect(both.bytes(both.serial) == [0])
        #expect(both.bytes(both.subject) == [0x30, 0x00])
        #expect(both.extensionIdentifiers.last?.description == "1.3.6.1.4.1.55555.1")
    }

    @Test func `rejects a mutation without effect`() throws {
        #expect(throws: ForgeError.noEffect(entity: "leaf", "not-a-ca")) {
            try leaf { $0.mutate = ["not-a-ca"] }
        }
    }

    @Test func `rejects an unknown mutation`() throws {
        #expect(throws: ForgeError.unknownMutation(entity: "leaf", "not-a-word")) {
            try leaf { $0.mutate = ["not-a-word"] }
        }
    }

    @Test func `rejects a mutation of a field that the certificate lacks`() throws {
        let fault = PathFault(
            fault: .unknownField(known: ["extnID", "critical", "extnValue", "value"]),
            path: "extensions.basicConstraints.cA",
            step: "cA"
        )
        #expect(throws: ForgeError.mutation(entity: "leaf", "ber-boolean", fault)) {
            try leaf { $0.mutate = ["ber-boolean"] }
        }
    }
}

extension Mutation {
    fileprivate var isOfBlock: Bool { if case .block = change { true } else { false } }
}
