import Crypto
import Testing
import X509

@testable import Forge

/// SCTs of RFC 6962 §3.2, parsed and verified by hand.
@Suite struct SCTForgingTests {
    private static func promise(
        _ change: (inout LogPromise) -> Void = { _ in }
    ) -> DeclaredSCT {
        var promise = LogPromise(log: "first")
        change(&promise)
        return .made(promise)
    }

    /// Returns the only SCT of a list, and the bytes that it must sign with this entry.
    private static func taken(
        _ list: [UInt8],
        over entry: [UInt8]
    ) throws -> (log: [UInt8], milliseconds: UInt64, signature: [UInt8], signed: [UInt8]) {
        let scts = try SignedCertificateTimestamp.list(list, in: list.indices)
        #expect(scts.count == 1)
        guard case .v1(let only)? = scts.first else {
            throw SerialError()
        }
        #expect(only.hash == 4 && only.signatureAlgorithm == 3 && only.extensions.isEmpty)
        let time = withUnsafeBytes(of: only.timestamp.bigEndian, Array.init)
        return (
            Array(list[only.logID]), only.timestamp, Array(list[only.signature]),
            [0, 0] + time + entry + [0, 0]
        )
    }

    private struct SerialError: Error {}

    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 16), UInt8(bytes.count >> 8 & 0xff), UInt8(bytes.count & 0xff)]
            + bytes
    }

    @Test func `an embedded SCT signs the fields except the SCTs, and the issuer's key`() throws {
        let plain = try baselineSetup().forge(seed: 1, at: now)
        let stamped = try baselineSetup {
            $0.entities["leaf"]?.scts = [Self.promise()]
        }.forge(seed: 1, at: now)
        let (before, after) = (try plain.decoded("leaf"), try stamped.decoded("leaf"))
        let tbs = Array(before.der[before.tbs])
        #expect(try after.tbsWithoutSCTs() == tbs)

        let body = try #require(after.extension(.signedCertificateTimestamps)).value
        var reader = DERReader(after.der, in: body)
        let list = Array(after.der[try reader.next(.octetString).content])
        let issuer = try #require(plain.members["intermediate"]).key.spki
        let entry = [0, 1] + (try Digest.sha256.hash(issuer)) + Self.counted(tbs)
        let taken = try Self.taken(list, over: entry)
        let log = try ForgedLog("first", seed: 1)
        #expect(try taken.log == Digest.sha256.hash(log.key.spki))
        #expect(taken.milliseconds == UInt64(now.seconds - 86_400) * 1_000)
        let key = try PublicKey(spki: log.key.spki)
        #expect(key.verifies(taken.signature, over: taken.signed, by: .ecdsa(.sha256)))
    }

    @Test func `signs the whole certificate in an SCT that is not embedded`() throws {
        let pki = try baselineSetup().forge(seed: 1, at: now)
        let declared = Self.promise {
            $0.of = "intermediate"
            $0.signer = "second"
            $0.at = .relative(1)
        }
        let list = try pki.scts([declared], of: "leaf", at: now)
        let entry = [0, 0] + Self.counted(try pki.certificate("intermediate"))
        let taken = try Self.taken(list, over: entry)
        let (first, second) = (
            try ForgedLog("first", seed: 1), try ForgedLog("second", seed: 1)
        )
        #expect(taken.log == first.id)
        #expect(taken.milliseconds == UInt64(now.seconds + 1) * 1_000)
        let key = try PublicKey(spki: second.key.spki)
        #expect(key.verifies(taken.signature, over: taken.signed, by: .ecdsa(.sha256)))
        #expect(first.id != second.id)
        #expect(try first.id != ForgedLog("first", seed: 2).id)
    }

    @Test func `an OCSP response has its SCTs in the entry of the certificate`() throws {
        let pki = try baselineSetup {
            var response = StatusResponse()
            response.scts = [Self.promise()]
            $0.entities["leaf"]?.ocsp = response
        }.forge(seed: 1, at: now)
        let response = try #require(pki.responses["leaf"])
        let single = try #require(try OCSPResponse(der: response).basic?.responses.first)
        let place = try #require(single.extensions.first)
        #expect(Array(response[place.identifier]) == ObjectIdentifier.ocspSCTs.content)
        var reader = DERReader(response, in: place.value)
        let list = Array(response[try reader.next(.octetString).content])
        #expect(try list == pki.scts([Self.promise()], of: "leaf", at: now))
    }

    @Test func `keeps raw bytes, and encodes an empty list`() throws {
        let pki = try baselineSetup().forge(seed: 1, at: now)
        #expect(try pki.scts([], of: "leaf", at: now) == [0, 0])
        #expect(try pki.scts([.bytes([7, 8])], of: "leaf", at: now) == [0, 2, 7, 8])
    }

    @Test func `rejects a missing certificate and a date before 1970`() throws {
        let pki = try baselineSetup().forge(seed: 1, at: now)
        #expect(throws: ForgeError.unknownEntity("other", field: .of, of: "leaf.scts")) {
            try pki.scts([Self.promise { $0.of = "other" }], of: "leaf", at: now)
        }
        let early = Instant(seconds: -1)
        #expect(throws: ForgeError.timeOutOfRange(entity: "leaf.scts", early)) {
            try pki.scts([Self.promise { $0.at = .absolute(early) }], of: "leaf", at: now)
        }
    }
}
