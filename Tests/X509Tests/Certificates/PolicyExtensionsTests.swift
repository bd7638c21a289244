import Testing
import X509

extension ExtensionsTests {
    static let policies: [Case] = [
        .good("a policy", .certificatePolicies, "3006 3004 06022a03"),
        .good(
            "anyPolicy next to another policy",
            .certificatePolicies,
            "300e 30060604551d2000 300406022a03"
        ),
        .good(
            "a CPS pointer",
            .certificatePolicies,
            "3017 3015 06022a03 300f 300d 06082b06010505070201 160161"
        ),
        .bad("no policy", .certificatePolicies, "3000", .emptySequence, at: 0),
        .bad(
            "a policy twice",
            .certificatePolicies,
            "300c 3004 06022a03 3004 06022a03",
            .badValue,
            at: 12,
            in: "[1].policyIdentifier"
        ),
        .bad(
            "a bare identifier",
            .certificatePolicies,
            "3004 06022a03",
            .unexpectedTag,
            at: 2,
            in: "[0]"
        ),
        .bad(
            "no qualifiers in their list",
            .certificatePolicies,
            "3008 3006 06022a03 3000",
            .emptySequence,
            at: 8,
            in: "[0].policyQualifiers"
        ),
        .bad(
            "a qualifier without a value",
            .certificatePolicies,
            "300e 300c 06022a03 3006 3004 06022a03",
            .truncated,
            at: 16,
            in: "[0].policyQualifiers[0].qualifier"
        ),
        .bad(
            "a field after the qualifiers",
            .certificatePolicies,
            "3012 3010 06022a03 3008 3006 06022a03 0500 0500",
            .trailingBytes,
            at: 18,
            in: "[0]"
        ),
        .good("a mapping", .policyMappings, "300a 3008 06022a03 06022a04"),
        .bad("no mapping", .policyMappings, "3000", .emptySequence, at: 0),
        .bad(
            "half a mapping",
            .policyMappings,
            "3006 3004 06022a03",
            .unexpectedTag,
            at: 8,
            in: "[0].subjectDomainPolicy"
        ),
        .bad(
            "a third policy",
            .policyMappings,
            "300e 300c 06022a03 06022a04 06022a05",
            .trailingBytes,
            at: 12,
            in: "[0]"
        ),
        .bad(
            "a mapping from anyPolicy",
            .policyMappings,
            "300c 300a 0604551d2000 06022a03",
            .badValue,
            at: 6,
            in: "[0].issuerDomainPolicy"
        ),
        .bad(
            "a mapping to anyPolicy",
            .policyMappings,
            "300c 300a 06022a03 0604551d2000",
            .badValue,
            at: 10,
            in: "[0].subjectDomainPolicy"
        ),
        .good("a required policy", .policyConstraints, "3003 800100"),
        .good("an inhibited mapping", .policyConstraints, "3003 810105"),
        .bad("no constraint", .policyConstraints, "3000", .emptySequence, at: 0),
        .bad(
            "constraints in the wrong order",
            .policyConstraints,
            "3006 810100 800100",
            .trailingBytes,
            at: 5
        ),
        .bad(
            "-1 certificates",
            .policyConstraints,
            "3003 8001ff",
            .badInteger,
            at: 4,
            in: ".requireExplicitPolicy"
        ),
        .bad("an untagged number", .policyConstraints, "3003 020100", .trailingBytes, at: 2),
        .good("anyPolicy inhibited", .inhibitAnyPolicy, "020100"),
        .bad("anyPolicy inhibited after -1", .inhibitAnyPolicy, "0201ff", .badInteger, at: 2),
        .bad("a padded number", .inhibitAnyPolicy, "02020000", .badInteger, at: 2),
        .bad("a tagged number", .inhibitAnyPolicy, "800100", .unexpectedTag, at: 0),
    ]
}

@Suite struct PolicyExtensionsTests {
    private func decoded(_ id: ObjectIdentifier, _ value: String) throws -> Certificate {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(id, value)
        return try Certificate(der: sample.der)
    }

