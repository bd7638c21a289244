import Crypto
import Testing
import X509

@testable import Forge

@Suite struct ForgingTests {
    @Test func `forges a valid baseline setup`() throws {
        let forged = try baselineSetup().forge(seed: 1, at: now)
        #expect(try forged.isSigned("root", by: "root", .ecdsa(.sha256)))
        #expect(try forged.isSigned("intermediate", by: "root", .ecdsa(.sha256)))
        #expect(try forged.isSigned("leaf", by: "intermediate", .ecdsa(.sha256)))
        let (root, intermediate) = (try forged.decoded("root"), try forged.decoded("intermediate"))
        let leaf = try forged.decoded("leaf")
        #expect(root.issuerName.description == root.subjectName.description)
        #expect(intermediate.bytes(intermediate.issuer) == root.bytes(root.subject))
        #expect(leaf.bytes(leaf.issuer) == intermediate.bytes(intermediate.subject))
        let identifiers = intermediate.extensions
        #expect(
            leaf.bytes(leaf.extensions.authorityKeyIdentifier?.keyIdentifier)
                == intermediate.bytes(identifiers.subjectKeyIdentifier)
        )
    }

    @Test func `applies the defaults of each role`() throws {
        let forged = try baselineSetup().forge(seed: 1, at: now)
        let (root, leaf) = (try forged.decoded("root"), try forged.decoded("leaf"))
        #expect(root.subjectName.description == "CN=root,O=Hatpin")
        #expect(leaf.subjectName.description == "OU=leaf,O=Hatpin")
        #expect(root.version == 3 && leaf.version == 3)
        #expect(root.validity.notBefore == now + -365 * 86_400)
        #expect(root.validity.notAfter == now + 3_650 * 86_400)
        #expect(leaf.validity.notBefore == now + -86_400)
        #expect(leaf.validity.notAfter == now + 89 * 86_400)
        #expect(
            root.extensionIdentifiers == [.basicConstraints, .keyUsage, .subjectKeyIdentifier]
        )
        #expect(
            leaf.extensionIdentifiers == [
                .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName,
                .subjectKeyIdentifier, .authorityKeyIdentifier,
            ]
        )
        #expect(leaf.extensions.list.map(\.isCritical) == [true, true, false, false, false, false])
        #expect(leaf.extensions.basicConstraints?.isCA == false)
        #expect(root.extensions.basicConstraints?.isCA == true)
        #expect(leaf.serial.count == 16)
    }

    @Test(
        arguments: [
            ("2021-01-01T00:00:00Z", 90), ("2026-11-21T00:00:00Z", 90),
            ("2029-03-14T23:59:59Z", 90), ("2029-03-15T00:00:00Z", 45),
            ("2049-12-31T23:59:59Z", 45),
        ] as [(String, Int64)]
    )
    func `limits a leaf's validity as the Baseline Requirements of the issue date do`(
        date: String,
        days: Int64
    ) throws {
        let now = try #require(Instant(rfc3339: date))
        let leaf = try baselineSetup().forge(seed: 1, at: now).decoded("leaf")
        #expect(leaf.validity.notBefore == now + -86_400)
        #expect(leaf.validity.notAfter == leaf.validity.notBefore + days * 86_400)
    }

    /// A statement and the field of the leaf's certificate that follows from it.
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let state: @Sendable (inout Entity) -> Void
        /// The extension, or nil if the bytes are those of `place`.
        var identifier: ObjectIdentifier?
        var critical = false
        var place: (@Sendable (Certificate) -> Range<Int>)?
        /// In hexadecimal; nil if it is absent.
        let bytes: String?

        var testDescription: String { name }
    }

    static let fields: [Field] = [
        Field(
            name: "a stated serial number",
            state: { $0.serial = [0x80] },
            place: { $0.serial },
            bytes: "80"
        ),
        Field(
            name: "a stated subject",
            state: { $0.subject = Name((.commonName, "x")) },
            place: { $0.subject },
            bytes: "300c310a300806035504030c0178"
        ),
        Field(
            name: "another issuer name",
            state: { $0.issuerName = Name((.country, "DE")) },
            place: { $0.issuer },
            bytes: "300d310b3009060355040613024445"
        ),
        Field(
            name: "a CA with a path length",
            state: {
                $0.isCA = true
                $0.pathLength = 3
            },
            identifier: .basicConstraints,
            critical: true,
            bytes: "30060101ff020103"
        ),
        Field(
            name: "key usages",
            state: { $0.keyUsage = [.decipherOnly, .keyAgreement] },
            identifier: .keyUsage,
            critical: true,
            bytes: "0303070880"
        ),
        Field(
            name: "no key usage",
            state: { $0.keyUsage = [] },
            identifier: .keyUsage,
            bytes: nil
        ),
        Field(
            name: "purposes",
            state: { $0.extendedKeyUsage = [.clientAuth, .anyExtendedKeyUsage] },
            identifier: .extendedKeyUsage,
            bytes: "301006082b06010505070302 0604551d2500"
        ),
        Field(
            name: "names of every kind",
            state: {
                $0.subjectAlternativeNames = [
                    .dns("a.test"), .dnsBytes([0]), .ip([127, 0, 0, 1]), .ipBytes([1]),
                    .email("a@b"), .uri("u:"), .directory(Name()),
                    .other(.commonName, [0x05, 0x00]), .service("_a.b"), .xmppAddress("a.b"),
                ]
            },
            identifier: .subjectAlternativeName,
            bytes: """
                3053 8206 612e74657374 8201 00 8704 7f000001 8701 01 8103 614062 8602 753a
                a402 3000 a009 0603 550403 a002 0500
                a012 0608 2b06010505070807 a006 1604 5f612e62
                a011 0608 2b06010505070805 a005 0c03 612e62
                """
        ),
        Field(
            name: "names with an empty subject, which are critical",
            state: { $0.subject = Name(relativeNames: []) },
            identifier: .subjectAlternativeName,
            critical: true,
            bytes: "30128210 7777772e6578616d706c652e74657374"
        ),
        Field(
            name: "name constraints",
            state: {
                $0.nameConstraints = .init(
                    permitted: [.dns(".a.test")],
                    excluded: [.ip([10, 0, 0, 0, 255, 0, 0, 0])]
                )
            },
            identifier: .nameConstraints,
            critical: true,
            bytes: "301b a00b 3009 8207 2e612e74657374 a10c 300a 8708 0a000000ff000000"
        ),
        Field(
            name: "policies, which are non-critical",
            state: { $0.policies = [.anyPolicy, ObjectIdentifier(content: [0x2a, 0x03])] },
            identifier: .certificatePolicies,
            bytes: "300e 3006 0604551d2000 3004 06022a03"
        ),
        Field(
            name: "no policies",
            state: { $0.policies = [] },
            identifier: .certificatePolicies,
            bytes: nil
        ),
        Field(
            name: "policy mappings",
            state: {
                $0.policyMappings = [
                    .init(
                        ObjectIdentifier(content: [0x2a, 0x03]),
                        ObjectIdentifier(content: [0x2a, 0x04])
                    ), .init(.anyPolicy, ObjectIdentifier(content: [0x2a, 0x03])),
                ]
            },
            identifier: .policyMappings,
            critical: true,
            bytes: "3016 3008 06022a03 06022a04 300a 0604551d2000 06022a03"
        ),
        Field(
            name: "no policy mappings",
            state: { $0.policyMappings = [] },
            identifier: .policyMappings,
            bytes: nil
        ),
        Field(
            name: "policy constraints",
            state: {
                $0.policyConstraints = .init(requireExplicitPolicy: 0, inhibitPolicyMapping: 128)
            },
            identifier: .policyConstraints,
            critical: true,
            bytes: "3007 800100 81020080"
        ),
        Field(
            name: "empty policy constraints",
            state: { $0.policyConstraints = .init() },
            identifier: .policyConstraints,
            critical: true,
            bytes: "3000"
        ),
        Field(
            name: "anyPolicy inhibited",
            state: { $0.inhibitAnyPolicy = 1 },
            identifier: .inhibitAnyPolicy,
            critical: true,
            bytes: "020101"
        ),
        Field(
            name: "a stated subject key identifier",
            state: { $0.subjectKeyID = .bytes([1, 2]) },
            identifier: .subjectKeyIdentifier,
            bytes: "04020102"
        ),
        Field(
            name: "no subject key identifier",
            state: { $0.subjectKeyID = Entity.KeyID.none },
            identifier: .subjectKeyIdentifier,
            bytes: nil
        ),
        Field(
            name: "a stated authority key identifier",
            state: { $0.authorityKeyID = .bytes([3]) },
            identifier: .authorityKeyIdentifier,
            bytes: "3003800103"
        ),
        Field(
            name: "an added extension",
            state: {
                let value = Entity.AddedExtension(oid: .tlsFeature, critical: true, value: [9])
                $0.extensions = [value]
            },
            identifier: .tlsFeature,
            critical: true,
            bytes: "09"
        ),
        Field(
            name: "a dropped extension",
            state: { $0.drop = [.extendedKeyUsage] },
            identifier: .extendedKeyUsage,
            bytes: nil
        ),
        Field(
            name: "an extension with explicit criticality",
            state: { $0.critical = [.basicConstraints: false] },
            identifier: .basicConstraints,
            bytes: "3000"
        ),
    ]

    @Test(arguments: fields)
    func `encodes every declared field`(_ field: Field) throws {
        let certificate = try Certificate(der: leaf(field.state))
        let expected = field.bytes.flatMap { [UInt8](hex: $0.filter { !$0.isWhitespace }) }
        if let place = field.place {
            #expect(certificate.bytes(place(certificate)) == expected)
        } else {
            let index = certificate.extensionIdentifiers.firstIndex(
                of: try #require(field.identifier)
            )
            let found = index.map { certificate.extensions.list[$0] }
            #expect(certificate.bytes(found?.value) == expected)
            #expect(found?.isCritical ?? false == field.critical)
        }
    }

    @Test(arguments: [1, 2])
    func `certificates of version 1 and 2 have only stated extensions`(_ version: Int) throws {
        let sound = try Certificate(der: leaf { $0.version = version })
        #expect(sound.version == version)
        #expect(sound.extensions.list.isEmpty)
        let stated = try leaf {
            $0.version = version
            $0.keyUsage = [.digitalSignature]
        }
        #expect(throws: DERError.self) { try Certificate(der: stated) }
    }

    struct Time: Sendable, CustomTestStringConvertible {
        let moment: Moment
        let encoding: String

        var testDescription: String { encoding }
    }

    @Test(arguments: [
        Time(moment: .relative(0), encoding: "170d3236313132313030303030305a"),
        Time(
            moment: .absolute(Instant(seconds: -631_152_001)),
            encoding: "180f31393439313233313233353935395a"
        ),
        Time(
            moment: .absolute(Instant(seconds: -631_152_000)),
            encoding: "170d3530303130313030303030305a"
        ),
        Time(
            moment: .absolute(Instant(seconds: 2_524_607_999)),
            encoding: "170d3439313233313233353935395a"
        ),
        Time(
            moment: .absolute(Instant(seconds: 2_524_608_000)),
            encoding: "180f32303530303130313030303030305a"
        ),
        Time(
            moment: .absolute(Instant(seconds: -62_167_219_200)),
            encoding: "180f30303030303130313030303030305a"
        ),
        Time(
            moment: .absolute(Instant(seconds: 253_402_300_799)),
            encoding: "180f39393939313233313233353935395a"
        ),
    ])
    func `encodes a time as UTCTime or GeneralizedTime, depending on the year`(_ time: Time) throws
    {
        let certificate = try leaf { $0.notBefore = time.moment }
        let encoding = try #require([UInt8](hex: time.encoding))
        #expect(certificate.indices.contains { certificate[$0...].starts(with: encoding) })
    }

    @Test(arguments: [
        Moment.absolute(Instant(seconds: -62_167_219_201)),
        .absolute(Instant(seconds: 253_402_300_800)),
        .relative(.max), .relative(.min),
        .absolute(Instant(seconds: .max)), .absolute(Instant(seconds: .min)),
    ])
    func `rejects times that certificates cannot state`(_ moment: Moment) {
        let error = ForgeError.timeOutOfRange(entity: "leaf", moment.instant(at: now))
        #expect(throws: error) { try leaf { $0.notAfter = moment } }
    }

    @Test func `copies all fields except key and issuer`() throws {
        let forged = try baselineSetup {
            $0.entities["leaf"]?.subjectAlternativeNames = [.dns("copied.test")]
            $0.entities["leaf"]?.notAfter = .relative(5)
            $0.entities["leaf"]?.key = .p384
            $0.entities["rogue-root"] = Entity(role: .rootCA, issuer: .itself)
            $0.entities["rogue"] = Entity(role: .endEntity, issuer: .entity("rogue-root"))
            $0.entities["rogue"]?.copy = "leaf"
            $0.entities["second"] = Entity(role: .endEntity, issuer: .entity("rogue-root"))
            $0.entities["second"]?.copy = "rogue"
            $0.entities["second"]?.notAfter = .relative(7)
        }.forge(seed: 1, at: now)
        let (leaf, rogue) = (try forged.decoded("leaf"), try forged.decoded("rogue"))
        let second = try forged.decoded("second")
        #expect(rogue.bytes(rogue.subject) == leaf.bytes(leaf.subject))
        #expect(second.bytes(second.subject) == leaf.bytes(leaf.subject))
        #expect(rogue.validity == leaf.validity)
        #expect(second.validity.notAfter == now + 7)
        #expect(try forged.isSigned("rogue", by: "rogue-root", .ecdsa(.sha256)))
        #expect(rogue.bytes(rogue.spki) != leaf.bytes(leaf.spki))
        #expect(forged.members["rogue"]?.key.algorithm == .p256)
        #expect(rogue.bytes(rogue.serial) != leaf.bytes(leaf.serial))
    }

    @Test func `a cross-signed certificate has the key and subject of its original`() throws {
        let forged = try baselineSetup {
            $0.entities["other-root"] = Entity(role: .rootCA, issuer: .itself)
            var cross = Entity(role: .intermediateCA, issuer: .entity("other-root"))
            cross.copy = "intermediate"
            cross.keyOf = "intermediate"
            $0.entities["cross"] = cross
        }.forge(seed: 1, at: now)
        let (one, other) = (try forged.decoded("intermediate"), try forged.decoded("cross"))
        #expect(one.bytes(one.subject) == other.bytes(other.subject))
        #expect(one.bytes(one.spki) == other.bytes(other.spki))
        #expect(one.bytes(one.issuer) != other.bytes(other.issuer))
        #expect(try forged.isSigned("cross", by: "other-root", .ecdsa(.sha256)))
        #expect(try forged.isSigned("leaf", by: "cross", .ecdsa(.sha256)))
    }

    @Test func `allows self-signed end entities`() throws {
        let forged = try PKI(entities: ["leaf": Entity(role: .endEntity, issuer: .itself)])
            .forge(seed: 1, at: now)
        let leaf = try forged.decoded("leaf")
        #expect(try forged.isSigned("leaf", by: "leaf", .ecdsa(.sha256)))
        #expect(leaf.extensions.basicConstraints?.isCA == false)
        #expect(leaf.extensions.authorityKeyIdentifier == nil)
    }

    @Test func `forges deep hierarchies`() throws {
        var pki = baselineSetup()
        for depth in 0..<30 {
            let issuer = depth == 0 ? "root" : "ca\(depth - 1)"
            pki.entities["ca\(depth)"] = Entity(role: .intermediateCA, issuer: .entity(issuer))
        }
        let forged = try pki.forge(seed: 1, at: now)
        #expect(try forged.isSigned("ca29", by: "ca28", .ecdsa(.sha256)))
    }
}
