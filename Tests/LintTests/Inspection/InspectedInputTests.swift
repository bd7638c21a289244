import Forge
import Lint
import Testing
import X509

/// Objects that are found in an input; `InspectTests` of the command tests their reports.
struct InspectedInputTests {
    private static func certificate() throws -> [UInt8] {
        let entities = ["root": Entity(role: .rootCA, issuer: .itself)]
        let forged = try PKI(entities: entities).forge(
            seed: 11,
            at: Instant(seconds: 1_795_219_200)
        )
        return try #require(forged.members["root"]).certificate
    }

    @Test func `finds certificates in each notation, with their places`() throws {
        let der = try Self.certificate()
        let block = PEM.text("CERTIFICATE", der)
        let key = PEM.text("PRIVATE KEY", [0x30, 0x00])
        for (bytes, place) in [(der, ""), (Array(("text\n" + block + key).utf8), "line 2")] {
            let input = try InspectedInput(bytes)
            #expect(input.objects.map(\.kind) == [.certificate])
            #expect(input.objects.map(\.der) == [der])
            #expect(input.objects.map(\.place) == [place])
            #expect(input.passedOver.map(\.what) == (place.isEmpty ? [] : ["a private key"]))
        }
    }

    @Test(arguments: [
        ("", InspectionError.empty),
        ("hello", .unknownEncoding),
        (
            "-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----\n",
            .onlyForeign("a private key", isSecret: true)
        ),
        (
            "-----BEGIN DH PARAMETERS-----\nMAA=\n-----END DH PARAMETERS-----\n",
            .onlyForeign("a block of DH PARAMETERS", isSecret: false)
        ),
    ])
    func `rejects an input without objects`(text: String, error: InspectionError) {
        #expect(throws: error) { try InspectedInput(Array(text.utf8)) }
    }

    @Test func `reports a chain only if the chain is out of order`() throws {
        let entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "leaf": Entity(role: .endEntity, issuer: .entity("root")),
        ]
        let forged = try PKI(entities: entities).forge(
            seed: 11,
            at: Instant(seconds: 1_795_219_200)
        )
        let chain = try ["leaf", "root"].map { name in
            try Certificate(der: try #require(forged.members[name]).certificate)
        }
        #expect(ChainOrder(chain).problems == [])
        #expect(ChainOrder(chain.reversed()).problems != [])
    }
}