    private static let one = ObjectIdentifier(content: [0x2a, 0x01])
    private static let two = ObjectIdentifier(content: [0x2a, 0x02])
    private static let three = ObjectIdentifier(content: [0x2a, 0x03])

    private func write(_ body: (inout DERWriter) -> Void) -> String {
        DERWriter.bytes { $0.constructed(.sequence) { body(&$0) } }.hex
    }

    @Test
    func `reads policies and qualifiers in order, and notes unknown qualifiers`() throws {
        let qualifiers: [(ObjectIdentifier, [ObjectIdentifier])] = [
            (Self.one, []), (Self.two, [.cpsPointer, .userNotice]),
            (.anyPolicy, [.userNotice, Self.three]),
        ]
        let value = write { writer in
            for (policy, types) in qualifiers {
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(policy)
                    guard !types.isEmpty else { return }
                    writer.constructed(.sequence) { writer in
                        for type in types {
                            writer.constructed(.sequence) { writer in
                                writer.objectIdentifier(type)
                                writer.primitive(.null, [])
                            }
                        }
                    }
                }
            }
        }
        let certificate = try decoded(.certificatePolicies, value)
        let policies = try #require(certificate.extensions.certificatePolicies)
        #expect(
            policies.map { certificate.identifier(at: $0.identifier) } == qualifiers.map(\.0)
        )
        #expect(policies.map(\.hasUnknownQualifier) == [false, false, true])
        #expect(policies.map { $0.qualifiers?.count } == [nil, 28, 22])
    }

    @Test func `reads policy mappings, even repeated mappings, in order and direction`() throws {
        let pairs = [(Self.one, Self.two), (Self.one, Self.three), (Self.one, Self.two)]
        let value = write { writer in
            for (issuer, subject) in pairs {
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(issuer)
                    writer.objectIdentifier(subject)
                }
            }
        }
        let certificate = try decoded(.policyMappings, value)
        let mappings = try #require(certificate.extensions.policyMappings)
        #expect(
            mappings.map { certificate.identifier(at: $0.issuerDomainPolicy) } == pairs.map(\.0)
        )
        #expect(
            mappings.map { certificate.identifier(at: $0.subjectDomainPolicy) } == pairs.map(\.1)
        )
    }

    @Test func `reads policy constraints; a number above Int.max becomes Int.max`() throws {
        func constraints(_ value: String) throws -> PolicyConstraints? {
            try decoded(.policyConstraints, value).extensions.policyConstraints
        }
        let both = try #require(try constraints("3006 800102 810103"))
        #expect(both.requireExplicitPolicy == 2)
        #expect(both.inhibitPolicyMapping == 3)
        let one = try #require(try constraints("3003 810100"))
        #expect(one.requireExplicitPolicy == nil)
        #expect(one.inhibitPolicyMapping == 0)
        let huge = try #require(try constraints("300b 8009 010000000000000000"))
        #expect(huge.requireExplicitPolicy == Int.max)
        #expect(try decoded(.inhibitAnyPolicy, "020107").extensions.inhibitAnyPolicy == 7)
    }

    @Test(arguments: [31, 32, 33, 5_000])
    func `finds a repeated policy among many`(count: Int) throws {
        func value(_ policies: [Int]) -> String {
            write { writer in
                for policy in policies {
                    let bytes: [UInt8] = [0x2a, UInt8(policy / 100), UInt8(policy % 100)]
                    writer.constructed(.sequence) {
                        $0.objectIdentifier(ObjectIdentifier(content: bytes))
                    }
                }
            }
        }
        let different = Array(0..<count)
        let sound = try decoded(.certificatePolicies, value(different)).extensions
        #expect(sound.certificatePolicies?.count == count)
        let broken = try decoded(.certificatePolicies, value(different + [count / 2])).extensions
        #expect(broken.certificatePolicies == nil)
        #expect(broken.faults.map(\.error.fault) == [.badValue])
    }
}
