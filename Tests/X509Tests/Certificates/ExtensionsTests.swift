import TestSupport
import Testing
import X509

@Suite struct ExtensionsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let id: ObjectIdentifier
        /// The content of extnValue.
        let value: String
        /// The fault; nil for a body that decodes.
        let fault: DERError.Fault?
        /// The offset from the start of the value.
        let offset: Int
        /// The field inside the value; empty for the whole value.
        let path: String

        static func good(_ description: String, _ id: ObjectIdentifier, _ value: String) -> Case {
            Case(
                testDescription: description,
                id: id,
                value: value,
                fault: nil,
                offset: 0,
                path: ""
            )
        }

        static func bad(
            _ description: String,
            _ id: ObjectIdentifier,
            _ value: String,
            _ fault: DERError.Fault,
            at offset: Int,
            in path: String = ""
        ) -> Case {
            Case(
                testDescription: description,
                id: id,
                value: value,
                fault: fault,
                offset: offset,
                path: path
            )
        }
    }

    private static let constraints: [Case] = [
        .good("empty basicConstraints", .basicConstraints, "3000"),
        .good("a CA", .basicConstraints, "30030101ff"),
        .good("a CA of path length 0", .basicConstraints, "30060101ff020100"),
        .bad(
            "cA false, encoded",
            .basicConstraints,
            "3003010100",
            .encodedDefault,
            at: 2,
            in: ".cA"
        ),
        .bad("cA in BER", .basicConstraints, "3003010101", .badBoolean, at: 4, in: ".cA"),
        .bad(
            "path length -1",
            .basicConstraints,
            "30060101ff0201ff",
            .badInteger,
            at: 7,
            in: ".pathLenConstraint"
        ),
        .bad("a third field", .basicConstraints, "30080101ff0201000500", .trailingBytes, at: 8),
        .bad("trailing bytes", .basicConstraints, "30000500", .trailingBytes, at: 2),
        .bad("not a SEQUENCE", .basicConstraints, "0101ff", .unexpectedTag, at: 0),
        .bad("nothing", .basicConstraints, "", .unexpectedTag, at: 0),
        .good("a permitted subtree", .nameConstraints, "3007a0053003820161"),
        .good("an excluded subtree with a maximum", .nameConstraints, "300aa1083006820161810101"),
        .bad("no subtrees", .nameConstraints, "3000", .emptySequence, at: 0),
        .bad(
            "an empty list",
            .nameConstraints,
            "3002a000",
            .emptySequence,
            at: 2,
            in: ".permittedSubtrees"
        ),
        .bad(
            "minimum 0, encoded",
            .nameConstraints,
            "300aa0083006820161800100",
            .encodedDefault,
            at: 9,
            in: ".permittedSubtrees[0].minimum"
        ),
        .bad(
            "lists in the wrong order",
            .nameConstraints,
            "300ea1053003820161a0053003820161",
            .trailingBytes,
            at: 9
        ),
    ]

    /// A fault deep inside has its whole path.
    private static let nested: [Case] = [
        .bad(
            "a subtree in UTF-8, the second excluded one",
            .nameConstraints,
            "300e a10c 3003820161 30058203c3a961",
            .badString,
            at: 13,
            in: ".excludedSubtrees[1].base.dNSName"
        ),
        .bad(
            "a directoryName whose second attribute has no value",
            .subjectAlternativeName,
            "3017 a415 3013 3111 300806035504030c0141 30050603550403",
            .truncated,
            at: 25,
            in: "[0].directoryName[0][1].value"
        ),
        .bad(
            "an issuer that is an empty relative name",
            .authorityKeyIdentifier,
            "300b a106 a404 3002 3100 820105",
            .emptySequence,
            at: 8,
            in: ".authorityCertIssuer[0].directoryName[0]"
        ),
        .bad(
            "an issuer's serial number that is padded",
            .authorityKeyIdentifier,
            "3009 a103820161 82020005",
            .badInteger,
            at: 9,
            in: ".authorityCertSerialNumber"
        ),
    ]

    private static let usages: [Case] = [
        .good("one bit", .keyUsage, "03020780"),
        .good("nine bits", .keyUsage, "030307ff80"),
        .bad("no bit set", .keyUsage, "03020700", .badBitString, at: 0),
        .bad("no byte", .keyUsage, "030100", .badBitString, at: 0),
        .bad("trailing zero bits", .keyUsage, "03020080", .badBitString, at: 0),
        .bad("a tenth bit", .keyUsage, "030306ffc0", .badBitString, at: 0),
        .bad("three bytes", .keyUsage, "030407ffff80", .badBitString, at: 0),
        .good("a purpose", .extendedKeyUsage, "300406022a03"),
        .bad("no purpose", .extendedKeyUsage, "3000", .emptySequence, at: 0),
        .bad(
            "a purpose that is not an OBJECT IDENTIFIER",
            .extendedKeyUsage,
            "30020500",
            .unexpectedTag,
            at: 2,
            in: "[0]"
        ),
    ]

    private static let names: [Case] = [
        .good("a dNSName", .subjectAlternativeName, "3003820161"),
        .good(
            "all nine forms",
            .subjectAlternativeName,
            "302c a009 06022a03a0030c0161 810161 820161 a3023000 a402 3000 a505a1030c0161 860161"
                + "8704c0000201 88012a"
        ),
        .bad("no name", .subjectAlternativeName, "3000", .emptySequence, at: 0),
        .bad(
            "an address of 5 bytes",
            .subjectAlternativeName,
            "30078705 0102030405",
            .badValue,
            at: 4,
            in: "[0].iPAddress"
        ),
        .bad(
            "an address and a mask",
            .subjectAlternativeName,
            "300a8708 c0000200ffffff00",
            .badValue,
            at: 4,
            in: "[0].iPAddress"
        ),
        .bad(
            "a dNSName in UTF-8",
            .subjectAlternativeName,
            "30048202c3a9",
            .badString,
            at: 4,
            in: "[0].dNSName"
        ),
        .bad(
            "a constructed dNSName",
            .subjectAlternativeName,
            "3003a20161",
            .unexpectedTag,
            at: 2,
            in: "[0]"
        ),
        .bad("tag 9", .subjectAlternativeName, "3003890161", .unexpectedTag, at: 2, in: "[0]"),
        .bad(
            "a universal tag",
            .subjectAlternativeName,
            "3003160161",
            .unexpectedTag,
            at: 2,
            in: "[0]"
        ),
        .bad(
            "an otherName without a value",
            .subjectAlternativeName,
            "3006a00406022a03",
            .unexpectedTag,
            at: 8,
            in: "[0].otherName.value"
        ),
        .good(
            "an ORAddress with all parts",
            .subjectAlternativeName,
            "300c a30a 3000 30023000 31023000"
        ),
        .bad(
            "an ORAddress with an empty list",
            .subjectAlternativeName,
            "3006 a304 3000 3000",
            .emptySequence,
            at: 6,
            in: "[0].x400Address.built-in-domain-defined-attributes"
        ),
        .bad(
            "an ORAddress with an empty set",
            .subjectAlternativeName,
            "3006 a304 3000 3100",
            .emptySequence,
            at: 6,
            in: "[0].x400Address.extension-attributes"
        ),
        .bad(
            "an invalid ORAddress",
            .subjectAlternativeName,
            "3004 a302 0500",
            .unexpectedTag,
            at: 4,
            in: "[0].x400Address.built-in-standard-attributes"
        ),
        .bad(
            "bytes after an ORAddress",
            .subjectAlternativeName,
            "3006 a304 3000 0500",
            .trailingBytes,
            at: 6,
            in: "[0].x400Address"
        ),
        .good(
            "an EDIPartyName with both parts",
            .subjectAlternativeName,
            "300c a50a a0030c0161 a103130161"
        ),
        .bad(
            "an EDIPartyName without a party",
            .subjectAlternativeName,
            "3007 a505 a0030c0161",
            .unexpectedTag,
            at: 9,
            in: "[0].ediPartyName.partyName"
        ),
        .bad(
            "an EDIPartyName with an IA5String",
            .subjectAlternativeName,
            "3007 a505 a103160161",
            .unexpectedTag,
            at: 6,
            in: "[0].ediPartyName.partyName"
        ),
        .bad("plain text", .subjectAlternativeName, "444e533a61", .unexpectedTag, at: 0),
    ]

    private static let identifiers: [Case] = [
        .good("a subject key identifier", .subjectKeyIdentifier, "040101"),
        .bad(
            "an identifier without its OCTET STRING",
            .subjectKeyIdentifier,
            "01",
            .unexpectedTag,
            at: 0
        ),
        .good("an empty authority key identifier", .authorityKeyIdentifier, "3000"),
        .good("a key identifier", .authorityKeyIdentifier, "3003800101"),
        .good("issuer and serial number", .authorityKeyIdentifier, "3008 a103820161 820105"),
        .bad(
            "an issuer without a serial number",
            .authorityKeyIdentifier,
            "3005a103820161",
            .badValue,
            at: 0
        ),
        .bad(
            "a serial number without an issuer",
            .authorityKeyIdentifier,
            "3003820105",
            .badValue,
            at: 0
        ),
        .good("an extension that is not decoded", .freshestCRL, "ff"),
    ]

    private static let body = "tbsCertificate.extensions[0].extnValue"

    @Test(arguments: constraints + nested + usages + names + identifiers + policies)
    func `decodes a valid extension body, and reports the fault of a broken body`(
        _ test: Case
    ) throws {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(test.id, test.value)
        let certificate = try Certificate(der: sample.der)
        let known = try #require(certificate.extension(test.id))
        #expect(certificate.der[known.value].elementsEqual(hexBytes(test.value)))
        let errors = certificate.extensions.faults.map(\.error)
        let expected = test.fault.map {
            DERError($0, at: known.value.lowerBound + test.offset, in: Self.body + test.path)
        }
        #expect(errors == [expected].compactMap(\.self))
        #expect(certificate.extensions.faults.allSatisfy { $0.extension == known })
    }

    private func decoded(_ id: ObjectIdentifier, _ value: String) throws -> Certificate {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(id, value)
        return try Certificate(der: sample.der)
    }

    @Test func `a path length above Int.max becomes Int.max`() throws {
        let certificate = try decoded(.basicConstraints, "300f0101ff020a01000000000000000000")
        let constraints = try #require(certificate.extensions.basicConstraints)
        #expect(constraints.isCA)
        #expect(constraints.pathLength == Int.max)
    }

    @Test func `each bit of key usage has the expected name`() throws {
        for usage in KeyUsageBit.allCases {
            var writer = DERWriter()
            writer.namedBits([usage.bit])
            let certificate = try decoded(.keyUsage, writer.bytes.hex)
            let decoded = try #require(certificate.extensions.keyUsage)
            #expect(KeyUsageBit.allCases.filter(decoded.contains) == [usage])
        }
    }

    @Test func `decodes every form of general name`() throws {
        let names =
            "a009 06022a03a0030c0161 810162 820163 a3023000 a402 3000 a505a1030c0161 860164"
            + "8704c0000201 88012b"
        let certificate = try decoded(.subjectAlternativeName, "302c" + names)
        func text(_ range: Range<Int>) -> String { certificate.der[range].hex }
        let decoded = try #require(certificate.extensions.subjectAlternativeNames).map {
            switch $0 {
            case .other(let type, let value): "other \(text(type)) \(text(value))"
            case .email(let range): "email \(text(range))"
            case .dns(let range): "dns \(text(range))"
            case .x400(let range): "x400 \(text(range))"
            case .directory(let range): "directory \(text(range))"
            case .ediParty(let range): "ediParty \(text(range))"
            case .uri(let range): "uri \(text(range))"
            case .ip(let range): "ip \(text(range))"
            case .registeredID(let range): "registeredID \(text(range))"
            }
        }
        #expect(
            decoded == [
                "other 2a03 0c0161", "email 62", "dns 63", "x400 3000", "directory 3000",
                "ediParty a1030c0161", "uri 64", "ip c0000201", "registeredID 2b",
            ]
        )
    }

    @Test func `reads permitted and excluded subtrees, and notes a minimum or maximum`() throws {
        let certificate = try decoded(
            .nameConstraints,
            "3016 a00d 3003820161 3006820162810105 a105 3003820163"
        )
        let constraints = try #require(certificate.extensions.nameConstraints)
        func text(_ subtrees: [NameConstraints.Subtree]) -> [String] {
            subtrees.map { subtree in
                guard case .dns(let range) = subtree.base else { return "not a dNSName" }
                return certificate.der[range].hex + (subtree.hasDistance ? " far" : "")
            }
        }
        #expect(text(constraints.permitted) == ["61", "62 far"])
        #expect(text(constraints.excluded) == ["63"])
    }
}
