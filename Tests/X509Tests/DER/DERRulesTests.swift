import TestSupport
import Testing
import X509

@Suite struct DERRulesTests {
    /// An encoding that exactly one leniency accepts.
    struct Case: CustomTestStringConvertible, Sendable {
        let rules: DERRules
        let der: [UInt8]
        let fault: DERError.Fault
        let path: String

        var testDescription: String {
            DERRules.catalogue.first { $0.rules == rules }?.about ?? "no leniency"
        }

        init(
            _ rules: DERRules,
            _ fault: DERError.Fault,
            in path: String,
            change: (inout SampleCertificate) -> Void
        ) {
            var sample = SampleCertificate()
            sample.extensions = SampleCertificate.extension(.basicConstraints, "3000")
            change(&sample)
            (self.rules, self.fault, self.path, self.der) = (rules, fault, path, sample.der)
        }

        /// An encoding in the body of an extension.
        init(
            _ rules: DERRules,
            _ fault: DERError.Fault,
            in path: String,
            _ identifier: ObjectIdentifier,
            _ value: String
        ) {
            self.init(rules, fault, in: "tbsCertificate.extensions[0].extnValue" + path) {
                $0.extensions = SampleCertificate.extension(identifier, value)
            }
        }
    }

    private static let forms: [Case] = [
        Case(.longLengths, .nonMinimalLength, in: "tbsCertificate.serialNumber") {
            $0.serial = "02810105"
        },
        Case(.anyTrue, .badBoolean, in: ".cA", .basicConstraints, "3003 010101"),
        Case(.encodedDefaults, .encodedDefault, in: ".cA", .basicConstraints, "3003 010100"),
        Case(
            .encodedDefaults,
            .encodedDefault,
            in: ".permittedSubtrees[0].minimum",
            .nameConstraints,
            "300a a008 3006 820161 800100"
        ),
        Case(.paddedIntegers, .badInteger, in: "tbsCertificate.serialNumber") {
            $0.serial = "02020005"
        },
        Case(.unusedBits, .badBitString, in: "", .keyUsage, "03020781"),
        Case(.trailingZeroBits, .badBitString, in: "", .keyUsage, "03020080"),
        Case(.trailingZeroBits, .badBitString, in: "", .keyUsage, "0303070600"),
        Case(.trailingZeroBits, .badBitString, in: "", .keyUsage, "0303008000"),
        Case(.looseNamedBits, .badBitString, in: "", .keyUsage, "03020700"),
        Case(.looseNamedBits, .badBitString, in: "", .keyUsage, "030100"),
        Case(.looseNamedBits, .badBitString, in: "", .keyUsage, "0303068040"),
        Case(.looseNamedBits, .badBitString, in: "", .keyUsage, "0304 07 808080"),
        Case(.looseNamedBits, .badBitString, in: "", .keyUsage, "0304 00 800000"),
        Case(.unsortedSets, .unsortedSet, in: "tbsCertificate.subject[0][1]") {
            $0.subject = "3014 3112 3007060355040a0c00 300706035504030c00"
        },
    ]

