import Testing
import X509

/// Bodies of extensions that path validation does not read.
@Suite struct ExtensionFaultsTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let id: ObjectIdentifier
        /// The content of extnValue.
        let value: String
        let fault: DERError.Fault
        /// The field inside the value; empty for the whole value.
        let path: String
        /// The most similar body that decodes.
        let right: String
    }

    private static func bad(
        _ description: String,
        _ id: ObjectIdentifier,
        _ value: String,
        _ fault: DERError.Fault,
        in path: String = "",
        right: String
    ) -> Case {
        Case(
            testDescription: description,
            id: id,
            value: value,
            fault: fault,
            path: path,
            right: right
        )
    }

    private static let attributes: [Case] = [
        bad(
            "no subject attribute",
            .subjectDirectoryAttributes,
            "3000",
            .emptySequence,
            right: "300a 3008 06022a03 3102 0500"
        ),
        bad(
            "an attribute without a type",
            .subjectDirectoryAttributes,
            "3002 3000",
            .unexpectedTag,
            in: "[0].type",
            right: "300a 3008 06022a03 3102 0500"
        ),
        bad(
            "an attribute without a value",
            .subjectDirectoryAttributes,
            "3008 3006 06022a03 3100",
            .emptySequence,
            in: "[0].values",
            right: "300a 3008 06022a03 3102 0500"
        ),
        bad(
            "a usage period without a time",
            .privateKeyUsagePeriod,
            "3000",
            .emptySequence,
            right: "3011 810f 32303236313132303030303030305a"
        ),
        bad(
            "a usage period in UTCTime",
            .privateKeyUsagePeriod,
            "300f 800d 3236313132303030303030305a",
            .badTime,
            in: ".notBefore",
            right: "3011 800f 32303236313132303030303030305a"
        ),
    ]

    /// RFC 3779.
    private static let resources: [Case] = [
        bad(
            "addresses of a family of one byte",
            .addressBlocks,
            "3007 3005 040101 0500",
            .badValue,
            in: "[0].addressFamily",
            right: "3008 3006 04020001 0500"
        ),
        bad(
            "an address that is not a BIT STRING",
            .addressBlocks,
            "300d 300b 04020001 3005 040300c000",
            .unexpectedTag,
            in: "[0].ipAddressChoice[0]",
            right: "300d 300b 04020001 3005 030300c000"
        ),
        bad(
            "a range of addresses without an end",
            .addressBlocks,
            "300d 300b 04020001 3005 3003 030100",
            .unexpectedTag,
            in: "[0].ipAddressChoice[0].max",
            right: "3010 300e 04020001 3008 3006 030100 030100"
        ),
        bad(
            "inheritance that is not NULL",
            .autonomousSystems,
            "3005 a003 050100",
            .badValue,
            in: ".asnum",
            right: "3004 a002 0500"
        ),
        bad(
            "a negative number of a system",
            .autonomousSystems,
            "3007 a005 3003 0201ff",
            .badInteger,
            in: ".asnum[0]",
            right: "3007 a105 3003 02017f"
        ),
        bad(
            "bytes after a list of systems",
            .autonomousSystems,
            "3006 a002 0500 0500",
            .trailingBytes,
            right: "3008 a002 0500 a102 0500"
        ),
    ]

    private static func faults(
        _ id: ObjectIdentifier,
        _ value: String,
        by rules: DERRules = .strict
    ) throws -> [DERError] {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(id, value)
        return try Certificate(der: sample.der, rules: rules).bodyFaults.map(\.error)
    }

    @Test(arguments: attributes + resources)
    func `rejects a broken extension body, and accepts the correct body`(_ test: Case) throws {
        let faults = try Self.faults(test.id, test.value)
        #expect(faults.map(\.fault) == [test.fault])
        let prefix = "tbsCertificate.extensions[0].extnValue"
        #expect(faults.first?.path == prefix + test.path)
        #expect(try Self.faults(test.id, test.right) == [])
    }

    @Test(arguments: attributes.filter { $0.fault == .emptySequence })
    func `accepts empty lists if the rules allow them`(_ test: Case) throws {
        #expect(try Self.faults(test.id, test.value, by: .emptyLists) == [])
    }
}
