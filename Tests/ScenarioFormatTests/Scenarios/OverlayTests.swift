import Crypto
import Forge
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// The merging of layers to a setup.
struct OverlayTests {
    private let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    @Test func `an empty scenario has the baseline setup`() async throws {
        let setup = try #require(try await scenarios(head + "expect: accept").first?.setup)
        #expect(setup == .standard)
    }

    @Test func `merges mappings, and replaces texts and lists`() async throws {
        let setup = try #require(
            try await scenarios(
                head + """
                    leaf: { key: p384 }
                    serve: [leaf]
                    client: { pins: [spki(leaf)] }
                    expect: accept
                    """
            ).first?.setup
        )
        #expect(setup.pki.entities["leaf"]?.key == .p384)
        #expect(
            setup.pki.entities["leaf"]?.subjectAlternativeNames == [.dns("www.example.test")]
        )
        #expect(setup.serve == ["leaf"])
        #expect(setup.trust == ["root"])
        #expect(setup.pins == [.spki("leaf")])
    }

    @Test func `removes a key with null`() async throws {
        let setup = try #require(
            try await scenarios(
                head + """
                    leaf: { san: ~, issuer: null }
                    client: { trust: ~ }
                    expect: accept
                    """
            ).first?.setup
        )
        var nameless = Entity(role: .endEntity, issuer: .itself)
        // Without a stated name, the forge would add the default name.
        nameless.subjectAlternativeNames = []
        #expect(setup.pki.entities["leaf"] == nameless)
        #expect(setup.trust == [])
    }

    @Test func `ignores cases and axes that are set to null`() async throws {
        let cases = try await scenarios(
            head + """
                cases: { one: {}, two: ~ }
                matrix: { leaf.key: [p256, p384], leaf.digest: ~ }
                expect: accept
                """
        )
        #expect(cases.map(\.id) == ["it[one,leaf.key=p256]", "it[one,leaf.key=p384]"])
        #expect(
            try await scenarios(head + "cases: ~\nmatrix: ~\nexpect: accept").map(\.id) == ["it"]
        )
    }

    @Test func `distinguishes an empty list from a missing list`() async throws {
        let cases = try await scenarios(
            head + """
                cases:
                  none: { expect: accept }
                  empty: { client: { pins: [] }, leaf: { san: [] }, expect: accept }
                """
        )
        #expect(cases.map(\.setup.pins) == [nil, []])
        #expect(cases[1].setup.pki.entities["leaf"]?.subjectAlternativeNames == [])
    }

    @Test func `applies the layers of a scenario in order`() async throws {
        let fixture = try Fixture([
            "standard/base.yaml": """
            scenario: base
            about: Something.
            leaf: { key: p384, digest: sha384, serial: 1 }
            expect: accept
            tags: [unlent]
            """,
            "it.yaml": """
            scenario: it
            about: Something.
            base: standard/base
            leaf: { digest: sha512 }
            cases:
              plain: {}
              other: { leaf: { serial: 2 } }
            matrix: { leaf.valid: [-1d..+1d, -2d..+2d] }
            expect: accept
            """,
        ])
        let library = await fixture.load()
        #expect(library.diagnostics == [])
        #expect(
            library.scenarios.map(\.id) == [
                "it[plain,leaf.valid=-1d..+1d]", "it[plain,leaf.valid=-2d..+2d]",
                "it[other,leaf.valid=-1d..+1d]", "it[other,leaf.valid=-2d..+2d]",
                "standard/base",
            ]
        )
        let leaf = try #require(library.scenarios[3].setup.pki.entities["leaf"])
        #expect(leaf.key == .p384)
        #expect(leaf.digest == .sha512)
        #expect(leaf.serial == [2])
        #expect(leaf.notAfter == .relative(172_800))
        #expect(library.scenarios[3].tags == [])
    }

    @Test func `the origin of a field is the last layer that sets the field`() async throws {
        let fixture = try Fixture([
            "standard/base.yaml": """
            scenario: base
            about: Something.
            leaf: { key: p384 }
            pki: { spare: {} }
            client: { pins: [spki(leaf), spki(spare)] }
            expect: accept
            """,
            "it.yaml": """
            scenario: it
            about: Something.
            base: standard/base
            client: { pins: ~ }
            cases: { one: { leaf: { digest: sha384 } } }
            matrix: { leaf.key: [p256, p521] }
            expect: accept
            """,
        ])
        let library = await fixture.load()
        let scenario = try #require(library.scenarios.first { $0.id == "it[one,leaf.key=p521]" })
        let origins = library.origins(of: scenario)
        let base = fixture.folder + "/standard/base.yaml"
        let own = fixture.folder + "/it.yaml"
        #expect(
            Set(origins) == [
                FieldOrigin(
                    path: "pki.spare",
                    value: "{}",
                    layer: .base("standard/base"),
                    file: base,
                    line: 4
                ),
                FieldOrigin(
                    path: "client.pins",
                    value: nil,
                    layer: .scenario,
                    file: own,
                    line: 4
                ),
                FieldOrigin(
                    path: "pki.leaf.digest",
                    value: "sha384",
                    layer: .scenarioCase("one"),
                    file: own,
                    line: 5
                ),
                FieldOrigin(
                    path: "pki.leaf.key",
                    value: "p521",
                    layer: .axis("leaf.key"),
                    file: own,
                    line: 6
                ),
            ]
        )
    }

    @Test func `the tested step sets the last values`() async throws {
        let fixture = try Fixture([
            "it.yaml": """
            scenario: it
            about: Something.
            steps:
              - { leaf: { digest: sha384 } }
              - { leaf: { key: p521 } }
            expect: accept
            """
        ])
        let library = await fixture.load()
        let scenario = try #require(library.scenarios.first { $0.id == "it" })
        #expect(
            library.origins(of: scenario) == [
                FieldOrigin(
                    path: "pki.leaf.key",
                    value: "p521",
                    layer: .step(2),
                    file: fixture.folder + "/it.yaml",
                    line: 5
                )
            ]
        )
    }

    @Test func `reads a base from a file that was not named`() async throws {
        let fixture = try Fixture([
            "standard/base.yaml": "scenario: base\nabout: x\nleaf: { key: p384 }\nexpect: accept",
            "pins/it.yaml": "scenario: it\nabout: x\nbase: standard/base\nexpect: accept",
        ])
        let library = await ScenarioLibrary.load([fixture.folder + "/pins/it.yaml"])
        #expect(library.diagnostics == [])
        #expect(library.scenarios.map(\.id) == ["pins/it"])
        #expect(library.scenarios.first?.setup.pki.entities["leaf"]?.key == .p384)
    }

    @Test func `reads every field of an entity`() async throws {
        let setup = try #require(
            try await scenarios(
                head + """
                    leaf:
                      key: rsa2048
                      valid: 2026-01-01..+1y
                      subject: CN=a
                      issuer-name: CN=b
                      san: ["*.example.test", "ip:192.0.2.1"]
                      ca: true
                      path-length: 3
                      key-usage: [digital-signature, crl-sign]
                      extended-key-usage: [server-auth, 1.2.3]
                      name-constraints: { permitted: [.example.test], excluded: "ip:10.0.0.0/8" }
                      policies: [any, 1.2.3]
                      policy-mappings: { 1.2.3: [1.2.4, 1.2.5], any: 1.2.6 }
                      policy-constraints: { require-explicit-policy: 0, inhibit-policy-mapping: 2 }
                      inhibit-any-policy: 1
                      digest: sha512
                      padding: pss
                      serial: 0x0102
                      x509-version: 1
                      subject-key-id: none
                      authority-key-id: 0a0b
                      extensions: [{ oid: 1.2.3.4, critical: true, value: 0500 }]
                      drop: [key-usage, 1.2.3.4]
                      critical: { basic-constraints: false }
                      mutate: drop-basic-constraints
                      raw:
                        - drop: tbsCertificate.version
                        - set: { at: serialNumber, hex: 020101 }
                        - retag: { at: tbsCertificate.subject, tag: 31 }
                        - relength: { at: tbsCertificate.issuer, hex: 8100 }
                        - swap: { at: tbsCertificate.subject, with: tbsCertificate.issuer }
                        - truncate: { at: signatureValue, to: 3 }
                        - duplicate: extensions.keyUsage
                        - resign: true
                        - resign: false
                    expect: accept
                    """
            ).first?.setup
        )
        var leaf = Entity(role: .endEntity, issuer: .entity("intermediate"))
        leaf.key = .rsa2048
        leaf.notBefore = .absolute(Instant(seconds: 1_767_225_600))
        leaf.notAfter = .relative(31_536_000)
        leaf.subject = try Name(rfc4514: "CN=a")
        leaf.issuerName = try Name(rfc4514: "CN=b")
        leaf.subjectAlternativeNames = [.dns("*.example.test"), .ip([192, 0, 2, 1])]
        leaf.isCA = true
        leaf.pathLength = 3
        leaf.keyUsage = [.digitalSignature, .crlSign]
        leaf.extendedKeyUsage = [.serverAuth, try #require(ObjectIdentifier("1.2.3"))]
        leaf.nameConstraints = Entity.NameConstraints(
            permitted: [.dns(".example.test")],
            excluded: [.ip([10, 0, 0, 0, 255, 0, 0, 0])]
        )
        let policies = try (3...6).map { try #require(ObjectIdentifier("1.2.\($0)")) }
        leaf.policies = [.anyPolicy, policies[0]]
        leaf.policyMappings = [
            Entity.PolicyMapping(policies[0], policies[1]),
            Entity.PolicyMapping(policies[0], policies[2]),
            Entity.PolicyMapping(.anyPolicy, policies[3]),
        ]
        leaf.policyConstraints = Entity.PolicyConstraints(
            requireExplicitPolicy: 0,
            inhibitPolicyMapping: 2
        )
        leaf.inhibitAnyPolicy = 1
        leaf.digest = .sha512
        leaf.padding = .pss
        leaf.serial = [1, 2]
        leaf.version = 1
        leaf.subjectKeyID = Entity.KeyID.none
        leaf.authorityKeyID = .bytes([10, 11])
        let added = try #require(ObjectIdentifier("1.2.3.4"))
        leaf.extensions = [Entity.AddedExtension(oid: added, critical: true, value: [5, 0])]
        leaf.drop = [.keyUsage, added]
        leaf.critical = [.basicConstraints: false]
        leaf.mutate = ["drop-basic-constraints"]
        leaf.raw = [
            .drop(path: "tbsCertificate.version"),
            .set(path: "serialNumber", encoding: [2, 1, 1]),
            .retag(path: "tbsCertificate.subject", tag: 0x31),
            .relength(path: "tbsCertificate.issuer", bytes: [0x81, 0]),
            .swap(path: "tbsCertificate.subject", with: "tbsCertificate.issuer"),
            .truncate(path: "signatureValue", count: 3),
            .duplicate(path: "extensions.keyUsage"),
            .resign,
        ]
        #expect(setup.pki.entities["leaf"] == leaf)
    }

    @Test func `reads the server, the network, the client and the host of a setup`() async throws {
        let setup = try #require(
            try await scenarios(
                head + """
                    pki: { charles-root: {}, forged: { copy: leaf, issuer: charles-root } }
                    server:
                      tls: 1.3
                      ciphers: [TLS_AES_128_GCM_SHA256, TLS_RSA_WITH_NULL_SHA256]
                      client-auth: request
                      key-of: forged
                      fault: hang
                    network: { proxy: { serves: [forged], tls: [1.1, 1.2] }, address: ipv6 }
                    client: { user-trust: charles-root, pins: certificate(leaf) }
                    connect: 2001:db8::1
                    clock: +100d
                    expect: accept
                    """
            ).first?.setup
        )
        #expect(setup.pki.entities["charles-root"] == Entity(role: .rootCA, issuer: .itself))
        #expect(setup.pki.entities["forged"]?.role == .endEntity)
        #expect(setup.versions == .v1_3 ... .v1_3)
        #expect(
            setup.suites?.map(\.name) == ["TLS_AES_128_GCM_SHA256", "TLS_RSA_WITH_NULL_SHA256"]
        )
        #expect(setup.clientAuthentication == .request)
        #expect(setup.proxyVersions == .v1_1 ... .v1_2)
        #expect(setup.serverKeyOf == "forged")
        #expect(setup.serverFaults == ["hang"])
        #expect(setup.proxy == .serves(["forged"]))
        #expect(setup.address == .ipv6)
        #expect(setup.userTrust == ["charles-root"])
        #expect(setup.pins == [.certificate("leaf")])
        #expect(setup.clock == .relative(8_640_000))
        #expect(setup.connect == .ip([0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
    }

    @Test func `an entity that signs the proxy's certificates is a CA`() async throws {
        let cases = try await scenarios(
            head + """
                pki: { charles: {}, company: { issuer: root } }
                cases:
                  one: { network: { proxy: { mints-under: charles } } }
                  two: { network: { proxy: { mints-under: company } }, client: { trust: [charles] } }
                expect: accept
                """
        )
        #expect(cases[0].setup.pki.entities["charles"]?.role == .rootCA)
        #expect(cases[0].setup.pki.entities["company"]?.role == .endEntity)
        #expect(cases[1].setup.pki.entities["company"]?.role == .intermediateCA)
    }
}