    private static let values: [Case] = [
        Case(.emptyLists, .emptySequence, in: "", .extendedKeyUsage, "3000"),
        Case(.emptyLists, .emptySequence, in: "", .nameConstraints, "3000"),
        Case(.emptyLists, .emptySequence, in: "", .policyConstraints, "3000"),
        Case(.emptyLists, .emptySequence, in: "tbsCertificate.issuer[0]") {
            $0.issuer = "3002 3100"
        },
        Case(.emptyLists, .emptySequence, in: "tbsCertificate.extensions") {
            $0.extensions = ""
        },
        Case(
            .highIA5,
            .badString,
            in: "[0].dNSName",
            .subjectAlternativeName,
            "3004 8202c3a9"
        ),
        Case(.looseStrings, .badString, in: "tbsCertificate.subject[0][0].value") {
            $0.subject = "300c 310a 3008 0603550403 13012a"
        },
        Case(.timesWithoutSeconds, .badTime, in: "tbsCertificate.validity.notBefore") {
            $0.validity = "301c 170b323630313031303030305a 170d3237303130313030303030305a"
        },
        Case(.timesWithOffsets, .badTime, in: "tbsCertificate.validity.notBefore") {
            $0.validity =
                "3022 17113236303130313030303030302b30313030 170d3237303130313030303030305a"
        },
        Case(.encodedVersion, .encodedDefault, in: "tbsCertificate.version") {
            ($0.version, $0.extensions) = ("a003020100", nil)
        },
        Case(.looseVersions, .badVersion, in: "tbsCertificate.extensions") {
            $0.version = "a003020101"
        },
        Case(.looseVersions, .badVersion, in: "tbsCertificate.issuerUniqueID") {
            ($0.version, $0.extensions, $0.uniqueIDs) = ("", nil, "81020011")
        },
        Case(.trailingBytes, .trailingBytes, in: "") { $0.after = "00" },
        Case(.trailingExtensionBytes, .trailingBytes, in: "", .basicConstraints, "3000 0500"),
        Case(.forbiddenValues, .badValue, in: "", .authorityKeyIdentifier, "3003 820105"),
        Case(
            .forbiddenValues,
            .badValue,
            in: "[0].iPAddress",
            .subjectAlternativeName,
            "3007 8705 0102030405"
        ),
        Case(
            .forbiddenValues,
            .badValue,
            in: "[1].policyIdentifier",
            .certificatePolicies,
            "300c 3004 06022a03 3004 06022a03"
        ),
        Case(
            .forbiddenValues,
            .badValue,
            in: "[0].issuerDomainPolicy",
            .policyMappings,
            "300c 300a 0604551d2000 06022a03"
        ),
        Case(
            .keysWithoutNull,
            .unexpectedTag,
            in: "tbsCertificate.subjectPublicKeyInfo.algorithm.parameters"
        ) { $0.publicKey = "3012 300b06092a864886f70d010101 0303005566" },
        Case(
            .opaqueNames,
            .unexpectedTag,
            in: "[0].otherName.type-id",
            .subjectAlternativeName,
            "3005 a003 0c0141"
        ),
        Case(
            .opaqueNames,
            .unexpectedTag,
            in: ".permittedSubtrees[0].base.otherName.value",
            .nameConstraints,
            "300a a008 3006 a004 0602 2a03"
        ),
        Case(
            .opaqueNames,
            .unexpectedTag,
            in: "[0].x400Address.built-in-standard-attributes",
            .subjectAlternativeName,
            "3002 a300"
        ),
        Case(
            .opaqueNames,
            .unexpectedTag,
            in: "[0].ediPartyName.partyName",
            .subjectAlternativeName,
            "3002 a500"
        ),
        Case(.anyVersion, .badVersion, in: "tbsCertificate.version") {
            ($0.version, $0.extensions) = ("a003020103", nil)
        },
        Case(.anyVersion, .badVersion, in: "tbsCertificate.version") {
            ($0.version, $0.extensions) = ("a0040202ff00", nil)
        },
        Case(
            .anyParameters,
            .badValue,
            in: "tbsCertificate.subjectPublicKeyInfo.algorithm.parameters"
        ) { $0.publicKey = "3015 300e 06092a864886f70d010101 020105 0303005566" },
    ]

