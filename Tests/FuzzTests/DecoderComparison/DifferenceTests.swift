import Basics
import Testing

@testable import DecoderComparison

/// Hatpin's reading of some bytes, another decoder's, and the expected difference.
struct DifferenceCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let decoder: String
    let ours: Reading
    let theirs: Reading
    let expected: String?

    init(
        _ name: String,
        of decoder: String = "OpenSSL",
        _ ours: Reading,
        _ theirs: Reading,
        _ expected: String?
    ) {
        (testDescription, self.decoder, self.ours) = (name, decoder, ours)
        (self.theirs, self.expected) = (theirs, expected)
    }

    static let ofOpenSSL: [DifferenceCase] = [
        DifferenceCase("both accept", .version(3), .version(3), nil),
        DifferenceCase(
            "a field that the other does not report",
            .version(3),
            .accept(Fields()),
            nil
        ),
        DifferenceCase("a field", .version(3), .version(1), "reads version differently"),
        DifferenceCase("both reject", .refuse(.time, ""), .refuse(.name, ""), nil),
        DifferenceCase("laxer and known", .refuse(.ber, ""), .version(3), nil),
        DifferenceCase(
            "laxer and unknown",
            .refuse(.trailing, ""),
            .version(3),
            "accepts what we reject (trailing)"
        ),
        DifferenceCase("stricter and known", .version(3), .refuse(.key, "decode error:"), nil),
        DifferenceCase(
            "stricter and unknown",
            .version(3),
            .refuse(.malformed, "too long: serialNumber"),
            "rejects (malformed: too long: serialNumber) what we accept"
        ),
        DifferenceCase(
            "the body of an extension that we keep undecoded",
            .version(3),
            .refuse(.extensionBody, "CRLReason"),
            nil
        ),
        DifferenceCase(
            "the body of an extension that we decode",
            .version(3),
            .refuse(.extensionBody, "subjectAltName"),
            "rejects (extensionBody: subjectAltName) what we accept"
        ),
        DifferenceCase(
            "a value in a name with a type that OpenSSL does not support",
            .version(3),
            .refuse(.name, "mstring wrong tag: ASN1_PRINTABLE value subject cert_info"),
            nil
        ),
        DifferenceCase(
            "a name rejected for another reason",
            .version(3),
            .refuse(.name, "too long: subject cert_info"),
            "rejects (name: too long: subject cert_info) what we accept"
        ),
        DifferenceCase(
            "a constructed string in a name",
            .version(3),
            .refuse(.name, "too long: value issuer cert_info"),
            nil
        ),
        DifferenceCase(
            "a string in a name that both decode",
            .version(3),
            .refuse(.name, "invalid utf8string: value issuer cert_info"),
            "rejects (name: invalid utf8string: value issuer cert_info) what we accept"
        ),
        DifferenceCase(
            "constructed parameters of a primitive type",
            .version(3),
            .refuse(.parameters, "type not primitive: parameter algor key cert_info"),
            nil
        ),
        DifferenceCase(
            "parameters that are not a valid universal type",
            .version(3),
            .refuse(.parameters, "null is wrong length: parameter algor key cert_info"),
            nil
        ),
        DifferenceCase(
            "the algorithm around parameters",
            .version(3),
            .refuse(.parameters, "unexpected eoc: parameters algor"),
            "rejects (parameters: unexpected eoc: parameters algor) what we accept"
        ),
    ]

    static let ofOthers: [DifferenceCase] = [
        DifferenceCase(
            "an x400Address or ediPartyName",
            of: "GnuTLS",
            .version(3, hasForeignNames: true),
            .refuse(.malformed, "GNUTLS_E_ASN1_DER_ERROR"),
            nil
        ),
        DifferenceCase(
            "no x400Address or ediPartyName",
            of: "GnuTLS",
            .version(3),
            .refuse(.malformed, "GNUTLS_E_ASN1_DER_ERROR"),
            "rejects (malformed: GNUTLS_E_ASN1_DER_ERROR) what we accept"
        ),
        DifferenceCase(
            "elements inside ANY",
            of: "swift-certificates",
            .version(3),
            .refuse(.malformed, "elements: ASN1Error.truncatedASN1Field"),
            nil
        ),
        DifferenceCase(
            "fields rejected for an unknown reason",
            of: "swift-certificates",
            .version(3),
            .refuse(.malformed, "fields: ASN1Error.truncatedASN1Field"),
            "rejects (malformed: fields: ASN1Error.truncatedASN1Field) what we accept"
        ),
    ]
}

extension Reading {
    fileprivate static func version(_ number: UInt8, hasForeignNames: Bool = false) -> Reading {
        var fields = Fields()
        fields[.version] = [number]
        fields.hasForeignNames = hasForeignNames
        return .accept(fields)
    }
}

@Suite struct DifferenceTests {
    private static let openSSL = Decoder(name: "OpenSSL", version: "3.0.0")

    @Test(arguments: DifferenceCase.ofOpenSSL + DifferenceCase.ofOthers)
    func `reports a difference between decoders only if no known difference explains it`(
        test: DifferenceCase
    ) {
        let decoder = Decoder(name: test.decoder, version: "3.0.0")
        let found = unknownDifference(between: test.ours, and: [(decoder, test.theirs)])
        #expect(found == test.expected.map { "\(test.decoder) 3.0.0 \($0)" })
    }

    @Test func `a known difference of one decoder does not excuse another decoder`() {
        let other = Decoder(name: "another", version: "1")
        let readings = [(Self.openSSL, Reading.version(3)), (other, Reading.version(3))]
        let found = unknownDifference(between: .refuse(.ber, ""), and: readings)
        #expect(found == "another 1 accepts what we reject (ber)")
    }

    @Test func `lists each known difference once`() {
        let names = KnownDifference.ofDecoders.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