    /// Returns the first fault of a certificate with these rules.
    private func fault(of der: [UInt8], _ rules: DERRules) -> DERError? {
        do throws(DERError) {
            let certificate = try Certificate(der: der, rules: rules)
            if let fault = certificate.extensions.faults.first { return fault.error }
            do throws(DERError) {
                let algorithm = certificate.publicKey.algorithm
                _ = try PublicKeyAlgorithm(algorithm, in: der, rules: rules)
            } catch {
                throw ["algorithm", "subjectPublicKeyInfo", "tbsCertificate"]
                    .reduce(error) { $0.inside($1) }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: forms + values)
    func `only the expected leniency accepts an encoding`(_ test: Case) throws {
        let strict = try #require(fault(of: test.der, .strict))
        #expect(strict.fault == test.fault)
        #expect(strict.path == test.path)
        for leniency in DERRules.catalogue {
            let expected = leniency.rules == test.rules ? nil : strict
            #expect(fault(of: test.der, leniency.rules) == expected, "\(leniency.name)")
        }
        #expect(fault(of: test.der, .everything.subtracting(test.rules)) == strict)
    }

    @Test func `every leniency has one entry with a name, meaning and rule, and a test case`() {
        let listed = DERRules.catalogue
        #expect(Set(listed.map(\.name)).count == listed.count)
        #expect(listed.map(\.rules.rawValue) == listed.indices.map { 1 << UInt32($0) })
        for leniency in listed {
            #expect(leniency.source.contains(";"))
            #expect(leniency.about.hasSuffix("."))
        }
        let tested = Set((Self.forms + Self.values).map(\.rules))
        #expect(tested == Set(listed.map(\.rules)))
    }

    @Test func `a reader with a leniency returns the encoded value`() throws {
        func read(_ rules: DERRules) throws -> [Certificate] {
            try (Self.forms + Self.values).filter { $0.rules == rules }
                .map { try Certificate(der: $0.der, rules: rules) }
        }
        let offset = try #require(try read(.timesWithOffsets).first)
        #expect(offset.validity.notBefore == Instant(rfc3339: "2025-12-31T23:00:00Z"))
        let minutes = try #require(try read(.timesWithoutSeconds).first)
        #expect(minutes.validity.notBefore == Instant(rfc3339: "2026-01-01"))
        func usages(_ rules: DERRules) throws -> [[KeyUsageBit]] {
            try read(rules).map { certificate in
                KeyUsageBit.allCases.filter {
                    certificate.extensions.keyUsage?.contains($0) == true
                }
            }
        }
        #expect(
            try usages(.trailingZeroBits) == [
                [.digitalSignature], [.keyCertSign, .crlSign], [.digitalSignature],
            ]
        )
        #expect(
            try usages(.looseNamedBits) == [
                [], [], [.digitalSignature], [.digitalSignature, .decipherOnly],
                [.digitalSignature],
            ]
        )
        #expect(try read(.anyTrue).first?.extensions.basicConstraints?.isCA == true)
        #expect(try read(.encodedDefaults).first?.extensions.basicConstraints?.isCA == false)
        #expect(try read(.encodedVersion).map(\.version) == [1])
        #expect(try read(.anyVersion).map(\.version) == [4, 128])
    }

    @Test func `decodes a certificate's name with the decoding rules of the certificate`() throws {
        var sample = SampleCertificate()
        sample.subject = "30810d 3181 0a 3008 0603550403 0c0142"
        let certificate = try Certificate(der: sample.der, rules: .longLengths)
        #expect(certificate.subjectName.description == "CN=B")
        #expect(certificate.subjectName.matches(certificate.subjectName))
        #expect(!certificate.subjectName.matches(certificate.issuerName))
    }

    @Test func `an empty relative name counts as a part of the name`() throws {
        let cn = "310a 3008 0603550403 0c0142"
        let names = try ["300c" + cn, "300e" + cn + "3100", "300e 3100" + cn, "3000", "3002 3100"]
            .map { try EncodedName(der: hexBytes($0), rules: .emptyLists) }
        #expect(names.map(\.relativeNames.count) == [1, 2, 2, 0, 1])
        for (index, left) in names.enumerated() {
            for (other, right) in names.enumerated() {
                #expect(left.matches(right) == (index == other))
            }
        }
    }
}

extension DERRules {
    fileprivate static let everything = DERRules(catalogue.map(\.rules))
}
